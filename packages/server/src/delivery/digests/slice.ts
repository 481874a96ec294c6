// Weekly digests by mail, for people who have not been there for a while.
import { unsubscribePage } from '../../kit/mail/unsubscribe-page.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { DIGEST_TEMPLATE } from './digests.actions.ts';
import { digestInvariants } from './digests.invariants.ts';
import { digestHandler, LOOKING_MS, scheduleDigests } from './digests.jobs.ts';
import { UNSUBSCRIBING } from './unsubscribe.pages.ts';

export const digestsSlice = defineSlice({
  name: 'digests',
  tables: {
    digests: {
      accounts: ['user_id'],
      on_export: { none: 'a key, and which week was the last' },
      on_own_export: { owner: 'user_id', by: 'user_id', without: ['nonce', 'key_hash'] },
      on_erasure: 'rows',
    },
  },
  invariants: digestInvariants,
  emails: ({ links, second_factor }) => [
    {
      template: DIGEST_TEMPLATE,
      // Most servers send none, and the others once a week.
      async compose(...about) {
        const { composeDigest } = await import('./digests.emails.ts');
        return composeDigest(links, second_factor, ...about);
      },
    },
  ],
  open: (services: Services) => ({
    forms: [unsubscribePage(services, UNSUBSCRIBING)],
    jobs: services.sends_mail ? [digestHandler(services)] : [],
    periodic: services.sends_mail
      ? [{ name: 'digests', every_ms: LOOKING_MS, at_start: true as const, run: () => scheduleDigests(services) }]
      : [],
  }),
});
