// The rows this slice owns.
import type { ChannelId, GroupId, RealmId, Role, UserId } from '@stoa/contract';

/** Revoked and accepted invitations are not usable. */
export type InviteStatus = 'pending' | 'accepted' | 'revoked';

export interface InviteRow {
  id: number;
  realm_id: RealmId;
  invited_by_user_id: UserId;
  /** Null: a reusable link. */
  email: string | null;
  email_key: string | null;
  nonce: string;
  key_hash: string;
  invited_as: Role;
  /** In seconds since 1970, like all times here. */
  invited: number;
  /** Null: never. */
  expires_at: number | null;
  validity_minutes: number | null;
  stream_ids: ChannelId[];
  group_ids: GroupId[];
  include_realm_default_subscriptions: boolean;
  /** Null: the organization's message; empty: none. */
  welcome_message_custom_text: string | null;
  notify_referrer_on_join: boolean;
  status: InviteStatus;
  /** How often it was mailed. */
  emails_sent: number;
}
