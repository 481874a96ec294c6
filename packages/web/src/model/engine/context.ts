// How components access the engine and the current view.
import { createContext, use, useRef } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import type { Visit } from '../../base/views/history-entry.ts';
import type { View } from '../../base/views/view.ts';
import type { State } from '../state/state.ts';
import type { Engine } from './engine.ts';

export interface Navigation {
  readonly route: Visit;
  go(view: View, near?: number | null, date?: string | null): void;
}

export const EngineContext = createContext<Engine | null>(null);
export const NavigationContext = createContext<Navigation | null>(null);

export function useEngine(): Engine {
  const engine = use(EngineContext);
  if (!engine) throw new Error('outside of a session');
  return engine;
}

/** Whether the reader has no account. [WB281] */
export const isVisitor = ({ client }: Engine): boolean => client.email === null;

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('outside of a session');
  return navigation;
}

/** A part of the state; redraws when that part changes. */
export function useAppState<S>(select: (state: State) => S): S {
  return useCell(useEngine().state, select);
}

/** Names of people and channels depend on these. */
export const NAMED_BY = [
  'realm_users',
  'realm_non_active_users',
  'cross_realm_bots',
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
] as const satisfies readonly (keyof State)[];

/**
 * A state in which these fields are current. Redraws when one of them changes, unlike the whole state, which changes
 * with every event. `fields` must be a stable array: a constant of the module.
 */
export function useStateOf(fields: readonly (keyof State)[]): State {
  const last = useRef<State | null>(null);
  return useAppState((state) => {
    const known = last.current;
    if (!known || fields.some((name) => known[name] !== state[name])) last.current = state;
    return last.current!;
  });
}
