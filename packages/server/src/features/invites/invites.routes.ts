// Listing, making, ending and repeating invitations.
import {
  createMultiuseInvite,
  getInvites,
  resendInvite,
  revokeInvite,
  revokeMultiuseInvite,
  sendInvites,
} from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import type { Doors } from '../../kit/sign-up-config.ts';
import { revokeInvite as revoke } from './ending.actions.ts';
import { createLink, inviteByMail, resend } from './invites.actions.ts';
import { findInvitations, getManagedInvite } from './invites.queries.ts';

export function invitesRoutes(doors: Doors): Route[] {
  return [
    read(getInvites, async ({ db, actor, now }) => ({ invites: await findInvitations(db, actor, doors.links, now) })),
    write(sendInvites, async (context, asked) => {
      return (await inviteByMail(context, context.actor, doors, asked)) ?? {};
    }),
    write(createMultiuseInvite, async (context, terms) => {
      return { invite_link: await createLink(context, context.actor, doors, terms) };
    }),
    write(revokeInvite, async (context, { invite_id }) => {
      const which = { id: invite_id, is_multiuse: false };
      await revoke(context, await getManagedInvite(context.tx, context.actor, which));
      return {};
    }),
    write(revokeMultiuseInvite, async (context, { invite_id }) => {
      const which = { id: invite_id, is_multiuse: true };
      await revoke(context, await getManagedInvite(context.tx, context.actor, which));
      return {};
    }),
    write(resendInvite, async (context, { invite_id }) => {
      const invite = await getManagedInvite(context.tx, context.actor, { id: invite_id, is_multiuse: false });
      await resend(context, context.actor, doors, invite);
      return {};
    }),
  ];
}
