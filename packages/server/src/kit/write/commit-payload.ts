// A commit as the payload of a notification to other processes on the same store.
import type { EventId, RealmId } from '@stoa/contract';
import type { LogEntry } from './log-entry.ts';

/** More entries would not fit into a notification. */
const ENTRIES_MAX = 8;

interface CommitPayload {
  readonly realm_id: RealmId;
  readonly base: EventId;
  readonly entries: readonly LogEntry[];
}

/** Empty if the others must read the event log. */
export function commitPayload(realm_id: RealmId, base: EventId, entries: readonly LogEntry[]): string {
  return entries.length > ENTRIES_MAX ? '' : JSON.stringify({ realm_id, base, entries } satisfies CommitPayload);
}

/** Null for a payload of another program. */
export function parseCommitPayload(payload: string): CommitPayload | null {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
