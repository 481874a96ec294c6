// A successful call for each endpoint of muted-users.
import type { mutedUsersContract, UserId } from '@stoa/contract';
import type { Samples, Stage } from './stage.ts';

/** Mutes or unmutes somebody for the owner. */
async function makeMuted({ cast: { ada, chen } }: Stage, muted: boolean): Promise<{ muted_user_id: UserId }> {
  const muted_user_id = chen.user_id;
  const { muted_users } = await ada.registerQueue({ fetch_event_types: ['muted_users'] });
  const is_muted = muted_users!.some(({ id }) => id === muted_user_id);
  if (muted && !is_muted) await ada.muteUser({ muted_user_id });
  if (!muted && is_muted) await ada.unmuteUser({ muted_user_id });
  return { muted_user_id };
}

export const mutedUsersSamples: Samples<typeof mutedUsersContract> = {
  muteUser: async (stage) => ({ muted_user_id: (await makeMuted(stage, false)).muted_user_id }),
  unmuteUser: async (stage) => ({ muted_user_id: (await makeMuted(stage, true)).muted_user_id }),
};
