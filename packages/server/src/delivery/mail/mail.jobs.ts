// Composes and sends enqueued emails. An email whose reason no longer exists is not sent.

import { listRealms } from '../../identity/realm/realm.queries.ts';
import type { Store } from '../../kit/database/connection.ts';
import { type ActingHandler, PermanentJobFailure } from '../../kit/jobs/jobs.ts';
import type { Composer } from '../../kit/mail/email-templates.ts';
import { BULK_MAIL_JOB, MAIL_JOB, type MailBody } from '../../kit/mail/mail-queue.ts';
import type { Mailer } from './mailer.ts';

interface MailServices {
  readonly store: Pick<Store, 'snapshot'>;
  readonly mailer: Mailer | null;
  readonly composers: readonly Composer[];
  now(): number;
}

/** Longer than all timeouts of the mailer together. */
const CLAIM_MS = 3 * 60_000;
/** About half a day of retries. */
const ATTEMPTS = 20;

/** How many mails of each queue are sent at once. */
const QUEUES = [
  [MAIL_JOB, 4],
  [BULK_MAIL_JOB, 2],
] as const;

export function mailHandlers({ store, mailer, composers, now }: MailServices): ActingHandler[] {
  const byName = new Map(composers.map((composer) => [composer.template, composer]));
  return QUEUES.map(([kind, concurrency]) => ({
    kind,
    attempts: ATTEMPTS,
    claim_ms: CLAIM_MS,
    concurrency,
    async act({ realm_id, body }) {
      const { template, data, id } = body as MailBody;
      if (!mailer) throw new PermanentJobFailure('this server sends no mail');
      const composer = byName.get(template);
      const { realm, mail } = await store.snapshot(async (db) => {
        const realm = (await listRealms(db)).find((realm) => realm.realm_id === realm_id);
        if (!composer || !realm) throw new PermanentJobFailure(`there is no template ${template}`);
        return { realm, mail: await composer.compose(db, realm, data, now()) };
      });
      if (mail) await mailer.send(mail, { realm, id });
      return undefined;
    },
  }));
}
