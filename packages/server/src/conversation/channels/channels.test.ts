// Names, creation and listing of channels.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ChannelId, GroupId, UserId } from '@stoa/contract';
import { type Cast, type Organization, outcomeOf, serveTests, verifyEvents } from '@stoa/testkit';

const DAY_MS = 24 * 60 * 60 * 1000;

const { server, cast } = await serveTests();
let groups: Map<string, GroupId>;

beforeAll(async () => {
  const { user_groups } = await cast.ada.getUserGroups();
  groups = new Map(user_groups.map(({ name, id }) => [name, id]));
});

async function named(name: string) {
  const { stream_id } = await cast.ada.getStreamId({ stream: name });
  return (await cast.ada.getStream({ stream_id })).stream;
}

describe('names and descriptions', () => {
  it('[CH2] a name is trimmed and normalized; a description becomes one line of rendered Markdown', async () => {
    const description = '**bold** and\nmore';
    await cast.dara.subscribe({ subscriptions: [{ name: '  cafe\u0301 \u{1F469}\u{200D}\u{1F52C} ', description }] });
    const channel = await named('café \u{1F469}\u{200D}\u{1F52C}');
    expect(channel.name).toBe('café \u{1F469}\u{200D}\u{1F52C}');
    expect(channel.description).toBe('**bold** and more');
    expect(channel.rendered_description).toBe('<p><strong>bold</strong> and more</p>');
  });

  it('[CH2] lengths are counted in code points', async () => {
    const long = (length: number) => '\u{1D4B6}'.repeat(length);
    await cast.dara.subscribe({ subscriptions: [{ name: long(60), description: long(1024) }] });
    expect(await outcomeOf(cast.dara.subscribe({ subscriptions: [{ name: long(61) }] }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(cast.dara.subscribe({ subscriptions: [{ name: 'x', description: long(1025) }] }))).toContain(
      '400 BAD_REQUEST',
    );
  });

  it.each(['', '   ', '\u200b\u200d', 'a\u0007b', 'a\nb', 'a\u2028b', 'a\ud800b', '\u0301'])(
    '[CH2] refuses %j as a name',
    async (name) => {
      expect(await outcomeOf(cast.dara.subscribe({ subscriptions: [{ name }] }))).toContain('400 BAD_REQUEST');
    },
  );

  it('[CH2] [CH11] one invalid name among valid ones creates no channel', async () => {
    const subscriptions = [{ name: 'half made' }, { name: '' }];
    await verifyEvents(cast.dara, () => outcomeOf(cast.dara.subscribe({ subscriptions })));
    expect(await outcomeOf(cast.ada.getStreamId({ stream: 'half made' }))).toContain('BAD_REQUEST');
  });

  it('[CH3] names that differ in case or composition mean one channel', async () => {
    await cast.dara.subscribe({ subscriptions: [{ name: 'Größe' }] });
    const { stream_id } = await cast.ada.getStreamId({ stream: ' GRÖSSE '.replace('SS', 'ß') });
    const { subscribed } = await cast.eli.subscribe({ subscriptions: [{ name: 'gro\u0308ße' }] });
    expect(subscribed).toEqual({ [cast.eli.user_id]: ['Größe'] });
    expect((await named('GRÖßE')).stream_id).toBe(stream_id);
  });
});

describe('creating channels', () => {
  it('[CH1] [CH9] a channel names its creator, and its permissions have their defaults', async () => {
    const subscriptions = [{ name: 'defaults' }];
    await verifyEvents([cast.ada, cast.dara, cast.finn], () => cast.dara.subscribe({ subscriptions }));
    const nobody = groups.get('role:nobody')!;
    const everyone = groups.get('role:everyone')!;
    expect(await named('defaults')).toMatchObject({
      creator_id: cast.dara.user_id,
      is_archived: false,
      invite_only: false,
      history_public_to_subscribers: true,
      message_retention_days: null,
      topics_policy: 'inherit',
      stream_post_policy: 1,
      is_announcement_only: false,
      subscriber_count: 1,
      can_administer_channel_group: { direct_members: [cast.dara.user_id], direct_subgroups: [] },
      can_add_subscribers_group: nobody,
      can_remove_subscribers_group: groups.get('role:administrators')!,
      can_send_message_group: everyone,
      can_create_topic_group: everyone,
      can_delete_any_message_group: nobody,
    });
  });

  it('[CH10] equal permissions are stored alike, and the deprecated policy follows the group', async () => {
    const moderators = groups.get('role:moderators')!;
    const { dara, eli } = cast;
    await dara.subscribe({
      subscriptions: [{ name: 'permissions' }],
      can_send_message_group: { direct_members: [], direct_subgroups: [moderators, moderators] },
      can_subscribe_group: { direct_members: [eli.user_id, dara.user_id, eli.user_id], direct_subgroups: [] },
    });
    expect(await named('permissions')).toMatchObject({
      can_send_message_group: moderators,
      stream_post_policy: 4,
      can_subscribe_group: { direct_members: [dara.user_id, eli.user_id], direct_subgroups: [] },
    });
  });

  it('[CH10] a permission names groups and people of the organization only', async () => {
    const other: Organization = await server.organization('elsewhere.example');
    const theirs = (await other.owner.getUserGroups()).user_groups.at(-1)!.id;
    const settings = [
      { can_send_message_group: theirs },
      { can_send_message_group: 999_999 as GroupId },
      { can_subscribe_group: { direct_members: [other.owner.user_id], direct_subgroups: [] } },
      { can_send_message_group: groups.get('role:internet')! },
      { can_add_subscribers_group: groups.get('role:everyone')! },
    ];
    for (const setting of settings)
      expect(await outcomeOf(cast.dara.subscribe({ subscriptions: [{ name: 'bad' }], ...setting }))).toContain(
        '400 BAD',
      );
  });

  it('[CH10] a permission names at most 500 people and groups', async () => {
    const direct_members = Array.from({ length: 501 }, (_, n) => (n + 1) as UserId);
    const can_subscribe_group = { direct_members, direct_subgroups: [] };
    expect(await outcomeOf(cast.dara.subscribe({ subscriptions: [{ name: 'long' }], can_subscribe_group }))).toContain(
      "400 BAD_REQUEST 'can_subscribe_group' names more than 500",
    );
  });

  it('[CH11] guests create no channels; default channels and retention need an administrator; default channels are public', async () => {
    const subscriptions = [{ name: 'special' }];
    const { ada, bela, dara, finn } = cast;
    expect(await outcomeOf(finn.subscribe({ subscriptions }))).toContain('400 BAD_REQUEST Insufficient permission');
    expect(await outcomeOf(dara.subscribe({ subscriptions, is_default_stream: true }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(bela.subscribe({ subscriptions, is_default_stream: true, invite_only: true }))).toContain(
      '400',
    );
    expect(await outcomeOf(dara.subscribe({ subscriptions, message_retention_days: 30 }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(ada.subscribe({ subscriptions, message_retention_days: 0 }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(ada.subscribe({ subscriptions, folder_id: 1 }))).toContain('400 BAD_REQUEST');
    await bela.subscribe({ subscriptions, message_retention_days: 'unlimited', topics_policy: 'empty_topic_only' });
    expect(await named('special')).toMatchObject({ message_retention_days: -1, topics_policy: 'empty_topic_only' });
  });

  it('[CH12] public channels have public history; protected history needs topics open to everyone', async () => {
    const make = (name: string, options: object) => cast.dara.subscribe({ subscriptions: [{ name }], ...options });
    const hidden = { history_public_to_subscribers: false };
    expect(await outcomeOf(make('h1', hidden))).toContain('400 BAD_REQUEST');
    const members = { can_create_topic_group: groups.get('role:members')! };
    expect(await outcomeOf(make('h2', { ...hidden, ...members, invite_only: true }))).toContain('400 BAD_REQUEST');
    await make('h3', { invite_only: true });
    await make('h4', { invite_only: true, history_public_to_subscribers: true, ...members });
    expect((await named('h3')).history_public_to_subscribers).toBe(false);
    expect((await named('h4')).history_public_to_subscribers).toBe(true);
  });

  it('[CH13] nobody creates a web-public channel while the organization refuses spectators', async () => {
    for (const options of [{}, { invite_only: true }])
      expect(
        await outcomeOf(cast.ada.subscribe({ subscriptions: [{ name: 'web' }], is_web_public: true, ...options })),
      ).toContain('400 BAD_REQUEST');
    expect((await server.client().getStreams({ include_web_public: true, include_all: true })).streams).toEqual([]);
  });
});

describe('listing', () => {
  const names = async (call: Promise<{ streams: { name: string }[] }>) => (await call).streams.map(({ name }) => name);

  it('[CH4] each parameter adds channels to the list, which is by id', async () => {
    const { ada, bela, dara, eli, finn, bot } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'list open' }] });
    await dara.subscribe({ subscriptions: [{ name: 'list shut' }], invite_only: true });
    await bela.subscribe({ subscriptions: [{ name: 'list default' }], is_default_stream: true });
    const only = async (client: Cast['ada'], options: object) => {
      const none = { include_public: false, include_subscribed: false };
      return (await names(client.getStreams({ ...none, ...options }))).filter((name) => name.startsWith('list '));
    };
    expect(await only(eli, {})).toEqual([]);
    expect(await only(eli, { include_public: true })).toEqual(['list open', 'list default']);
    expect(await only(dara, { include_subscribed: true })).toEqual(['list open', 'list shut']);
    expect(await only(eli, { include_all: true })).toEqual(['list open', 'list default']);
    expect(await only(ada, { include_all: true })).toEqual(['list open', 'list shut', 'list default']);
    expect(await only(ada, { include_can_access_content: true })).toEqual(['list open', 'list default']);
    expect(await only(bot, { include_owner_subscribed: true })).toEqual(['list open']);
    expect(await only(eli, { include_owner_subscribed: true })).toEqual([]);
    expect(await only(finn, { include_public: true, include_all: true })).toEqual([]);
    expect(await only(eli, { include_web_public: true })).toEqual([]);
    const { streams } = await eli.getStreams({ include_default: true });
    const defaults = streams.filter(({ is_default }) => is_default).map(({ name }) => name);
    expect(defaults).toEqual(['list default']);
    expect(streams.every(({ is_default }) => is_default !== undefined)).toBe(true);
  });

  it('[CH5] hidden channels get the same error as unknown ones', async () => {
    const { stream_id } = await named('list shut');
    const other: Organization = await server.organization('third.example');
    const invalid = '400 BAD_REQUEST Invalid channel ID';
    for (const client of [cast.eli, cast.finn, other.owner])
      expect(await outcomeOf(client.getStream({ stream_id }))).toBe(invalid);
    expect(await outcomeOf(cast.ada.getStream({ stream_id: 999_999 as ChannelId }))).toBe(invalid);
    // Without an account, both are a challenge. [HT853]
    for (const id of [stream_id, 999_999 as ChannelId])
      expect(await outcomeOf(server.client().getStream({ stream_id: id }))).toContain('401 UNAUTHORIZED');
    for (const client of [cast.eli, cast.finn, other.owner])
      expect(await outcomeOf(client.getStreamId({ stream: 'list shut' }))).toBe(
        "400 BAD_REQUEST Invalid channel name 'list shut'",
      );
    expect((await cast.bela.getStream({ stream_id })).stream.name).toBe('list shut');
  });

  it('[CH15] first message, activity and traffic are computed from existing messages', async () => {
    const { dara, eli } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'traffic' }], principals: [dara.user_id, eli.user_id] });
    expect(await named('traffic')).toMatchObject({ first_message_id: null, is_recently_active: true });
    const send = async () => (await dara.sendMessage({ type: 'channel', to: 'traffic', topic: 't', content: 'x' })).id;
    const { value: first } = await verifyEvents([dara, eli], send);
    for (let n = 0; n < 5; n++) await send();
    expect(await named('traffic')).toMatchObject({ first_message_id: first, stream_weekly_traffic: null });
    server.clock.advance(7 * DAY_MS);
    expect((await named('traffic')).stream_weekly_traffic).toBe(6);
    server.clock.advance(7 * DAY_MS);
    expect((await named('traffic')).stream_weekly_traffic).toBe(3);
    server.clock.advance(15 * DAY_MS);
    expect((await named('traffic')).stream_weekly_traffic).toBe(0);
    server.clock.advance(152 * DAY_MS);
    expect(await named('traffic')).toMatchObject({ first_message_id: first, is_recently_active: false });
    await send();
    expect((await named('traffic')).is_recently_active).toBe(true);
  });
});
