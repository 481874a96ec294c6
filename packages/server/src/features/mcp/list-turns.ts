// Turns for reading lists that may have everybody in them: a few are in memory at a time. [MP16]
import { ReadTurns } from '../../kit/database/read-turns.ts';

/** With 20,000 people, a list of all takes 50 MB while it is read. */
const LIMITS = { places: 2, places_each: 1, waiting_each: 20, max_wait_ms: 30_000 };

/** Runs work when it is its account's turn. Throws if too many wait. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** For the callers of a server; `account` shares a turn with its bots. */
export function listTurns(): (account: number, signal: AbortSignal) => InTurn {
  const turns = new ReadTurns(LIMITS);
  return (account, signal) => async (work) => {
    const endTurn = await turns.take({ account: String(account), signal });
    return work().finally(endTurn);
  };
}
