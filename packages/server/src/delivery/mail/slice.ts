// Outgoing mail of all slices.

import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { mailHandlers } from './mail.jobs.ts';
import type { MailSettings } from './mail-settings.ts';
import { createMailer } from './mailer.ts';

export interface MailConfig {
  /** Null: this server sends no mail. */
  readonly mail: MailSettings | null;
}

export const mailSlice = defineSlice({
  name: 'mail',
  open({ store, clock, mail, emails }: Services & MailConfig) {
    const mailer = mail && createMailer(mail);
    return { jobs: mailHandlers({ store, mailer, composers: emails, now: () => clock.now() }) };
  },
});
