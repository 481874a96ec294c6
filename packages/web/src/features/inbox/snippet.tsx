// The last message of a conversation in the inbox: its author and beginning. Fetched when its row comes near.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../../base/text/text.ts';
import { plainText } from '../../domain/content/plain-text.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { fetchByIds } from '../../model/messages/message-requests.ts';
import { personName } from '../../model/state/names.ts';

const MAX_LENGTH = 140;
/** Rows that come near within this time share a request. */
const PAUSE_MS = 60;
const IDS_PER_REQUEST = 200;

/** Fetches messages by id: one request at a time, each id once. */
class SnippetFetcher {
  private readonly requested = new Set<number>();
  private waiting: number[] = [];
  private running = false;

  constructor(private readonly engine: Engine) {}

  request(id: number): void {
    if (this.requested.has(id)) return;
    this.requested.add(id);
    this.waiting.push(id);
    if (!this.running) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    while (this.waiting.length > 0) {
      const message_ids = this.waiting.splice(0, IDS_PER_REQUEST);
      try {
        this.engine.messages.put(await fetchByIds(this.engine.client, message_ids));
      } catch {
        for (const id of message_ids) this.requested.delete(id);
      }
    }
    this.running = false;
  }
}

const fetchers = new WeakMap<Engine, SnippetFetcher>();
function fetcherOf(engine: Engine): SnippetFetcher {
  const fetcher = fetchers.get(engine) ?? new SnippetFetcher(engine);
  fetchers.set(engine, fetcher);
  return fetcher;
}

export function Snippet({ message_id }: { message_id: number }) {
  const engine = useEngine();
  const element = useRef<HTMLSpanElement>(null);
  const message = useSyncExternalStore(engine.messages.subscribe, () => engine.messages.get(message_id));
  const is_muted = useAppState(({ muted_users }) => muted_users.some(({ id }) => id === message?.sender_id));
  const name = useAppState((state) => (message ? personName(state, message.sender_id) : ''));
  const [text, setText] = useState<string | null>(null);
  const content = is_muted ? undefined : message?.content;
  useEffect(() => setText(content === undefined ? null : plainText(content, MAX_LENGTH)), [content]);
  const is_known = message !== undefined;
  useEffect(() => {
    if (is_known || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) fetcherOf(engine).request(message_id);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [engine, message_id, is_known]);
  return (
    <span ref={element} className="last-message quiet" dir="auto">
      {message && text !== null && (
        <>
          <span className="last-author">
            {message.sender_id === engine.own_id ? t('wrote_me') : t('wrote', { name })}
          </span>{' '}
          {text}
        </>
      )}
    </span>
  );
}
