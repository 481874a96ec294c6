// What changes of membership announce, within the write that makes them.
import type { GroupId, RealmId } from '@stoa/contract';
import { hook, type Upcoming } from '../../kit/hooks.ts';

/** People are about to come into groups or out of them. */
export interface MembersChange {
  readonly realm_id: RealmId;
  /** Every group whose people change: the changed ones and those that contain them. */
  readonly groups: readonly GroupId[];
  /** Somebody may come out. */
  readonly removes: boolean;
}
export const membersChanging = hook<MembersChange & Upcoming>('members changing');
