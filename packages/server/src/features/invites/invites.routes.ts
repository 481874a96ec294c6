// Listing, creating, revoking and resending invitations.
import {
  createMultiuseInvite,
  getInvites,
  resendInvite,
  revokeInvite,
  revokeMultiuseInvite,
  sendInvites,
} from '@stoa/contract';
import { RawResult, type Route, read, write } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import { revokeInvite as revoke } from './invite-status.actions.ts';
import { createLink, inviteByMail, resend } from './invites.actions.ts';
import { findInvitations, getManagedInvite } from './invites.queries.ts';

export function invitesRoutes(sign_up_config: SignUpConfig): Route[] {
  return [
    read(getInvites, async ({ db, actor, now }) => {
      const invites = await findInvitations(db, actor, sign_up_config.links, now);
      return new RawResult(fieldsOf({ invites }));
    }),
    write(sendInvites, async (context, params) => {
      return (await inviteByMail(context, context.actor, sign_up_config, params)) ?? {};
    }),
    write(createMultiuseInvite, async (context, terms) => {
      return { invite_link: await createLink(context, context.actor, sign_up_config, terms) };
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
      await resend(context, context.actor, sign_up_config, invite);
      return {};
    }),
  ];
}
