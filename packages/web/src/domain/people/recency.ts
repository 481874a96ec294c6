// The people and channels the reader interacted with last, computed from the loaded messages.
import type { Engine } from '../../model/engine/engine.ts';

export interface Recency {
  /** The newest message they wrote, or that the reader mentioned them in or sent to them. */
  readonly people: ReadonlyMap<number, number>;
  /** The newest message that the reader sent there or that links to it. */
  readonly channels: ReadonlyMap<number, number>;
}

const MENTIONED = /data-user-id="(\d+)"/g;
const LINKED = /data-stream-id="(\d+)"/g;

function raise(map: Map<number, number>, id: number, message_id: number): void {
  if ((map.get(id) ?? 0) < message_id) map.set(id, message_id);
}

let known: { readonly engine: Engine; readonly arrangement: number; readonly recency: Recency } | null = null;

export function recencyOf(engine: Engine): Recency {
  const { arrangement } = engine.messages;
  if (known?.engine === engine && known.arrangement === arrangement) return known.recency;
  const people = new Map<number, number>();
  const channels = new Map<number, number>();
  for (const { id, sender_id, stream_id, content, display_recipient } of engine.messages.all()) {
    raise(people, sender_id, id);
    if (sender_id !== engine.own_id) continue;
    if (stream_id !== undefined) raise(channels, stream_id, id);
    else if (Array.isArray(display_recipient)) for (const person of display_recipient) raise(people, person.id, id);
    for (const [, user_id] of content.matchAll(MENTIONED)) raise(people, Number(user_id), id);
    for (const [, channel_id] of content.matchAll(LINKED)) raise(channels, Number(channel_id), id);
  }
  people.delete(engine.own_id);
  known = { engine, arrangement, recency: { people, channels } };
  return known.recency;
}
