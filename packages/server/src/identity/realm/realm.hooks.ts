// What changes of the organization announce, within the write that makes them.
import type { RealmId, RealmSettings } from '@stoa/contract';
import { hook } from '../../kit/hooks.ts';

/** Settings are about to change. A subscriber that throws refuses them. */
export const realmSettingsChanging = hook<{
  readonly realm_id: RealmId;
  readonly settings: Partial<RealmSettings>;
}>('organization settings changing');

/** Guests see only some people from now on, or everybody. */
export const guestLimitChanged = hook<{ readonly realm_id: RealmId; readonly limits_guests: boolean }>(
  'guest limit changed',
);
