// Puts mail about missed messages together for the app: its letter, its jobs where mail is sent, and the page that ends it.
import type { Clock } from '../../kit/clock.ts';
import type { Store } from '../../kit/database/connection.ts';
import type { FormPage } from '../../kit/http/form-page.ts';
import type { JobHandler } from '../../kit/jobs.ts';
import type { LinkKeys } from '../../kit/link-keys.ts';
import type { Composer } from '../../kit/mail/letters.ts';
import type { Writer } from '../../kit/write.ts';
import { missedMailComposer } from './missed-mail.emails.ts';
import { missedMailJobs } from './missed-mail.jobs.ts';
import { unsubscribePages } from './unsubscribe.pages.ts';

interface MissedMailServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly links: LinkKeys;
}

export interface MissedMail {
  readonly composers: readonly Composer[];
  readonly pages: readonly FormPage[];
  readonly job_handlers: readonly JobHandler[];
}

export function openMissedMail(parts: MissedMailServices, sends_mail: boolean): MissedMail {
  return {
    composers: [missedMailComposer(parts.links)],
    pages: unsubscribePages(parts),
    job_handlers: sends_mail ? missedMailJobs(parts) : [],
  };
}
