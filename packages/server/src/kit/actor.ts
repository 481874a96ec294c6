// Who is calling, as every handler sees it. Never loaded here: the auth slice does that.
import { type RealmId, ROLE, type Role, type UserId, type UserSettings } from '@stoa/contract';

/** The organization a request is for, found by the host name it was sent to. */
export interface Realm {
  readonly realm_id: RealmId;
  readonly name: string;
  /** The root address of the organization, without a slash at the end. */
  readonly url: string;
}

export interface Actor {
  readonly realm: Realm;
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly is_bot: boolean;
  readonly bot_type?: number | null;
  /** Who a bot belongs to; null for people, and for bots that nobody owns. */
  readonly bot_owner_id?: UserId | null;
  /** Which of the account's keys let the actor in. */
  readonly api_key_generation: number;
  /** The session that let the actor in; absent for an API key. */
  readonly session_id?: number;
  /** When the password was last given in that session, in seconds. */
  readonly confirmed_at?: number;
  /** Where the picture comes from while none is uploaded: G or J. */
  readonly avatar_source: string;
  readonly avatar_version: number;
  /** What an uploaded picture is kept under; null where none is uploaded. */
  readonly avatar_key: string | null;
  /** What the account has set otherwise than the defaults. */
  readonly settings: Readonly<Partial<UserSettings>>;
}

export function isAdministrator(actor: { role: Role }): boolean {
  return actor.role <= ROLE.administrator;
}

export function isGuest(actor: { role: Role }): boolean {
  return actor.role === ROLE.guest;
}

/** Whose limits the actor uses up: a bot those of its owner, so that making bots wins nobody more. [RL8] */
export function accountable(actor: Pick<Actor, 'user_id' | 'bot_owner_id'>): UserId {
  return actor.bot_owner_id ?? actor.user_id;
}
