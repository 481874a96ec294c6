// Enqueues mail within a write; it is composed and sent after the commit, so that no key is stored in a queue. [ML2]
import { randomUUID } from 'node:crypto';
import type { WriteContext } from '../write.ts';

export const MAIL_JOB = 'mail';

/** A mail job: which letter, its subject matter, and an id that stays the same over retries. */
export interface MailBody extends Record<string, unknown> {
  readonly letter: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly id: string;
}

export function queueEmail({ enqueue }: WriteContext, letter: string, data: Readonly<Record<string, unknown>>): void {
  const body: MailBody = { letter, data, id: randomUUID() };
  enqueue({ kind: MAIL_JOB, body });
}
