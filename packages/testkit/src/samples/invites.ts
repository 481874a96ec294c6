// A successful call for each endpoint of invites.
import type { invitesContract } from '@stoa/contract';
import type { Samples, Stage } from './stage.ts';

async function someInvite({ cast: { ada }, unique }: Stage): Promise<number> {
  await ada.sendInvites({ invitee_emails: `waiting${unique()}@stoa.example`, stream_ids: [] });
  return (await ada.getInvites()).invites.at(-1)!.id;
}

export const invitesSamples: Samples<typeof invitesContract> = {
  getInvites: () => ({}),
  sendInvites: ({ unique }) => ({ invitee_emails: `invited${unique()}@stoa.example`, stream_ids: [] }),
  createMultiuseInvite: () => ({ invite_as: 600 }),
  revokeInvite: async (stage) => ({ invite_id: await someInvite(stage) }),
  revokeMultiuseInvite: async ({ cast: { ada } }) => {
    await ada.createMultiuseInvite({});
    return { invite_id: (await ada.getInvites()).invites.at(-1)!.id };
  },
  resendInvite: async (stage) => ({ invite_id: await someInvite(stage) }),
  testWelcomeMessage: () => ({ welcome_message_custom_text: 'Welcome' }),
};
