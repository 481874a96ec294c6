// Bots: accounts that programs use.

import { botsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { botsInvariants } from './bots.invariants.ts';
import { presentBotEvent } from './bots.present.ts';
import { findManagedBotsText } from './bots.queries.ts';
import { botsRoutes } from './bots.routes.ts';

export const botsSlice = defineSlice({
  contract: botsContract,
  presenters: { realm_bot: presentBotEvent },
  state: { bots: async (db, { actor }) => ({ realm_bots: await findManagedBotsText(db, actor) }) },
  tables: {
    bot_offers: {
      accounts: ['user_id', 'bot_id', 'offered_by'],
      on_export: { none: 'nobody has taken it yet' },
      on_own_export: { none: 'nobody has taken it yet' },
      on_erasure: 'rows',
    },
    bot_settings: {
      accounts: ['user_id'],
      on_export: { none: 'settings of a program, with its secrets' },
      on_own_export: { none: 'settings of a program, with its secrets' },
      on_erasure: 'rows',
    },
  },
  invariants: botsInvariants,
  open: ({ keys, files }: Services) => ({ routes: botsRoutes(keys, files) }),
});
