// Judges a history: every acknowledged message once, in the order of its sender, and the same order for every queue. Knows no server.

export interface Acknowledged {
  readonly id: number;
  readonly content: string;
  readonly sender: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Message {
  readonly id: number;
  readonly content: string;
}

export interface History {
  /** In the order of the acknowledgements. */
  readonly acknowledged: readonly Acknowledged[];
  /** What the store has, by id. */
  readonly stored: readonly Message[];
  /** What each event queue delivered since before the first message. */
  readonly queues: readonly (readonly Message[])[];
}

export interface Verdict {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  /** Places where two messages are in another order than a sender, the store or a queue had them. */
  readonly reordered: number;
  /** Longest time between two acknowledgements. */
  readonly pause_ms: number;
}

export function judge({ acknowledged, stored, queues }: History): Verdict {
  const lists = [stored, ...queues];
  let lost = 0;
  let duplicated = 0;
  let reordered = 0;
  for (const list of lists) {
    const ids = new Map(list.map(({ id, content }) => [content, id]));
    duplicated += list.length - ids.size;
    lost += acknowledged.filter(({ id, content }) => ids.get(content) !== id).length;
    reordered += descents(list.map(({ id }) => id));
  }
  // A queue has every message of the store, also those whose sender got no answer.
  for (const queue of queues) {
    const delivered = new Set(queue.map(({ id }) => id));
    const known = new Set(stored.map(({ id }) => id));
    lost += stored.filter(({ id }) => !delivered.has(id)).length;
    duplicated += queue.filter(({ id }) => !known.has(id)).length;
  }
  for (const sender of new Set(acknowledged.map((each) => each.sender)))
    reordered += descents(acknowledged.filter((each) => each.sender === sender).map(({ id }) => id));
  const times = acknowledged.map(({ at }) => at).sort((a, b) => a - b);
  const pause_ms = Math.max(0, ...times.slice(1).map((at, before) => at - times[before]!));
  return { acknowledged: acknowledged.length, lost, duplicated, reordered, pause_ms };
}

function descents(ids: readonly number[]): number {
  return ids.filter((id, at) => at > 0 && id < ids[at - 1]!).length;
}
