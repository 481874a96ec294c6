// Long work in a process of its own leaves the embedded database to the server between its transactions. [IM43]
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../database/connection.ts';
import { sql } from '../database/sql.ts';
import type { Writer } from '../write/write.ts';

/** A server that waits for the lock tries it every 4 ms. */
const PAUSE_MS_MAX = 10;
/** Pages. Other connections move the log into the file at 4000: the server would do so on its event loop. */
const CHECKPOINT_AT = 2000;

/**
 * From now on the lock is free as long as each transaction took, at most 10 ms, before the next one takes it. What the process
 * does between its transactions counts as a pause.
 */
export async function shareLock(writer: Writer, { engine }: Store): Promise<void> {
  if (engine !== 'sqlite') return;
  await writer.write(null, ({ tx }) => tx.run(sql`pragma wal_autocheckpoint = ${sql.raw(CHECKPOINT_AT)}`));
  let free_until = 0;
  writer.onGroup(({ duration_ms }) => {
    free_until = performance.now() + Math.min(duration_ms, PAUSE_MS_MAX);
  });
  writer.pause = async () => {
    // A timer may fire up to a millisecond early.
    for (let left = free_until - performance.now(); left > 0; left = free_until - performance.now())
      await sleep(Math.ceil(left));
  };
}
