// Announces messages that arrive in the visible list to screen readers, each once; several at once as their number.
import { useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import type { View } from '../../base/views/view.ts';
import { useEngine } from '../../model/engine/context.ts';
import { matches } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { personName } from '../../model/state/names.ts';
import { messageText } from '../content/plain-text.ts';

/** Messages arriving within this time are announced together. */
const TOGETHER_MS = 300;
/** Longer messages are cut; the list has the rest. */
const LENGTH_MAX = 300;

export function Announcements({ view }: { view: View }) {
  const engine = useEngine();
  const [text, setText] = useState('');
  useEffect(() => {
    let waiting: StoredMessage[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const announce = () => {
      const [first, ...more] = waiting;
      waiting = [];
      timer = null;
      if (more.length > 0) return setText(t('new_messages_count', { count: more.length + 1 }));
      const name = personName(engine.state.get(), first!.sender_id);
      setText(`${name}: ${messageText(first!, LENGTH_MAX)}`);
    };
    const unsubscribe = engine.arrivals.subscribe((message) => {
      if (message.sender_id === engine.own_id || !matches(message, view, engine.state.get())) return;
      waiting.push(message);
      timer ??= setTimeout(announce, TOGETHER_MS);
    });
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
    };
  }, [engine, view]);
  return (
    <p className="hidden-text" aria-live="polite" data-announcements>
      {text}
    </p>
  );
}
