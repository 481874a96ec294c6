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
  /** Owners may export what nobody has agreed to. */
  owner_full_content_access: boolean;
  /** Guests see only some of its people: what `can_access_all_users_group` comes to. */
  limits_guests: boolean;
  /** When it was deactivated, in seconds since 1970; null while it is in use. */
  deactivated_at: number | null;
  /** The push service wants nothing of the organization. */
  push_notifications_refused: boolean;
  /** Until when it does, in seconds; null for ever. */
  push_notifications_end_timestamp: number | null;
  /** What addresses of other sites' pictures are signed with. */
  media_key: string;
  last_event_id: EventId;
  log_floor: EventId;
}
