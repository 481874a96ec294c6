// Validates permissions of channels. Reads groups and people, never channels.
import {
  CHANNEL_PERMISSION_SETTINGS,
  type ChannelPermission,
  type GroupSettingValue,
  type RealmId,
} from '@stoa/contract';
import { checkValues } from '../../identity/membership/group-values.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';

/** Throws unless every named group and person exists in the organization and may hold the permission. [CH10] */
export function checkPermissions(
  db: Connection,
  realm_id: RealmId,
  permissions: Partial<Record<ChannelPermission, GroupSettingValue>>,
): Promise<void> {
  return checkValues(db, realm_id, CHANNEL_PERMISSION_SETTINGS, permissions);
}
