// The rows this slice owns.
import type { EventId, GroupSettingValue, RealmId, RealmPermission, RealmSettings, UserSettings } from '@stoa/contract';

/** What differs from the declared settings, and who holds the permissions that are not with their first holders. */
export type StoredSettings = Partial<RealmSettings> & {
  permissions?: Partial<Record<RealmPermission, GroupSettingValue>>;
};

export interface RealmRow {
  realm_id: RealmId;
  uuid: string;
  name: string;
  description: string;
  /** The host name, without a port, in lower case. */
  host: string;
  url: string;
  date_created: number;
  settings: StoredSettings;
  /** What differs from the declared user settings for new accounts. */
  user_settings_defaults: Partial<UserSettings>;
  /** Members who joined by this time are full members; null: all are. Moved on by a job. */
  full_members_joined_by: number | null;
  last_event_id: EventId;
  log_floor: EventId;
}
