// Video calls, at services that the operator configured.

import { callsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import type { CallSettings } from './call-settings.ts';
import { callRoutes } from './calls.routes.ts';
import { findVideoCallsState } from './zoom.queries.ts';

export interface CallConfig {
  /** The configured services. */
  readonly calls: CallSettings;
}

export const callsSlice = defineSlice({
  contract: callsContract,
  state: { video_calls: (db, { actor }) => findVideoCallsState(db, actor.user_id) },
  tables: {
    zoom_tokens: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { none: 'a key, or what follows from one' },
      on_erasure: 'rows',
    },
  },
  open: (services: Services & CallConfig) =>
    callRoutes(services.calls, { ...services, key: services.keys.derive('calls') }),
});
