// A successful call for each endpoint of user-status.
import type { userStatusContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const userStatusSamples: Samples<typeof userStatusContract> = {
  updateStatus: ({ unique }) => ({ status_text: `sample ${unique()}` }),
  updateStatusForUser: ({ cast, unique }) => ({
    user_id: cast.dara.user_id,
    status_text: `sample ${unique()}`,
    reaction_type: 'unicode_emoji',
    emoji_name: 'tada',
    emoji_code: '1f389',
  }),
  getUserStatus: ({ cast }) => ({ user_id: cast.dara.user_id }),
};
