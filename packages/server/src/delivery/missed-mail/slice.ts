// Mail about messages that were missed.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { missedMailComposer } from './missed-mail.emails.ts';
import { missedMailJobs } from './missed-mail.jobs.ts';
import { unsubscribePages } from './unsubscribe.pages.ts';

export const missedMailSlice = defineSlice({
  name: 'missed-mail',
  letters: ({ links }) => [missedMailComposer(links)],
  open: (services: Services) => ({
    forms: unsubscribePages(services),
    jobs: services.sends_mail ? missedMailJobs(services) : [],
  }),
});
