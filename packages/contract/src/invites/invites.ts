// Invitations: links that any number of people may use, and invitations that go to single addresses. Spec 4.11.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { event } from '../kit/event.ts';
import { ChannelId, GroupId, ROLE, Role, Timestamp, UserId } from '../kit/values.ts';

/** A hundred years; whoever wants more wants null. */
export const MAX_INVITATION_MINUTES = 52_560_000;
/** One call may name so many channels, and so many groups. */
export const MAX_INVITATION_TARGETS = 1000;
/** One call may name so many addresses. */
export const MAX_INVITEES = 500;

export const Invitation = z.object({
  /** Links and invitations of single addresses are numbered together. */
  id: z.int(),
  invited_by_user_id: UserId,
  invited: Timestamp,
  /** Null: it does not expire. */
  expiry_date: Timestamp.nullable(),
  invited_as: Role,
  is_multiuse: z.boolean(),
  /** Of those that go to a single address. */
  email: z.string().optional(),
  notify_referrer_on_join: z.boolean().optional(),
  /** Of links that any number of people may use. */
  link_url: z.string().optional(),
});
export type Invitation = z.output<typeof Invitation>;

export const InvitationFailed = apiError({
  code: 'INVITATION_FAILED',
  status: 400,
  summary: 'Some or all of the addresses were not invited; `sent_invitations` says whether the others were.',
  fields: {
    /** Address, what is wrong with it, and whether it is of a deactivated account. */
    errors: z.array(z.tuple([z.string(), z.string(), z.boolean()])),
    sent_invitations: z.boolean(),
    daily_limit_reached: z.boolean(),
    license_limit_reached: z.boolean(),
  },
});

export const invitesChanged = event({
  type: 'invites_changed',
  fields: z.object({}),
  summary: 'Invitations that the user can see came, changed or went.',
});

const terms = {
  /** Null: never. Left out: what the server is set to, ten days at first. */
  invite_expires_in_minutes: z.int().min(1).max(MAX_INVITATION_MINUTES).nullable().optional(),
  invite_as: Role.default(ROLE.member),
  group_ids: z.array(GroupId).max(MAX_INVITATION_TARGETS).default([]),
  include_realm_default_subscriptions: z.boolean().default(false),
  /** Administrators' only. Null: the organization's; empty: none. At most 8000 Unicode code points. */
  welcome_message_custom_text: z.string().nullable().default(null),
};
const stream_ids = z.array(ChannelId).max(MAX_INVITATION_TARGETS);

/** Guests see no more than they are shown. */
const letsMembersIn = ({ invite_as }: { readonly invite_as: Role }): boolean => invite_as <= ROLE.member;

export const getInvites = endpoint({
  id: 'get-invites',
  method: 'GET',
  path: '/invites',
  access: 'member',
  params: z.object({}),
  result: z.object({ invites: z.array(Invitation) }),
  // Links let people in.
  fresh_password: true,
  summary: 'List the invitations that can still be used: all of them for administrators, for others their own',
});

export const sendInvites = endpoint({
  id: 'send-invites',
  method: 'POST',
  path: '/invites',
  access: 'member',
  params: z.object({
    /** Separated by commas or line ends. */
    invitee_emails: z.string(),
    stream_ids,
    ...terms,
    /** Whether the inviter is told when the invitation is accepted. */
    notify_referrer_on_join: z.boolean().default(true),
  }),
  result: z.object({}),
  fresh_password: letsMembersIn,
  errors: [InvitationFailed],
  emits: [invitesChanged],
  summary: 'Invite people by mail',
});

export const createMultiuseInvite = endpoint({
  id: 'create-invite-link',
  method: 'POST',
  path: '/invites/multiuse',
  access: 'member',
  params: z.object({ ...terms, stream_ids: stream_ids.default([]) }),
  result: z.object({ invite_link: z.string() }),
  fresh_password: letsMembersIn,
  emits: [invitesChanged],
  summary: 'Make an invitation link that any number of people may use',
});

export const revokeInvite = endpoint({
  id: 'revoke-email-invite',
  method: 'DELETE',
  path: '/invites/{invite_id}',
  access: 'member',
  params: z.object({ invite_id: z.int() }),
  result: z.object({}),
  emits: [invitesChanged],
  summary: 'Revoke an invitation of a single address',
});

export const revokeMultiuseInvite = endpoint({
  id: 'revoke-invite-link',
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  access: 'member',
  params: z.object({ invite_id: z.int() }),
  result: z.object({}),
  emits: [invitesChanged],
  summary: 'Revoke an invitation link',
});

export const resendInvite = endpoint({
  id: 'resend-email-invite',
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  access: 'member',
  params: z.object({ invite_id: z.int() }),
  result: z.object({}),
  fresh_password: true,
  errors: [InvitationFailed],
  emits: [invitesChanged],
  summary: 'Send an invitation to its address again; it then holds as long as it did at first',
});
