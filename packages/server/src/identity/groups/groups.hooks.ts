// What changes of groups announce, within the write that makes them.
import type { GroupId, GroupObjection } from '@stoa/contract';
import type { Actor } from '../../kit/actor.ts';
import { hook } from '../../kit/hooks.ts';

/** A group is about to be deactivated. One objection keeps it from that; the actor sees them. */
export interface GroupDeactivation {
  readonly actor: Actor;
  readonly group_id: GroupId;
  readonly object: (objection: GroupObjection) => void;
}
export const groupDeactivating = hook<GroupDeactivation>('group deactivating');
