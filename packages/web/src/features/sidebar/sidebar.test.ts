// How the sidebar groups channels, counts what is unread in them, and where it leads.
import { describe, expect, it } from 'bun:test';
import { channelGroups, type SidebarChannel } from '../../domain/channels/channel-groups.ts';
import type { State } from '../../model/state/state.ts';
import { channelCount } from './channel-unread.ts';
import { topTopic, unreadTopic } from './default-view.ts';

function channel(stream_id: number, name: string, rest: Partial<SidebarChannel> = {}): SidebarChannel {
  return {
    stream_id,
    name,
    is_archived: false,
    is_muted: false,
    pin_to_top: false,
    is_recently_active: true,
    folder_id: null,
    ...rest,
  } as SidebarChannel;
}

const SETTINGS = { demote_inactive_streams: 1, web_left_sidebar_show_channel_folders: true };

function stateOf(subscriptions: readonly SidebarChannel[], settings = {}, rest = {}): State {
  return {
    subscriptions,
    channel_folders: [
      { id: 2, name: 'Work', is_archived: false },
      { id: 1, name: 'Attic', is_archived: true },
      { id: 3, name: 'Fun', is_archived: false },
    ],
    user_settings: { ...SETTINGS, ...settings },
    user_topics: [],
    unread_msgs: { pms: [], huddles: [], streams: [], mentions: [] },
    ...rest,
  } as unknown as State;
}

const shape = (state: State) =>
  channelGroups(state).map(({ name, active, inactive }) => [
    name,
    active.map((channel) => channel.name),
    inactive.map((channel) => channel.name),
  ]);

describe('[WB66] the sidebar', () => {
  it('has pinned channels first, then folders in their order, then the others; muted ones last', () => {
    const state = stateOf([
      channel(1, 'zebra'),
      channel(2, 'ants', { is_muted: true }),
      channel(3, 'bees', { folder_id: 3 }),
      channel(4, 'owls', { folder_id: 2, pin_to_top: true }),
      channel(5, 'cats', { folder_id: 1 }),
      channel(6, 'gone', { is_archived: true }),
    ]);
    expect(shape(state)).toEqual([
      ['Pinned', ['owls'], []],
      ['Fun', ['bees'], []],
      ['Other channels', ['cats', 'zebra'], ['ants']],
    ]);
  });

  it('has no folders if they are off, and one heading for one group', () => {
    const channels = [channel(1, 'a', { folder_id: 3 }), channel(2, 'b')];
    expect(shape(stateOf(channels, { web_left_sidebar_show_channel_folders: false }))).toEqual([
      ['Channels', ['a', 'b'], []],
    ]);
  });

  it('puts inactive channels last as the setting says: always, never, or if there are many', () => {
    const quiet = channel(1, 'quiet', { is_recently_active: false });
    const pinned = channel(2, 'pinned', { is_recently_active: false, pin_to_top: true });
    const inactive = (count: number, demote_inactive_streams: number) => {
      const others = Array.from({ length: count }, (_, at) => channel(10 + at, `c${at}`));
      return channelGroups(stateOf([quiet, pinned, ...others], { demote_inactive_streams })).flatMap((group) =>
        group.inactive.map(({ name }) => name),
      );
    };
    expect(inactive(0, 2)).toEqual(['quiet']);
    expect(inactive(27, 1)).toEqual([]);
    expect(inactive(28, 1)).toEqual(['quiet']);
    expect(inactive(28, 3)).toEqual([]);
  });

  it('counts unread messages as the setting says', () => {
    const counts = {
      byChannel: new Map([[1, 3]]),
      mutedByChannel: new Map([
        [1, 4],
        [2, 5],
      ]),
    };
    const setPolicy = (stream_id: number, policy: 1 | 2 | 3) =>
      channelCount(counts, { stream_id: stream_id as never }, { web_stream_unreads_count_display_policy: policy });
    expect(setPolicy(1, 1)).toEqual({ count: 7, quiet: false, some: false });
    expect(setPolicy(2, 1)).toEqual({ count: 5, quiet: true, some: false });
    expect(setPolicy(1, 2)).toEqual({ count: 3, quiet: false, some: false });
    expect(setPolicy(2, 2)).toEqual({ count: 0, quiet: false, some: false });
    expect(setPolicy(1, 3)).toEqual({ count: 0, quiet: false, some: true });
    expect(setPolicy(2, 3)).toEqual({ count: 0, quiet: false, some: false });
  });

  it('opens the newest unread topic, or the newest unmuted one', () => {
    const muted = [{ stream_id: 1, topic_name: 'noise', visibility_policy: 1, last_updated: 1 }];
    const unread_msgs = {
      pms: [],
      huddles: [],
      mentions: [],
      streams: [
        { stream_id: 1, topic: 'old', unread_message_ids: [3] },
        { stream_id: 1, topic: 'new', unread_message_ids: [2, 8] },
        { stream_id: 1, topic: 'noise', unread_message_ids: [9] },
        { stream_id: 2, topic: 'elsewhere', unread_message_ids: [10] },
      ],
    };
    const state = stateOf([channel(1, 'a'), channel(2, 'b')], {}, { user_topics: muted, unread_msgs });
    expect(unreadTopic(state, 1)).toBe('new');
    expect(unreadTopic(state, 3)).toBeNull();
    const topics = [
      { name: 'noise', max_id: 9 },
      { name: 'new', max_id: 8 },
    ];
    expect(topTopic(state, 1, topics)).toBe('new');
    expect(topTopic(state, 1, topics.slice(0, 1))).toBe('noise');
    expect(topTopic(state, 1, [])).toBeNull();
  });
});
