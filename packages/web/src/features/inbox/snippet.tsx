// The last message of a conversation in the inbox: who wrote it, and how it begins. Fetched when its row comes near.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../../base/text/text.ts';
import { plainText } from '../../domain/content/plain-text.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { personName } from '../../model/state/names.ts';

const LETTERS = 140;
/** Asked for together: what comes near within this time, at most so many. */
const PAUSE_MS = 60;
const AT_ONCE = 200;

/** One request after the other, each id once. */
class Wanted {
  private readonly asked = new Set<number>();
  private waiting: number[] = [];
  private running = false;

  constructor(private readonly engine: Engine) {}

  ask(id: number): void {
    if (this.asked.has(id)) return;
    this.asked.add(id);
    this.waiting.push(id);
    if (!this.running) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    while (this.waiting.length > 0) {
      const message_ids = this.waiting.splice(0, AT_ONCE);
      try {
        const { messages } = await this.engine.client.getMessages({
          message_ids: message_ids as never[],
          client_gravatar: false,
          allow_empty_topic_name: true,
        });
        this.engine.messages.put(messages);
      } catch {
        for (const id of message_ids) this.asked.delete(id);
      }
    }
    this.running = false;
  }
}

const wanted = new WeakMap<Engine, Wanted>();
function wantedOf(engine: Engine): Wanted {
  const known = wanted.get(engine) ?? new Wanted(engine);
  wanted.set(engine, known);
  return known;
}

export function Snippet({ message_id }: { message_id: number }) {
  const engine = useEngine();
  const element = useRef<HTMLSpanElement>(null);
  const message = useSyncExternalStore(engine.messages.subscribe, () => engine.messages.get(message_id));
  const is_muted = useAppState(({ muted_users }) => muted_users.some(({ id }) => id === message?.sender_id));
  const name = useAppState((state) => (message ? personName(state, message.sender_id) : ''));
  const [text, setText] = useState<string | null>(null);
  const content = is_muted ? undefined : message?.content;
  useEffect(() => setText(content === undefined ? null : plainText(content, LETTERS)), [content]);
  const is_known = message !== undefined;
  useEffect(() => {
    if (is_known || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) wantedOf(engine).ask(message_id);
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
