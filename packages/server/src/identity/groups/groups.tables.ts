// The rows this slice owns.
import type { GroupId, GroupPermission, GroupSettingValue, RealmId, UserId } from '@stoa/contract';

/** A group as stored; members of system groups are not. */
export type GroupRow = Record<GroupPermission, GroupSettingValue> & {
  group_id: GroupId;
  realm_id: RealmId;
  name: string;
  /** `name` in its normal form, equal for equal names. */
  name_key: string;
  description: string;
  is_system_group: boolean;
  creator_id: UserId | null;
  /** Seconds since 1970. */
  date_created: number | null;
  deactivated: boolean;
};
