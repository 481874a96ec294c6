// Enqueues mail within a write; it is composed and sent after the commit, so that no key is stored in a queue. [ML2]
import { randomUUID } from 'node:crypto';
import type { WriteContext } from '../write/write-context.ts';

export const MAIL_JOB = 'mail';
/** Mail to many people at once has a queue of its own, so that nobody's new password waits for it. [ML5] */
export const BULK_MAIL_JOB = 'mail.bulk';

/** A mail job: which template, its data, and an id that stays the same over retries. */
export interface MailBody extends Record<string, unknown> {
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly id: string;
}

const queueAs =
  (kind: string) =>
  ({ enqueue }: WriteContext, template: string, data: Readonly<Record<string, unknown>>): void => {
    const body: MailBody = { template, data, id: randomUUID() };
    enqueue({ kind, body });
  };

export const queueEmail = queueAs(MAIL_JOB);
export const queueBulkEmail = queueAs(BULK_MAIL_JOB);
