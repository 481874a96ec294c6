// Push notifications on phones, through a push service.

import { pushContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { Bouncer, type BouncerAccess } from './bouncer.ts';
import { notifyingJobs } from './notifying.jobs.ts';
import { pushRoutes } from './push.routes.ts';
import { registrationJobs } from './registration.jobs.ts';

export interface PushConfig {
  /** Access to the push service; null for none. */
  readonly push: BouncerAccess | null;
}

export const pushSlice = defineSlice({
  contract: pushContract,
  tables: {
    push_tokens: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { owner: 'user_id', by: 'id', without: ['digest', 'token_sealed'] },
      on_erasure: 'rows',
    },
    push_notified: {
      accounts: ['user_id'],
      on_export: { none: 'it only says what a phone shows' },
      on_own_export: { none: 'it only says what a phone shows' },
      on_erasure: 'rows',
      on_deletion: { none: 'removed once it is withdrawn from phones' },
    },
    push_pending: { on_deletion: { none: 'work that is done within the hour' } },
  },
  open({ store, writer, clock, vault, outbound, second_factor, push }: Services & PushConfig) {
    const service = { bouncer: push && new Bouncer(push, outbound), vault };
    return {
      routes: pushRoutes({ service, store, writer }),
      jobs: [...registrationJobs(service, store), ...notifyingJobs({ service, store, writer, clock, second_factor })],
    };
  },
});
