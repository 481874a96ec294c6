// The initial state of register: each part is read if one of its types is fetched. [EV14]

import { type StateDeclaration, states } from '@stoa/contract';
import { hasSpectatorAccess } from '../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../kit/access/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { TimeSlice } from '../kit/event-loop/time-slice.ts';
import type { StateFields, StatePart, StateRequest } from '../slice/state.ts';
import { type SpectatorPart, spectatorPart } from './spectator-state.queries.ts';

/**
 * Parts for callers without an account where no channel is web-public: not even linkifiers, which reveal internal
 * addresses.
 */
const STRANGER_PARTS: readonly (keyof typeof states)[] = [
  'realm',
  'settingsDefaults',
  'giphy',
  'tenor',
  'billing',
  'stop_words',
];
/** Parts that spectators get as everybody does: the organization's. */
const SPECTATOR_PARTS: readonly (keyof typeof states)[] = [
  ...STRANGER_PARTS,
  'emoji',
  'linkifiers',
  'filters',
  'playgrounds',
];

type Request = Omit<StateRequest<Actor | null>, 'time_slice'>;

async function partsWithoutAccount(db: Connection, { realm }: Request): Promise<readonly (keyof typeof states)[]> {
  return (await hasSpectatorAccess(db, realm.realm_id)) ? SPECTATOR_PARTS : STRANGER_PARTS;
}

function isFetched({ fetch, fetch_all, named_only }: StateDeclaration, types: readonly string[] | null): boolean {
  if (types === null) return !named_only;
  return fetch_all ? fetch.every((type) => types.includes(type)) : fetch.some((type) => types.includes(type));
}

/** `parts`: those of every slice, by their names in the contract. */
export async function fetchInitialState(
  db: Connection,
  parts: Readonly<Record<string, StatePart>>,
  request: Request,
): Promise<StateFields> {
  const shared_parts = request.actor ? null : await partsWithoutAccount(db, request);
  const requested = (Object.keys(states) as (keyof typeof states)[]).filter((name) =>
    isFetched(states[name], request.fetch),
  );
  const time_slice = new TimeSlice();
  const state_request = { ...request, time_slice };
  const state: StateFields = {};
  for (const name of requested) {
    // Parts that spectators get as everybody does never ask for the actor.
    const read = shared_parts?.includes(name) === false ? spectatorPart(name) : (parts[name]! as SpectatorPart);
    Object.assign(state, await read?.(db, state_request));
    await time_slice.yieldIfUsed();
  }
  return state;
}
