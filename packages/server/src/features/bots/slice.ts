// Bots: accounts that programs use.

import { botsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { findManagedBotsText } from './bots.queries.ts';
import { botsRoutes } from './bots.routes.ts';

export const botsSlice = defineSlice({
  contract: botsContract,
  state: { bots: async (db, { actor }) => ({ realm_bots: await findManagedBotsText(db, actor) }) },
  open: ({ keys, files }: Services) => ({ routes: botsRoutes(keys, files) }),
});
