// Invitations and the welcome message.
import { slice } from '../kit/slice.ts';
import {
  createMultiuseInvite,
  getInvites,
  invitesChanged,
  resendInvite,
  revokeInvite,
  revokeMultiuseInvite,
  sendInvites,
} from './invites.ts';
import { testWelcomeMessage } from './welcome.endpoints.ts';

export * from './invites.ts';
export * from './welcome.endpoints.ts';

export const invitesContract = slice({
  name: 'invites',
  endpoints: {
    getInvites,
    sendInvites,
    createMultiuseInvite,
    revokeInvite,
    revokeMultiuseInvite,
    resendInvite,
    testWelcomeMessage,
  },
  events: [invitesChanged],
});
