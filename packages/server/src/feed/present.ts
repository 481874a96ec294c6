// Turns a log entry into the text a queue receives. Most events have one form for everyone; slices register presenters
// for the rest.
import { RawResult } from '../kit/http/route.ts';
import type { FeedEntry } from './event-log.ts';
import type { QueueRow } from './queue.ts';
import type { Reader } from './reader.ts';

/** The fields of a queue that presenters need. */
type PresentedQueue = Pick<QueueRow, 'queue_id' | 'options'>;

/** JSON texts without the closing `,"id":N}`; none if the reader receives nothing of the entry. */
export type Presenter = (entry: FeedEntry, queue: PresentedQueue, reader: Reader) => readonly string[];
export type Presenters = Readonly<Record<string, Presenter>>;

/** `{"type":…,"op":…,<fields>` without the closing brace. */
export function openEvent(type: string, op: string | null, body: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(op === null ? { type, ...body } : { type, op, ...body });
  return text.slice(0, -1);
}

const presentPlain: Presenter = (entry) => [entry.text('', () => openEvent(entry.type, entry.op, entry.body))];

/** The events an entry becomes for one queue, still without an id. */
export function presentTexts(
  presenters: Presenters,
  entry: FeedEntry,
  queue: PresentedQueue,
  reader: Reader,
): readonly string[] {
  return (presenters[entry.type] ?? presentPlain)(entry, queue, reader);
}

/** The result of a poll. */
export function eventsResult(queue_id: string, texts: readonly string[]): RawResult {
  return new RawResult(`"events":[${texts.join(',')}],"queue_id":${JSON.stringify(queue_id)}`);
}
