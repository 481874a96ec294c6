// The last message of a conversation in the inbox: its author and beginning. Fetched when its row comes near.
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { t } from '../../base/text/text.ts';
import { messageText } from '../../domain/content/plain-text.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { personName } from '../../model/state/names.ts';
import { fetchSnippetSoon } from './snippet-fetcher.ts';

const MAX_LENGTH = 140;

export function Snippet({ message_id }: { message_id: number }) {
  const engine = useEngine();
  const element = useRef<HTMLSpanElement>(null);
  const message = useSyncExternalStore(engine.messages.subscribe, () => engine.messages.get(message_id));
  const is_muted = useAppState(({ muted_users }) => muted_users.some(({ id }) => id === message?.sender_id));
  const name = useAppState((state) => (message ? personName(state, message.sender_id) : ''));
  const text = useMemo(() => (is_muted || !message ? null : messageText(message, MAX_LENGTH)), [is_muted, message]);
  const is_known = message !== undefined;
  useEffect(() => {
    if (is_known || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) fetchSnippetSoon(engine, message_id);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [engine, message_id, is_known]);
  return (
    <span ref={element} className="last-message quiet">
      {message && text !== null && (
        <>
          <span className="last-author" dir="auto">
            {message.sender_id === engine.own_id ? t('wrote_me') : t('wrote', { name })}
          </span>{' '}
          <span className="last-text" dir="auto">
            {text}
          </span>
        </>
      )}
    </span>
  );
}
