// Channels as the client lists them, and what it offers of them.
import { describe, expect, it } from 'bun:test';
import {
  ApiError,
  CHANNEL_PERMISSION_SETTINGS,
  type Channel,
  type ChannelPermission,
  REALM_PERMISSION_NAMES,
} from '@stoa/contract';
import { parseHash } from '../../base/views/view.ts';
import { channelHash, listHash, newChannelHash, parseChannelsPath } from '../../domain/channels/address.ts';
import { selectChannels } from '../../domain/channels/channel-list.ts';
import {
  mayAddSubscribers,
  mayAdminister,
  mayChangeAccess,
  mayJoin,
  mayRead,
  mayRemoveSubscribers,
} from '../../domain/channels/channel-permissions.ts';
import { plainText } from '../../domain/channels/description.ts';
import { choosable, flagsOf, PRIVACIES, privacyOf } from '../../domain/channels/privacy.ts';
import { sendingObstacle } from '../../domain/channels/sending-obstacle.ts';
import { deleteTopic, tooOldOf } from '../../domain/channels/topic-actions.ts';
import type { KnownChannel, State } from '../../model/state/state.ts';
import { reordered } from './folder-order.ts';
import { chosenFor } from './notification-defaults.ts';
import { peopleOf } from './people-of.ts';

const EVERYONE = 1;
const NOBODY = 2;
const COOKS = 3;
const OWN = 7;

const permissions = Object.fromEntries(
  Object.keys(CHANNEL_PERMISSION_SETTINGS).map((name) => [name, NOBODY]),
) as Record<ChannelPermission, number>;

function channel(stream_id: number, name: string, rest: Partial<KnownChannel> = {}): KnownChannel {
  return {
    stream_id,
    name,
    description: '',
    invite_only: false,
    is_web_public: false,
    is_archived: false,
    history_public_to_subscribers: true,
    subscriber_count: 1,
    stream_weekly_traffic: null,
    topics_policy: 'inherit',
    ...permissions,
    can_send_message_group: EVERYONE,
    can_create_topic_group: EVERYONE,
    ...rest,
  } as KnownChannel;
}

function stateOf(rest: Record<string, unknown> = {}): State {
  return {
    ...Object.fromEntries(REALM_PERMISSION_NAMES.map((name) => [`realm_${name}`, NOBODY])),
    user_id: OWN,
    is_admin: false,
    is_guest: false,
    realm_topics_policy: 'allow_empty_topic',
    realm_users: [{ user_id: OWN }, { user_id: 8 }, { user_id: 9 }],
    realm_user_groups: [
      { id: EVERYONE, name: 'role:everyone', is_system_group: true, members: [], direct_subgroup_ids: [4] },
      { id: NOBODY, name: 'role:nobody', is_system_group: true, members: [], direct_subgroup_ids: [] },
      { id: COOKS, name: 'cooks', is_system_group: false, members: [8, 404], direct_subgroup_ids: [] },
      { id: 4, name: 'role:members', is_system_group: true, members: [OWN, 9], direct_subgroup_ids: [COOKS] },
    ],
    subscriptions: [],
    unsubscribed: [],
    never_subscribed: [],
    ...rest,
  } as unknown as State;
}

const of_me = { direct_members: [OWN], direct_subgroups: [] } as unknown as Channel['can_subscribe_group'];

describe('[WB60] the addresses of the channels page', () => {
  const read = (hash: string) => {
    const { view } = parseHash(hash, { kind: 'inbox' }, OWN);
    return view.kind === 'page' && view.page === 'channels' ? parseChannelsPath(view.path) : null;
  };
  it('round-trip', () => {
    expect(read(listHash('available'))).toEqual({ kind: 'list', list: 'available' });
    expect(read(newChannelHash())).toEqual({ kind: 'new' });
    for (const name of ['a/b', 'general', '12', ' ', 'ä (50%).'])
      expect(read(channelHash({ stream_id: 5, name }, 'permissions'))).toEqual({
        kind: 'channel',
        channel_id: 5,
        tab: 'permissions',
      });
  });
  it('are understood in the form of other clients, and lead to the subscribed channels if malformed', () => {
    expect(read('#channels/12/design')).toEqual({ kind: 'channel', channel_id: 12, tab: 'general' });
    expect(read('#channels/12/design/personal')).toEqual({ kind: 'channel', channel_id: 12, tab: 'personal' });
    expect(read('#channels/notsubscribed')).toEqual({ kind: 'list', list: 'available' });
    for (const hash of ['#channels', '#channels/constructor', '#channels/-1', '#channels/99999999999999999999'])
      expect(read(hash)).toEqual({ kind: 'list', list: 'subscribed' });
  });
});

describe('[WB60] the list of channels', () => {
  const state = stateOf({
    subscriptions: [
      channel(1, 'design', { subscriber_count: 3, stream_weekly_traffic: 5 }),
      channel(2, 'Attic', { is_archived: true }),
    ],
    unsubscribed: [channel(3, 'Änderungen', { subscriber_count: 9 })],
    never_subscribed: [
      channel(4, 'zoo', { description: 'Designers and other animals', stream_weekly_traffic: 50 }),
      channel(5, 'board', { invite_only: true }),
      channel(6, 'guild', { invite_only: true, can_subscribe_group: of_me }),
    ],
  });
  const names = (...args: Parameters<typeof selectChannels> extends [State, ...infer Rest] ? Rest : never) =>
    selectChannels(state, ...args).map(({ name }) => name);
  it('has the right channels in each section', () => {
    expect(names('subscribed', 'name', '')).toEqual(['design']);
    expect(names('available', 'name', '')).toEqual(['Änderungen', 'guild', 'zoo']);
    expect(names('all', 'name', '')).toEqual(['Änderungen', 'board', 'design', 'guild', 'zoo']);
    expect(names('archived', 'name', '')).toEqual(['Attic']);
  });
  it('is sorted as chosen, and searched by name before description', () => {
    expect(names('all', 'members', '').slice(0, 2)).toEqual(['Änderungen', 'design']);
    expect(names('all', 'traffic', '').slice(0, 2)).toEqual(['zoo', 'design']);
    expect(names('all', 'traffic', ' #DESIGN ')).toEqual(['design', 'zoo']);
    expect(names('all', 'name', 'nothing like it')).toEqual([]);
  });
  it('[WB314] finds names without their accents', () => {
    expect(names('all', 'name', 'anderung')).toEqual(['Änderungen']);
  });
});

describe('[WB62] the actions offered for a channel', () => {
  const open = channel(1, 'open');
  const closed = channel(2, 'closed', { invite_only: true });
  it('follow from the role of the reader', () => {
    const member = stateOf();
    expect([mayRead(member, open), mayJoin(member, open), mayAdminister(member, open)]).toEqual([true, true, false]);
    expect([mayRead(member, closed), mayJoin(member, closed)]).toEqual([false, false]);
    const guest = stateOf({ is_guest: true });
    expect([mayRead(guest, open), mayRead(guest, { ...open, is_web_public: true })]).toEqual([false, true]);
    const admin = stateOf({ is_admin: true });
    expect([mayAdminister(admin, closed), mayChangeAccess(admin, closed), mayRead(admin, closed)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(mayChangeAccess(admin, open)).toBe(true);
  });
  it('follow from the permissions of the channel, which guests hold only where everybody can', () => {
    const chosen = channel(3, 'x', { can_administer_channel_group: of_me, can_remove_subscribers_group: of_me });
    expect(mayAdminister(stateOf(), chosen)).toBe(true);
    expect(mayRemoveSubscribers(stateOf(), chosen)).toBe(true);
    expect(mayAddSubscribers(stateOf(), chosen)).toBe(true);
    expect(mayAddSubscribers(stateOf(), { ...chosen, is_archived: true })).toBe(false);
    const guest = stateOf({ is_guest: true, subscriptions: [chosen] });
    expect(mayAdminister(guest, chosen)).toBe(false);
    expect(mayRemoveSubscribers(guest, chosen)).toBe(false);
    expect(mayAddSubscribers(guest, chosen)).toBe(false);
  });
  it('map each set of flags to a kind of privacy', () => {
    for (const privacy of PRIVACIES) expect(privacyOf(flagsOf(privacy))).toBe(privacy);
    expect(choosable(stateOf(), null)).toEqual([]);
    expect(choosable(stateOf(), 'public')).toEqual(['public', 'private_shared', 'private_protected']);
    const web = {
      server_web_public_streams_enabled: true,
      realm_enable_spectator_access: true,
      realm_can_create_web_public_channel_group: EVERYONE,
      realm_can_create_public_channel_group: EVERYONE,
    };
    expect(choosable(stateOf(web), null)).toEqual(['web_public', 'public']);
    expect(choosable(stateOf({ ...web, realm_enable_spectator_access: false }), null)).toEqual(['public']);
  });
});

describe('[WB69] the compose box is closed where the reader cannot send', () => {
  const obstacle = (known: Partial<KnownChannel>, topic: string | null, rest = {}, is_new = false) =>
    sendingObstacle(stateOf({ never_subscribed: [channel(1, 'x', known)], ...rest }), { channel_id: 1, topic, is_new });
  it('and says why', () => {
    expect(obstacle({}, 'a')).toBeNull();
    expect(obstacle({}, '')).toBeNull();
    expect(obstacle({ is_archived: true }, 'a')).toBe('cannot_send_archived');
    expect(obstacle({ invite_only: true }, 'a')).toBe('cannot_send_no_access');
    expect(obstacle({ can_send_message_group: NOBODY as never }, null)).toBe('cannot_send_no_permission');
    expect(obstacle({ topics_policy: 'disable_empty_topic' }, ' ')).toBe('cannot_send_topic_needed');
    expect(obstacle({ topics_policy: 'disable_empty_topic' }, null)).toBeNull();
    expect(obstacle({}, '', { realm_topics_policy: 'disable_empty_topic' })).toBe('cannot_send_topic_needed');
    expect(
      obstacle({ topics_policy: 'allow_empty_topic' }, '', { realm_topics_policy: 'disable_empty_topic' }),
    ).toBeNull();
    expect(obstacle({ topics_policy: 'empty_topic_only' }, 'a')).toBe('cannot_send_no_topics');
    expect(obstacle({ topics_policy: 'empty_topic_only' }, '')).toBeNull();
    expect(obstacle({ can_create_topic_group: NOBODY as never }, 'a', {}, true)).toBe('cannot_send_no_new_topics');
    expect(obstacle({ can_create_topic_group: NOBODY as never }, 'a')).toBeNull();
  });
});

it('[WB64] groups expand to their active members, nested ones included, each once', () => {
  expect(peopleOf(stateOf(), { people: [9], groups: [EVERYONE] })).toEqual([OWN, 8, 9]);
  expect(peopleOf(stateOf(), { people: [], groups: [COOKS, 99] })).toEqual([8]);
});

it('[WB63] a channel differs from the defaults only in what was chosen for it', () => {
  const none = {
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
  };
  expect(chosenFor(none)).toEqual([]);
  expect(chosenFor({ ...none, desktop_notifications: true, wildcard_mentions_notify: false })).toEqual([
    'desktop_notifications',
    'wildcard_mentions_notify',
  ]);
});

it('[WB65] folders are reordered without moving archived ones', () => {
  const folders = [
    { id: 1, is_archived: false },
    { id: 2, is_archived: true },
    { id: 3, is_archived: false },
  ];
  expect(reordered(folders, [3, 1])).toEqual([3, 2, 1]);
  expect(reordered(folders, [1, 3])).toEqual([1, 2, 3]);
});

describe('[WB68] a refused move or partial deletion', () => {
  it('names the messages that are too old, or shows the error text', () => {
    const fields = {
      first_message_id_allowed_to_move: 12,
      total_messages_in_topic: 9,
      total_messages_allowed_to_move: 2,
    };
    const error = new ApiError('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', 400, 'Too old', fields);
    expect(tooOldOf(error)).toEqual({ first: 12, movable: 2, total: 9 });
    expect(tooOldOf(new ApiError('BAD_REQUEST', 400, 'No'))).toBeNull();
    expect(tooOldOf(new TypeError('fetch failed'))).toBeNull();
  });
  it('continues batch by batch to the end', async () => {
    const requests: unknown[] = [];
    const client = {
      deleteTopic: async (params: unknown) => {
        requests.push(params);
        return { complete: requests.length === 3 };
      },
    };
    const progress: number[] = [];
    await deleteTopic({ client } as never, { channel_id: 4, topic: 'old' }, (batches) => progress.push(batches));
    expect(requests).toEqual(Array(3).fill({ stream_id: 4, topic_name: 'old' }));
    expect(progress).toEqual([1, 2]);
  });
});

it('[WB60] a description is plain text in the list', () => {
  expect(plainText('<p>What <em>we</em> &lt;eat&gt; &amp; drink</p>')).toBe('What we <eat> & drink');
});
