// Has mail read by processes of their own, with limits on time and memory: a hostile mail can only end such a process. [IC7]
import type { UserId } from '@stoa/contract';
import { TaskProcess } from '../../../kit/processes/task-process.ts';
import { FairPool } from '../../../kit/scheduling/fair-pool.ts';
import type { MailAnswer, MailTask } from './mail-task.ts';

const PLACES = 2;
const TIME_LIMIT_MS = 20_000;
/** The largest mail takes half of it: its bytes, its attachments decoded, and the runtime. */
const MEMORY_LIMIT_BYTES = 600 * 1024 * 1024;

export class MailProcesses {
  /** Keys are the accounts that made the addresses. */
  private readonly pool = new FairPool<UserId>({
    places: PLACES,
    places_each: 1,
    waiting: 40,
    waiting_each: 10,
    max_wait_ms: 60_000,
  });
  private readonly processes = Array.from({ length: PLACES }, () => {
    const limits = { time_limit_ms: TIME_LIMIT_MS, memory_limit_bytes: MEMORY_LIMIT_BYTES };
    return new TaskProcess<MailTask, MailAnswer>('mail', { ended: 'unreadable', not_done: 'not_done' }, limits);
  });
  private readonly idle = [...this.processes];
  private closed = false;

  /** Unreadable is also what can't be read within the limits. Throws `PoolFull`. */
  read(by: UserId, task: MailTask): Promise<MailAnswer> {
    return this.pool.run(by, async () => {
      if (this.closed) return 'not_done';
      const free = this.idle.pop()!;
      try {
        return await free.run(task);
      } finally {
        this.idle.push(free);
      }
    });
  }

  close(): void {
    this.closed = true;
    this.pool.clear();
    for (const each of this.processes) each.end();
  }
}
