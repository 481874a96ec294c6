// What changes of accounts announce, within the write that makes them.
import type { RealmId, Role, UserId } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/actor.ts';
import { hook, type Upcoming } from '../../kit/hooks.ts';
import type { UserRow } from './users.present.ts';

/** Somebody's role is about to be lowered, so they may read less afterwards. */
export const roleLowering = hook<{ readonly realm_id: RealmId; readonly owner_id: UserId } & Upcoming>('role lowering');

/** `user` is the account before the change, and is active. */
export interface RoleChange {
  readonly realm: Realm;
  readonly user: UserRow;
  readonly from: Role;
  readonly to: Role;
}
export const roleChanged = hook<RoleChange>('role changed');

/** The account is made and announced. */
export const accountCreated = hook<{
  readonly realm: Realm;
  readonly user: UserRow;
  /** Its maker chooses the channels. */
  readonly has_chosen_channels: boolean;
}>('account created');

/** An account is inactive from now on; clients are not told yet. */
export const accessEnded = hook<{ readonly user_id: UserId }>('access ended');

/** Clients were told that an account and its bots are inactive. */
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

/** The previous API key is invalid. */
export const apiKeyReset = hook<{ readonly user_id: UserId; readonly keeps_sessions: boolean }>('API key reset');

/** Limited guests were told of an account that they see from now on. */
export const accountShown = hook<{ readonly user: UserRow; readonly guests: readonly UserId[] }>('account shown');
