// Unread counts of channels in the sidebar, by the reader's settings. Pure.

import type { SidebarChannel } from '../../domain/channels/channel-groups.ts';
import type { State } from '../../model/state/state.ts';
import type { UnreadCounts } from '../../model/state/unread.ts';

const POLICY = { all: 1, unmuted: 2 };

export interface ChannelCount {
  readonly count: number;
  /** Dimmed, because most of it is muted. */
  readonly quiet: boolean;
  /** A dot instead of a number. */
  readonly some: boolean;
}

export function channelCount(
  counts: Pick<UnreadCounts, 'byChannel' | 'mutedByChannel'>,
  { stream_id }: Pick<SidebarChannel, 'stream_id'>,
  settings: Pick<State['user_settings'], 'web_stream_unreads_count_display_policy'>,
): ChannelCount {
  const unmuted = counts.byChannel.get(stream_id) ?? 0;
  const muted = counts.mutedByChannel.get(stream_id) ?? 0;
  const policy = settings.web_stream_unreads_count_display_policy;
  if (policy === POLICY.all) return { count: unmuted + muted, quiet: unmuted === 0, some: false };
  if (policy === POLICY.unmuted) return { count: unmuted, quiet: false, some: false };
  return { count: 0, quiet: false, some: unmuted > 0 };
}
