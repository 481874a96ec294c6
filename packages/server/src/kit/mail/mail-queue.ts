// Enqueues mail within a write; it is composed and sent after the commit, so that no key is stored in a queue. [ML2]
import { randomUUID } from 'node:crypto';
import type { WriteContext } from '../write-context.ts';

export const MAIL_JOB = 'mail';

/** A mail job: which template, its data, and an id that stays the same over retries. */
export interface MailBody extends Record<string, unknown> {
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly id: string;
}

export function queueEmail({ enqueue }: WriteContext, template: string, data: Readonly<Record<string, unknown>>): void {
  const body: MailBody = { template, data, id: randomUUID() };
  enqueue({ kind: MAIL_JOB, body });
}
