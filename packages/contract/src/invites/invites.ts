// Invitations: reusable links, and single-use invitations sent by email. Spec 4.11.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { event } from '../kit/event.ts';
import { ChannelId, GroupId, ROLE, Role, Timestamp, UserId } from '../kit/values.ts';

/** A hundred years. Null means no expiry. */
export const MAX_INVITATION_MINUTES = 52_560_000;
/** At most 1,000 channels, and 1,000 groups, per call. */
export const MAX_INVITATION_TARGETS = 1000;
/** At most 500 email addresses per call. */
export const MAX_INVITEES = 500;

export const Invitation = z.object({
  /** Links and email invitations share one sequence of ids. */
  id: z.int(),
  invited_by_user_id: UserId,
  invited: Timestamp,
  /** Null: does not expire. */
  expiry_date: Timestamp.nullable(),
  invited_as: Role,
  is_multiuse: z.boolean(),
  /** Present for email invitations. */
  email: z.string().optional(),
  notify_referrer_on_join: z.boolean().optional(),
  /** Present for reusable links. */
  link_url: z.string().optional(),
});
export type Invitation = z.output<typeof Invitation>;

export const InvitationFailed = apiError({
  code: 'INVITATION_FAILED',
  status: 400,
  summary: 'Some or all addresses were not invited; `sent_invitations` says whether the others were.',
  fields: {
    /** Email address, reason, and whether a deactivated account has it. */
    errors: z.array(z.tuple([z.string(), z.string(), z.boolean()])),
    /** For clients to translate: why each address in `errors` was not invited, in the same order. */
    reasons: z.array(z.string().nullable()),
    reason: z.string(),
    sent_invitations: z.boolean(),
    daily_limit_reached: z.boolean(),
    license_limit_reached: z.boolean(),
  },
});

export const invitesChanged = event({
  type: 'invites_changed',
  fields: () => z.object({}),
  summary: 'The invitations that the user can see have changed.',
});

const terms = {
  /** Null: never expires. Absent: the server default, ten days unless configured. */
  invite_expires_in_minutes: z.int().min(1).max(MAX_INVITATION_MINUTES).nullable().optional(),
  invite_as: Role.default(ROLE.member),
  group_ids: z.array(GroupId).max(MAX_INVITATION_TARGETS).default([]),
  include_realm_default_subscriptions: z.boolean().default(false),
  /** Administrators only. Null: the organization's message; empty: none. At most 8,000 Unicode code points. */
  welcome_message_custom_text: z.string().nullable().default(null),
};
const stream_ids = z.array(ChannelId).max(MAX_INVITATION_TARGETS);

/** Guests see only what they are added to, but a group may give them more. */
const givesAccess = ({ invite_as, group_ids }: { readonly invite_as: Role; readonly group_ids: readonly GroupId[] }) =>
  invite_as <= ROLE.member || group_ids.length > 0;

export const getInvites = endpoint({
  id: 'get-invites',
  method: 'GET',
  path: '/invites',
  access: 'member',
  scope: 'key',
  result: () => z.object({ invites: z.array(Invitation) }),
  // The links admit people.
  fresh_password: true,
  summary: 'List the usable invitations: all of them for administrators, your own otherwise',
});

export const sendInvites = endpoint({
  id: 'send-invites',
  method: 'POST',
  path: '/invites',
  access: 'member',
  scope: 'key',
  params: () =>
    z.object({
      /** Separated by commas or newlines. */
      invitee_emails: z.string(),
      stream_ids,
      ...terms,
      /** Whether the inviter is notified when the invitation is accepted. */
      notify_referrer_on_join: z.boolean().default(true),
    }),
  fresh_password: givesAccess,
  errors: [InvitationFailed],
  emits: [invitesChanged],
  summary: 'Invite people by email',
});

export const createMultiuseInvite = endpoint({
  id: 'create-invite-link',
  method: 'POST',
  path: '/invites/multiuse',
  access: 'member',
  scope: 'key',
  params: () => z.object({ ...terms, stream_ids: stream_ids.default([]) }),
  result: () => z.object({ invite_link: z.string() }),
  fresh_password: givesAccess,
  emits: [invitesChanged],
  summary: 'Create a reusable invitation link',
});

export const revokeInvite = endpoint({
  id: 'revoke-email-invite',
  method: 'DELETE',
  path: '/invites/{invite_id}',
  access: 'member',
  scope: 'administer',
  params: () => z.object({ invite_id: z.int() }),
  emits: [invitesChanged],
  summary: 'Revoke an email invitation',
});

export const revokeMultiuseInvite = endpoint({
  id: 'revoke-invite-link',
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  access: 'member',
  scope: 'administer',
  params: () => z.object({ invite_id: z.int() }),
  emits: [invitesChanged],
  summary: 'Revoke a reusable invitation link',
});

export const resendInvite = endpoint({
  id: 'resend-email-invite',
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  access: 'member',
  scope: 'key',
  params: () => z.object({ invite_id: z.int() }),
  fresh_password: true,
  errors: [InvitationFailed],
  emits: [invitesChanged],
  summary: 'Send an email invitation again and restart its original lifetime',
});
