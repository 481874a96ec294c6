// Hooks of group changes.
import type { GroupId, GroupObjection, GroupSettingValue, RealmId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { hook } from '../../kit/write/hook.ts';

/** A group is about to be deactivated. Any objection prevents it; the actor sees them all. */
export interface GroupDeactivation {
  readonly actor: Actor;
  readonly group_id: GroupId;
  readonly object: (objection: GroupObjection) => void;
}
export const groupDeactivating = hook<GroupDeactivation>('group deactivating');

/** Collects the values of permissions of higher tiers, archived and deactivated things included. */
export interface PermissionCollection {
  readonly realm_id: RealmId;
  readonly collect: (values: readonly GroupSettingValue[]) => void;
}
export const permissionsCollected = hook<PermissionCollection>('permissions collected');
