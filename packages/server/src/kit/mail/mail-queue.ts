// Promises mail within a write; it leaves after the commit, and is composed only then, so that no key waits in a queue. [ML2]
import { randomUUID } from 'node:crypto';
import type { WriteContext } from '../write.ts';

export const MAIL_JOB = 'mail';

/** What a mail job keeps: which letter, what it is about, and an id that stays the same however often it is tried. */
export interface MailBody extends Record<string, unknown> {
  readonly letter: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly id: string;
}

export function queueLetter({ enqueue }: WriteContext, letter: string, data: Readonly<Record<string, unknown>>): void {
  const body: MailBody = { letter, data, id: randomUUID() };
  enqueue({ kind: MAIL_JOB, body });
}
