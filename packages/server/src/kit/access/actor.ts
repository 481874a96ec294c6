// The account that makes a request, as every handler sees it. Never loaded here: the gate does that (identity/sessions).
import { type RealmId, ROLE, type Role, type TokenScope, type UserId, type UserSettings } from '@stoa/contract';

/** The organization of a request, found by its host name. */
export interface Realm {
  readonly realm_id: RealmId;
  readonly name: string;
  /** The organization's root URL, without a trailing slash. */
  readonly url: string;
}

/** An access token, as it was when it authenticated the actor: its scopes never change. */
export interface TokenGrant {
  readonly token_id: number;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** In seconds since 1970. */
  readonly expires_at: number;
}

export interface Actor {
  readonly realm: Realm;
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly is_bot: boolean;
  readonly bot_type?: number | null;
  /** The owner of a bot; null for people and for bots without an owner. */
  readonly bot_owner_id?: UserId | null;
  /** The generation of the API key that authenticated the actor. */
  readonly api_key_generation: number;
  /** Counts the changes of the account's row; set where the actor was authenticated. */
  readonly revision?: number;
  /** The session that authenticated the actor; absent for an API key. */
  readonly session_id?: number;
  /** When the password was last entered in that session, in seconds. */
  readonly confirmed_at?: number;
  /** The access token that authenticated the actor; absent for an API key or a session. */
  readonly token?: TokenGrant;
  /** The organization requires two-factor sign-in, which the account has not: it may only switch it on. [TF18] */
  readonly lacks_two_factor?: true;
  /** Source of the picture if none is uploaded: G or J. */
  readonly avatar_source: string;
  readonly avatar_version: number;
  /** Storage key of the uploaded picture; null if there is none. */
  readonly avatar_key: string | null;
  /** Settings that differ from the defaults. */
  readonly settings: Readonly<Partial<UserSettings>>;
}

export function isAdministrator(actor: { role: Role }): boolean {
  return actor.role <= ROLE.administrator;
}

export function isGuest(actor: { role: Role }): boolean {
  return actor.role === ROLE.guest;
}

/** For whom requests, reads and memory count: a person, bots included, or an address. */
export type LimitKey = UserId | string;

/** The account whose limits apply: a bot counts for its owner, so that creating bots gains nothing. [RL8] */
export function accountable(actor: Pick<Actor, 'user_id' | 'bot_owner_id'>): UserId {
  return actor.bot_owner_id ?? actor.user_id;
}
