// The rows this slice owns.
import type { EventId, GroupSettingValue, RealmId, RealmPermission, RealmSettings, UserSettings } from '@stoa/contract';

/** Settings that differ from their defaults, and permissions that were changed. */
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
  /** User settings for new accounts that differ from the declared defaults. */
  user_settings_defaults: Partial<UserSettings>;
  /** Members who joined by this time are full members; null: all are. Advanced by a periodic job. */
  full_members_joined_by: number | null;
  /** Owners may export everything, even without users' consent. */
  owner_full_content_access: boolean;
  /** Guests see only some people: the effect of `can_access_all_users_group`. */
  limits_guests: boolean;
  /** When it was deactivated, in seconds since 1970; null if active. */
  deactivated_at: number | null;
  /** When it will be deleted, in milliseconds since 1970; 0 once that has begun, null if it won't be. */
  deletion_due_at: number | null;
  /** The push service has refused the organization. */
  push_notifications_refused: boolean;
  /** When its access to the push service ends, in seconds; null for never. */
  push_notifications_end_timestamp: number | null;
  /** Signs the proxied URLs of other sites' pictures. */
  media_key: string;
  last_event_id: EventId;
  log_floor: EventId;
}
