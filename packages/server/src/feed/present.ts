// Turns a log entry into the text a queue receives. Most events have one form for everyone; slices register presenters
// for the rest.
import type { EventId } from '@stoa/contract';
import type { QueueRow } from './queue.ts';
import type { Reader } from './reader.ts';
import type { FeedEntry } from './realm-log.ts';

/** JSON texts without the closing `,"id":N}`; none if the reader receives nothing of the entry. */
export type Presenter = (entry: FeedEntry, queue: QueueRow, reader: Reader) => readonly string[];
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
  queue: QueueRow,
  reader: Reader,
): readonly string[] {
  return (presenters[entry.type] ?? presentPlain)(entry, queue, reader);
}

/**
 * The events an entry becomes for one queue, as complete JSON texts. The last has the entry's id, the others the ids
 * before it.
 */
export function present(
  presenters: Presenters,
  entry: FeedEntry,
  queue: QueueRow,
  reader: Reader,
): { id: EventId; text: string }[] {
  const texts = presentTexts(presenters, entry, queue, reader);
  return texts.map((text, at) => {
    const id = (entry.id - (texts.length - 1 - at)) as EventId;
    return { id, text: closeEvent(text, id) };
  });
}

export function closeEvent(text: string, id: EventId): string {
  return `${text},"id":${id}}`;
}
