// A successful call for each endpoint of presence.
import type { presenceContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const presenceSamples: Samples<typeof presenceContract> = {
  updatePresence: () => ({ status: 'active', last_update_id: -1 }),
  getUserPresence: async ({ cast }) => {
    await cast.dara.updatePresence({ status: 'active' });
    return { user_id_or_email: String(cast.dara.user_id) };
  },
  getRealmPresence: () => ({}),
};
