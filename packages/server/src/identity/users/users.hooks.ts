// Hooks of account changes.
import type { RealmId, Role, UserId } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { hook } from '../../kit/write/hook.ts';
import type { Upcoming } from '../../kit/write/hooks.ts';
import type { UserRow } from './users.present.ts';

/** A role is about to be lowered, so the account may read less afterwards. */
export const roleLowering = hook<{ readonly realm_id: RealmId; readonly owner_id: UserId } & Upcoming>('role lowering');

/** `user` is the account before the change; it is active. */
export interface RoleChange {
  readonly realm: Realm;
  readonly user: UserRow;
  readonly from: Role;
  readonly to: Role;
}
export const roleChanged = hook<RoleChange>('role changed');

/** The account is created and announced. */
export const accountCreated = hook<{
  readonly realm: Realm;
  readonly user: UserRow;
  /** The creator has chosen channels. */
  readonly has_chosen_channels: boolean;
}>('account created');

/** An account was deactivated; clients are not told yet. */
export const accessEnded = hook<{ readonly user_id: UserId }>('access ended');

/** Clients were told that an account and its bots are deactivated. */
export const accountDeactivated = hook<{
  readonly realm: Realm;
  readonly user: UserRow;
  readonly bots: readonly UserRow[];
}>('account deactivated');

export const accountReactivated = hook<{
  readonly realm: Realm;
  readonly user: UserRow;
  /** Null for the operator. */
  readonly by: Actor | null;
}>('account reactivated');

/** An API key was replaced. */
export const apiKeyReset = hook<{ readonly user_id: UserId; readonly keeps_sessions: boolean }>('API key reset');

/** Limited guests were told of an account that they now see. */
export const accountShown = hook<{ readonly user: UserRow; readonly guests: readonly UserId[] }>('account shown');
