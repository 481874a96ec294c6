// Presence: who is online.

import { presenceContract } from '@stoa/contract';
import { seconds } from '../../kit/time/clock.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { presentPresence } from './presence.present.ts';
import { findPresenceState } from './presence.queries.ts';
import { presenceRoutes } from './presence.routes.ts';
import { PresenceReports } from './presence-reports.ts';

export const presenceSlice = defineSlice({
  contract: presenceContract,
  presenters: { presence: presentPresence },
  state: {
    presence: (db, { actor, now, params }) =>
      findPresenceState(db, actor, {
        modern: params.slim_presence,
        history_limit_days: params.presence_history_limit_days,
        now: seconds(now),
      }),
  },
  tables: {
    user_presence: {
      accounts: ['user_id'],
      on_export: { none: 'the next minute replaces it' },
      on_own_export: { owner: 'user_id', by: 'user_id' },
      on_erasure: 'rows',
    },
  },
  open(services: Services) {
    const reports = new PresenceReports(services);
    return { routes: presenceRoutes(reports, services.store.db), components: { presence: reports } };
  },
});
