// Lists of channels for choosers, updated while shown.
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

/** The known channels that match, by name. `fits` must be a stable function, or all channels are filtered again. */
export function useChannels(fits: (state: State, channel: KnownChannel) => boolean): readonly KnownChannel[] {
  const state = useStateOf(DEPENDS_ON);
  return useMemo(() => knownChannels(state).filter((channel) => fits(state, channel)), [state, fits]);
}
