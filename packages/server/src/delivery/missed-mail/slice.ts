// Mail about missed messages.
import { unsubscribePage } from '../../kit/mail/unsubscribe-page.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { missedMailComposer } from './missed-mail.emails.ts';
import { missedMailJobs } from './missed-mail.jobs.ts';
import { UNSUBSCRIBING } from './unsubscribe.pages.ts';

export const missedMailSlice = defineSlice({
  name: 'missed-mail',
  tables: {
    mail_pending: { on_deletion: { none: 'work that is done within the hour' } },
    mail_readers: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { none: 'a key, or what follows from one' },
      on_erasure: 'rows',
    },
    missed_messages: {
      accounts: ['user_id'],
      on_export: { none: 'it only says what is mailed' },
      on_own_export: { none: 'it only says what is mailed' },
      on_erasure: 'rows',
      on_deletion: { none: 'deleted messages are left out of the mail, and dropped with it' },
    },
  },
  emails: ({ links, second_factor }) => [missedMailComposer(links, second_factor)],
  open: (services: Services) => ({
    forms: [unsubscribePage(services, UNSUBSCRIBING)],
    jobs: services.sends_mail ? missedMailJobs(services) : [],
  }),
});
