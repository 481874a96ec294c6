// Channels to choose from, current while they are looked at.
import { useMemo } from 'react';
import { useStateOf } from '../../model/engine/context.ts';
import type { KnownChannel, State } from '../../model/state/state.ts';
import { knownChannels } from './channel-list.ts';

const DEPENDS_ON = [
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'realm_user_groups',
  'realm_can_add_subscribers_group',
  'is_guest',
] as const;

/** Those of the known channels that fit, by name. `fits` must be the same function each time, or all are judged again. */
export function useChannels(fits: (state: State, channel: KnownChannel) => boolean): readonly KnownChannel[] {
  const state = useStateOf(DEPENDS_ON);
  return useMemo(() => knownChannels(state).filter((channel) => fits(state, channel)), [state, fits]);
}
