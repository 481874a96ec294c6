// Presence: who is online.
import { slice } from '../kit/slice.ts';
import { presenceState, reducePresence } from './presence.state.ts';
import { getRealmPresence, getUserPresence, presenceChanged, updatePresence } from './presence.ts';

export * from './presence.state.ts';
export * from './presence.ts';

export const presenceContract = slice({
  name: 'presence',
  endpoints: { updatePresence, getUserPresence, getRealmPresence },
  events: [presenceChanged],
  state: { presence: presenceState },
  reduce: [reducePresence],
});
