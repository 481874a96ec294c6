// Hooks of membership changes.
import type { GroupId, RealmId } from '@stoa/contract';
import { hook } from '../../kit/write/hook.ts';
import type { Upcoming } from '../../kit/write/hooks.ts';

/** People are about to join or leave groups. */
export interface MembersChange {
  readonly realm_id: RealmId;
  /** All groups whose people change: the changed ones and those that contain them. */
  readonly groups: readonly GroupId[];
  /** Somebody may leave. */
  readonly removes: boolean;
}
export const membersChanging = hook<MembersChange & Upcoming>('members changing');
