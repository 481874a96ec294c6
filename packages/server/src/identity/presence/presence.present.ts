// The two forms of a presence event. Pure.
import type { Presence, UserId } from '@stoa/contract';
import { openEvent, type Presenter } from '../../feed/present.ts';
import { legacyPresences } from './presence.rules.ts';

/** Body of a presence signal. */
export type PresenceSignal = Presence & {
  readonly user_id: UserId;
  readonly email: string;
  readonly server_timestamp: number;
};

export const presentPresence: Presenter = (entry, { options }) => {
  const signal = entry.body as PresenceSignal;
  const { user_id, email, server_timestamp, active_timestamp, idle_timestamp } = signal;
  const presence = { active_timestamp, idle_timestamp };
  if (options.capabilities.includes('simplified_presence_events'))
    return [entry.text('modern', () => openEvent('presence', null, { presences: { [user_id]: presence } }))];
  const { aggregated: _, ...by_client } = legacyPresences(presence, server_timestamp);
  const body = { user_id, email, server_timestamp, presence: by_client };
  return [entry.text('', () => openEvent('presence', null, body))];
};
