// How register reads a slice's part of the initial state.
import type { InitialState, ParamsOf, registerQueue, StateDeclaration } from '@stoa/contract';
import type { z } from 'zod';
import type { Actor, Realm } from '../kit/access/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { TimeSlice } from '../kit/event-loop/time-slice.ts';
import type { OrText } from '../kit/json/json-text.ts';
import type { ServerFacts } from '../kit/server-facts.ts';

export interface StateRequest<A extends Actor | null = Actor> {
  /** Spectators have no actor; no part for spectators asks for one. */
  readonly actor: A;
  readonly realm: Realm;
  readonly server: ServerFacts;
  /** Event types to fetch; null for all. */
  readonly fetch: readonly string[] | null;
  readonly client_gravatar: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly params: ParamsOf<typeof registerQueue>;
  readonly time_slice: TimeSlice;
}

export type StatePart<D extends StateDeclaration = StateDeclaration> = (
  db: Connection,
  request: StateRequest,
) => Promise<Partial<OrText<z.output<D['fields']>>>>;

/** The fields of the initial state that are fetched. */
export type StateFields = Partial<OrText<InitialState>>;
