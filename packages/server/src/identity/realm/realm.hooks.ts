// Hooks of organization changes.
import type { RealmId, RealmSettings } from '@stoa/contract';
import { hook } from '../../kit/write/hook.ts';

/** Settings are about to change. A subscriber that throws refuses them. */
export const realmSettingsChanging = hook<{
  readonly realm_id: RealmId;
  readonly settings: Partial<RealmSettings>;
}>('organization settings changing');

/** The limit on whom guests can see was switched on or off. */
export const guestLimitChanged = hook<{ readonly realm_id: RealmId; readonly limits_guests: boolean }>(
  'guest limit changed',
);
