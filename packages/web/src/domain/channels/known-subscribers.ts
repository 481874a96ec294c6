// The subscribers of the channel being written to, fetched when writing begins and cached for some minutes.
import type { Engine } from '../../model/engine/engine.ts';

const KNOWN_MS = 5 * 60_000;
const known = new Map<number, { readonly people: ReadonlySet<number>; readonly at: number }>();

/** Null until fetched, or if the reader may not know. */
export const knownSubscribers = (channel_id: number): ReadonlySet<number> | null =>
  known.get(channel_id)?.people ?? null;

export async function learnSubscribers(engine: Engine, channel_id: number): Promise<void> {
  const entry = known.get(channel_id);
  if (entry && Date.now() - entry.at < KNOWN_MS) return;
  try {
    const { subscribers } = await engine.client.getSubscribers({ stream_id: channel_id });
    known.set(channel_id, { people: new Set(subscribers), at: Date.now() });
  } catch {
    // Then nobody is reported as missing.
  }
}

export function addedSubscribers(channel_id: number, user_ids: readonly number[]): void {
  const entry = known.get(channel_id);
  if (entry) known.set(channel_id, { ...entry, people: new Set([...entry.people, ...user_ids]) });
}
