// The channels that a bot can be given to send to or listen to; the API takes their names.

import { useChannels } from '../../domain/channels/use-channels.ts';
import type { KnownChannel, State } from '../../model/state/state.ts';
import { findSubscription } from '../../model/state/state.ts';

/** Those the reader may read. */
const isOffered = (state: State, { stream_id, is_archived, invite_only }: KnownChannel) =>
  !is_archived && (!invite_only || findSubscription(state, stream_id) !== null);

/** No channel has this id: it stands for one that the reader can't see. */
const UNSEEN = -1;

export interface BotChannels {
  readonly channels: readonly KnownChannel[];
  idOf(name: string | null): number | null;
  nameOf(channel_id: number | null): string;
}

export function useBotChannels(): BotChannels {
  const channels = useChannels(isOffered);
  return {
    channels,
    idOf: (name) => (name ? (channels.find((channel) => channel.name === name)?.stream_id ?? UNSEEN) : null),
    nameOf: (channel_id) => channels.find(({ stream_id }) => stream_id === channel_id)?.name ?? '',
  };
}
