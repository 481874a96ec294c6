// Changing channels: permissions, valid combinations and events.
import { beforeAll, describe, expect, it } from 'bun:test';
import {
  type ChannelId,
  type GroupId,
  type GroupSettingValue,
  type InputOf,
  ROLE,
  type Role,
  type updateStream,
} from '@stoa/contract';
import { outcomeOf, type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let groups: Map<string, GroupId>;

beforeAll(async () => {
  const { user_groups } = await cast.ada.getUserGroups();
  groups = new Map(user_groups.map(({ name, id }) => [name, id]));
});

type Changes = Omit<InputOf<typeof updateStream>, 'stream_id'>;

let count = 0;
/** A channel created by Dara, with her, other people and options. */
async function make(options: object = {}, people: Person[] = []): Promise<ChannelId> {
  const name = `edited ${++count}`;
  const principals = [cast.dara, ...people].map(({ user_id }) => user_id);
  await cast.dara.subscribe({ subscriptions: [{ name }], principals, ...options });
  return (await cast.ada.getStreamId({ stream: name })).stream_id;
}

const change = (who: Person, stream_id: ChannelId, changes: Changes) => who.updateStream({ stream_id, ...changes });
const get = async (stream_id: ChannelId) => (await cast.ada.getStream({ stream_id })).stream;
const only = (...people: Person[]): GroupSettingValue => ({
  direct_members: people.map(({ user_id }) => user_id),
  direct_subgroups: [],
});

/** Makes a change and returns the events each watcher received. */
async function eventsOf(who: Person, stream_id: ChannelId, changes: Changes, watchers: Person[]) {
  const { events } = await verifyEvents(watchers, () => change(who, stream_id, changes));
  return events.map((received) => received.map(({ id: _, ...event }) => event));
}
const kinds = (received: { type: string; op?: string }[]) => received.map(({ type, op }) => `${type}/${op}`);

const REFUSED = '400 UNAUTHORIZED_PRINCIPAL You do not have permission to administer this channel.';

describe('permissions to change a channel', () => {
  it('[CH18] administrators and the channel’s own, nobody else; hidden channels don’t exist', async () => {
    const { ada, bela, chen, dara, eli, finn, bot } = cast;
    const stream_id = await make({}, [finn, eli]);
    for (const person of [ada, bela, dara])
      expect(await outcomeOf(change(person, stream_id, { description: `by ${person.full_name}` }))).toBe('success');
    for (const person of [chen, eli, finn, bot])
      expect(await outcomeOf(change(person, stream_id, { description: 'no' }))).toBe(REFUSED);
    const hidden = await make({ invite_only: true });
    for (const id of [hidden, 999_999 as ChannelId])
      expect(await outcomeOf(change(eli, id, { description: 'no' }))).toBe('400 BAD_REQUEST Invalid channel ID');
    const other = await server.organization('editing.example');
    expect(await outcomeOf(other.owner.updateStream({ stream_id, description: 'no' }))).toContain('Invalid channel ID');
  });

  it('[CH18] a guest in can_administer_channel_group can’t administer', async () => {
    const stream_id = await make({ can_administer_channel_group: only(cast.finn, cast.eli) }, [cast.finn]);
    expect(await outcomeOf(change(cast.finn, stream_id, { description: 'no' }))).toBe(REFUSED);
    expect(await outcomeOf(change(cast.eli, stream_id, { description: 'yes' }))).toBe('success');
  });

  it('[CH19] changing who reads a private channel needs content access', async () => {
    const stream_id = await make({ invite_only: true });
    const refused: Changes[] = [
      { is_private: false },
      { is_web_public: false },
      { history_public_to_subscribers: true },
      { can_add_subscribers_group: { new: only(cast.bela) } },
      { can_subscribe_group: { new: only(cast.bela) } },
    ];
    for (const changes of refused) {
      expect(await outcomeOf(change(cast.bela, stream_id, changes))).toContain(
        '400 BAD_REQUEST Only those who can read',
      );
      expect(await outcomeOf(change(cast.ada, stream_id, changes))).toContain(
        '400 BAD_REQUEST Only those who can read',
      );
    }
    await cast.dara.sendMessage({ type: 'channel', to: stream_id, topic: 'within', content: 'not for Bela' });
    const { messages } = await cast.bela.getMessages({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: stream_id }],
    });
    expect(messages).toEqual([]);
    const allowed: Changes[] = [
      { description: 'metadata' },
      { can_remove_subscribers_group: { new: groups.get('role:moderators')! } },
      { can_send_message_group: { new: groups.get('role:members')! } },
      { can_administer_channel_group: { new: only(cast.dara, cast.eli) } },
    ];
    for (const changes of allowed) expect(await outcomeOf(change(cast.bela, stream_id, changes))).toBe('success');
    await cast.dara.subscribe({
      subscriptions: [{ name: (await get(stream_id)).name }],
      principals: [cast.bela.user_id],
    });
    expect(await outcomeOf(change(cast.bela, stream_id, { is_private: false }))).toBe('success');
  });

  it('[CH19] administrators without content access to a private channel can’t grant it to themselves', async () => {
    const { eli } = cast;
    const stream_id = await make({ invite_only: true, can_administer_channel_group: only(eli, cast.dara) });
    for (const permission of ['can_add_subscribers_group', 'can_subscribe_group'] as const)
      expect(await outcomeOf(change(eli, stream_id, { [permission]: { new: only(eli) } }))).toContain(
        '400 BAD_REQUEST',
      );
    expect(await outcomeOf(change(eli, stream_id, { can_remove_subscribers_group: { new: only(eli) } }))).toBe(
      'success',
    );
  });

  it('[CH20] default channels and retention need an administrator', async () => {
    const { bela, dara } = cast;
    const stream_id = await make({ can_administer_channel_group: only(dara) });
    const denied = '400 UNAUTHORIZED_PRINCIPAL';
    expect(await outcomeOf(change(dara, stream_id, { is_default_stream: true }))).toContain(denied);
    expect(await outcomeOf(change(dara, stream_id, { message_retention_days: 3 }))).toContain(denied);
    await change(bela, stream_id, { is_default_stream: true });
    await change(bela, stream_id, { message_retention_days: 3 });
    expect((await get(stream_id)).message_retention_days).toBe(3);
  });

  it('[CH20] policies on deletion and topics need the organization’s permission too', async () => {
    const stream_id = await make();
    const everyone = { new: groups.get('role:everyone')! };
    expect(await outcomeOf(change(cast.dara, stream_id, { can_delete_own_message_group: everyone }))).toBe(
      '400 BAD_REQUEST Insufficient permission',
    );
    await change(cast.bela, stream_id, { can_delete_own_message_group: everyone });
    await cast.ada.updateRealm({ can_set_topics_policy_group: { new: groups.get('role:moderators')! } });
    expect(await outcomeOf(change(cast.dara, stream_id, { topics_policy: 'allow_empty_topic' }))).toBe(
      '400 BAD_REQUEST Insufficient permission',
    );
    // Creating a channel can't bypass this.
    for (const options of [
      { topics_policy: 'allow_empty_topic' as const },
      { can_delete_any_message_group: only(cast.dara) },
    ])
      expect(await outcomeOf(cast.dara.subscribe({ subscriptions: [{ name: 'around' }], ...options }))).toBe(
        '400 BAD_REQUEST Insufficient permission',
      );
    await change(cast.bela, stream_id, { topics_policy: 'allow_empty_topic' });
    await cast.ada.updateRealm({ can_set_topics_policy_group: { new: groups.get('role:members')! } });
    await change(cast.dara, stream_id, { topics_policy: 'disable_empty_topic' });
  });
});

describe('announces', () => {
  it('[CH18] [CH21] each property by an event to everyone with metadata access', async () => {
    const { ada, dara, eli, finn } = cast;
    const stream_id = await make({}, [finn]);
    const { name } = await get(stream_id);
    const folder = await ada.createChannelFolder({ name: 'Folder of edits', description: '' });
    const everyone = [ada, dara, eli, finn];
    const about = { type: 'stream', op: 'update', stream_id, name };
    const expected = async (changes: Changes, ...updates: object[]) => {
      const received = await eventsOf(ada, stream_id, changes, everyone);
      for (const events of received)
        expect(events).toEqual(updates.map((update) => ({ ...about, ...update })) as never);
    };
    const rendered_description = '<p><em>new</em></p>';
    await expected({ description: '*new*' }, { property: 'description', value: '*new*', rendered_description });
    await expected({ description: '' }, { property: 'description', value: '', rendered_description: '' });
    const folder_id = folder.channel_folder_id;
    await expected({ folder_id }, { property: 'folder_id', value: folder_id });
    await expected({ folder_id: null }, { property: 'folder_id', value: null });
    const days = (value: number | null) => ({ property: 'message_retention_days', value });
    await expected({ message_retention_days: 30 }, days(30));
    await expected({ message_retention_days: 'unlimited' }, days(-1));
    await expected({ message_retention_days: 'realm_default' }, days(null));
    const topics_policy = 'empty_topic_only' as const;
    await expected({ topics_policy }, { property: 'topics_policy', value: topics_policy });
    const administrators = groups.get('role:administrators')!;
    await expected(
      { can_send_message_group: { new: administrators } },
      { property: 'can_send_message_group', value: administrators },
      { property: 'stream_post_policy', value: 2 },
      { property: 'is_announcement_only', value: true },
    );
    await expected(
      { can_send_message_group: { new: only(eli) } },
      { property: 'can_send_message_group', value: only(eli) },
      { property: 'stream_post_policy', value: 1 },
      { property: 'is_announcement_only', value: false },
    );
    await expected({ new_name: `${name}!` }, { property: 'name', value: `${name}!` });
    // An unchanged value is no change.
    await expected({ new_name: `${name}!`, folder_id: null, can_send_message_group: { new: only(eli) } });
  });

  it('[CH21] privacy with its related properties; people for whom the channel appears or disappears receive that instead', async () => {
    const { ada, dara, eli, finn } = cast;
    const everyone = [ada, dara, eli, finn];
    const stream_id = await make({}, [finn]);
    const shut = await eventsOf(dara, stream_id, { is_private: true }, everyone);
    const update = {
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    };
    for (const at of [0, 1, 3]) expect(shut[at]).toMatchObject([update]);
    expect(shut[2]).toEqual([{ type: 'stream', op: 'delete', streams: [{ stream_id }], stream_ids: [stream_id] }]);
    const open = await eventsOf(dara, stream_id, { is_private: false }, everyone);
    for (const at of [0, 1, 3]) expect(open[at]).toMatchObject([{ property: 'invite_only', value: false }]);
    expect(kinds(open[2]!)).toEqual(['stream/create', 'subscription/peer_add']);
    const [{ streams }, peers] = open[2] as unknown as [{ streams: object[] }, object];
    expect(streams).toMatchObject([{ stream_id, subscriber_count: 0, invite_only: false }]);
    expect(peers).toMatchObject({ stream_ids: [stream_id], user_ids: [dara.user_id, finn.user_id] });
  });

  it('[CH14] [CH21] a channel when a permission gives access, and its removal when it is taken away', async () => {
    const { ada, chen, dara, eli, finn } = cast;
    const stream_id = await make({ invite_only: true });
    const watchers = [ada, chen, dara, eli, finn];
    for (const permission of ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group']) {
      const setting_value = { direct_members: [eli.user_id, dara.user_id].sort((a, b) => a - b), direct_subgroups: [] };
      const [by_ada, by_chen, by_dara, by_eli, by_finn] = await eventsOf(
        dara,
        stream_id,
        { [permission]: { new: setting_value } },
        watchers,
      );
      expect(kinds(by_eli!)).toEqual(['stream/create', 'subscription/peer_add']);
      expect(kinds(by_ada!)).toEqual(['stream/update']);
      expect(kinds(by_dara!)).toEqual(['stream/update']);
      expect([by_chen, by_finn]).toEqual([[], []]);
      const taken = await eventsOf(
        dara,
        stream_id,
        { [permission]: { new: only(dara), old: setting_value } },
        watchers,
      );
      expect(taken.map(kinds)).toEqual([['stream/update'], [], ['stream/update'], ['stream/delete'], []]);
      expect(await outcomeOf(eli.getStream({ stream_id }))).toContain('Invalid channel ID');
    }
  });
});

describe('validation', () => {
  it('[CH2] [CH3] applies the rules of new channels to new names and descriptions', async () => {
    const stream_id = await make();
    const long = (length: number) => '\u{1D4B6}'.repeat(length);
    await change(cast.dara, stream_id, { new_name: ` ${long(60)} `, description: long(1024) });
    expect(await outcomeOf(change(cast.dara, stream_id, { new_name: long(61) }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(change(cast.dara, stream_id, { description: long(1025) }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(change(cast.dara, stream_id, { new_name: ' ' }))).toContain('400 BAD_REQUEST');
    await change(cast.dara, stream_id, { new_name: 'EmailTemplate case', description: 'two\nlines' });
    await change(cast.dara, stream_id, { new_name: 'letter CASE' });
    expect(await get(stream_id)).toMatchObject({ name: 'letter CASE', description: 'two lines' });
    const other = await make();
    expect(await outcomeOf(change(cast.dara, other, { new_name: 'LETTER case' }))).toContain('already exists');
  });

  it('[CH12] allows protected history only in private channels where everyone starts topics', async () => {
    const hidden = { history_public_to_subscribers: false };
    const open = await make();
    expect(await outcomeOf(change(cast.dara, open, hidden))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(change(cast.dara, open, { ...hidden, is_private: false }))).toContain('400 BAD_REQUEST');
    const members = { can_create_topic_group: { new: groups.get('role:members')! } };
    await change(cast.dara, open, members);
    expect(await outcomeOf(change(cast.dara, open, { is_private: true }))).toContain(
      '400 BAD_REQUEST Protected history',
    );
    await change(cast.dara, open, { is_private: true, history_public_to_subscribers: true });
    expect(await outcomeOf(change(cast.dara, open, hidden))).toContain('400 BAD_REQUEST Protected history');
    await change(cast.dara, open, { ...hidden, can_create_topic_group: { new: groups.get('role:everyone')! } });
    expect(await get(open)).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
    expect(await outcomeOf(change(cast.dara, open, members))).toContain('400 BAD_REQUEST Protected history');
    await change(cast.dara, open, { is_private: false });
    expect(await get(open)).toMatchObject({ invite_only: false, history_public_to_subscribers: true });
  });

  it('[CH24] allows only public default channels, and announces them to all except guests', async () => {
    const { ada, bela, dara, finn } = cast;
    const stream_id = await make({}, [finn]);
    const shut = await make({ invite_only: true });
    const { events } = await verifyEvents([ada, dara, finn], () => bela.addDefaultStream({ stream_id }));
    for (const at of [0, 1]) expect(events[at]).toMatchObject([{ type: 'default_streams' }]);
    expect(events[2]).toEqual([]);
    const fetch_event_types = ['default_streams'];
    expect((await dara.registerQueue({ fetch_event_types })).realm_default_streams).toContain(stream_id);
    expect((await finn.registerQueue({ fetch_event_types })).realm_default_streams).toEqual([]);
    expect((await verifyEvents(ada, () => bela.addDefaultStream({ stream_id }))).events).toEqual([[]]);
    expect(await outcomeOf(change(bela, stream_id, { is_private: true }))).toContain(
      'A default channel cannot be private',
    );
    expect(await outcomeOf(bela.addDefaultStream({ stream_id: shut }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(change(ada, shut, { is_default_stream: true }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(dara.removeDefaultStream({ stream_id }))).toContain('UNAUTHORIZED_PRINCIPAL');
    await verifyEvents([ada, dara], () => change(bela, stream_id, { is_private: true, is_default_stream: false }));
    await verifyEvents([ada, dara], () => change(dara, stream_id, { is_private: false }));
    await bela.addDefaultStream({ stream_id });
    await verifyEvents([ada, dara], () => bela.removeDefaultStream({ stream_id }));
    expect((await dara.registerQueue({ fetch_event_types })).realm_default_streams).not.toContain(stream_id);
  });

  it('[CH400] an account that becomes a guest, or no longer is one, receives the list as it sees it then', async () => {
    const { ada, eli, dara } = cast;
    const stream_id = await make({}, [eli]);
    await ada.addDefaultStream({ stream_id });
    const change = (role: Role) => verifyEvents([eli, dara], () => ada.updateUser({ user_id: eli.user_id, role }));
    const lists = ({ events }: Awaited<ReturnType<typeof change>>) =>
      events.map((received) => received.filter(({ type }) => type === 'default_streams'));
    expect(lists(await change(ROLE.guest))).toMatchObject([[{ default_streams: [] }], []]);
    const default_streams = (await dara.registerQueue()).realm_default_streams!;
    expect(default_streams).toContain(stream_id);
    expect(lists(await change(ROLE.moderator))).toMatchObject([[{ default_streams }], []]);
    expect(lists(await change(ROLE.member))).toEqual([[], []]);
    await ada.removeDefaultStream({ stream_id });
  });

  it('[CH25] requires for empty_topic_only that every message is in the empty topic', async () => {
    const stream_id = await make();
    const send = (topic: string) => cast.dara.sendMessage({ type: 'channel', to: [stream_id], topic, content: 'x' });
    await send('');
    await change(cast.dara, stream_id, { topics_policy: 'empty_topic_only' });
    expect(await outcomeOf(send('named'))).toContain('400 BAD_REQUEST');
    await change(cast.dara, stream_id, { topics_policy: 'inherit' });
    await send('named');
    expect(await outcomeOf(change(cast.dara, stream_id, { topics_policy: 'empty_topic_only' }))).toContain('400 BAD');
    await change(cast.dara, stream_id, { topics_policy: 'disable_empty_topic' });
    expect(await outcomeOf(send(''))).toContain('400 BAD_REQUEST');
    await change(cast.dara, stream_id, { topics_policy: 'allow_empty_topic' });
    await send('');
  });

  it('[CH25] uses the organization’s policy for a channel that inherits it', async () => {
    const stream_id = await make();
    const send = () => cast.dara.sendMessage({ type: 'channel', to: [stream_id], topic: '', content: 'x' });
    await cast.ada.updateRealm({ topics_policy: 'disable_empty_topic' });
    expect(await outcomeOf(send())).toContain('400 BAD_REQUEST');
    await change(cast.dara, stream_id, { topics_policy: 'allow_empty_topic' });
    await send();
    await cast.ada.updateRealm({ topics_policy: 'allow_empty_topic' });
    await change(cast.dara, stream_id, { topics_policy: 'inherit' });
    await send();
  });

  it('[CH11] accepts a retention of 1 to 100,000 days or a keyword, bare or quoted', async () => {
    const stream_id = await make();
    for (const days of [0, -1, 100_001])
      expect(await outcomeOf(change(cast.ada, stream_id, { message_retention_days: days }))).toContain(
        '400 BAD_REQUEST',
      );
    for (const days of [1, 100_000]) {
      await change(cast.ada, stream_id, { message_retention_days: days });
      expect((await get(stream_id)).message_retention_days).toBe(days);
    }
    const authorization = `Basic ${btoa(`${cast.ada.email}:${cast.ada.api_key}`)}`;
    const words: [string, number | null][] = [
      ['unlimited', -1],
      ['realm_default', null],
      ['"unlimited"', -1],
      ['"realm_default"', null],
      ['"7"', 0],
      ['forever', 0],
    ];
    for (const [text, stored] of words) {
      const body = new URLSearchParams({ message_retention_days: text });
      const init = { method: 'PATCH', headers: { authorization }, body };
      const response = await fetch(`${server.url}/api/v1/streams/${stream_id}`, init);
      expect(response.status).toBe(stored === 0 ? 400 : 200);
      if (stored !== 0) expect((await get(stream_id)).message_retention_days).toBe(stored);
    }
  });

  it('[CH18] refuses unknown folders', async () => {
    const stream_id = await make();
    expect(await outcomeOf(change(cast.ada, stream_id, { folder_id: 999 }))).toContain('400 BAD_REQUEST');
    const { channel_folder_id } = await cast.ada.createChannelFolder({ name: 'Gone', description: '' });
    await cast.ada.updateChannelFolder({ channel_folder_id, is_archived: true });
    expect(await outcomeOf(change(cast.ada, stream_id, { folder_id: channel_folder_id }))).toContain('400 BAD_REQUEST');
  });

  it('[CH18] keeps the channel for moderation requests private', async () => {
    const stream_id = await make({ invite_only: true }, [cast.ada]);
    await cast.ada.updateRealm({ moderation_request_channel_id: stream_id });
    expect(await outcomeOf(change(cast.ada, stream_id, { is_private: false }))).toContain('must be private');
    await cast.ada.updateRealm({ moderation_request_channel_id: -1 });
    await change(cast.ada, stream_id, { is_private: false });
  });
});

describe('permissions', () => {
  it('[CH26] refuses a stale old value and accepts an equal one in another form', async () => {
    const { dara, eli, ada } = cast;
    const stream_id = await make();
    const moderators = groups.get('role:moderators')!;
    const update = { old: moderators, new: only(eli) };
    const { events } = await verifyEvents([ada, dara], async () => {
      expect(
        await outcomeOf(change(dara, stream_id, { description: 'not kept', can_remove_subscribers_group: update })),
      ).toBe("400 EXPECTATION_MISMATCH 'old' value does not match the expected value.");
    });
    expect(events).toEqual([[], []]);
    expect((await get(stream_id)).description).toBe('');
    const old = { direct_members: [], direct_subgroups: [groups.get('role:administrators')!] };
    await change(dara, stream_id, { can_remove_subscribers_group: { old, new: only(eli, eli) } });
    expect((await get(stream_id)).can_remove_subscribers_group).toEqual(only(eli));
  });

  it('[CH10] [CH26] can all be changed, to each group they allow', async () => {
    const { ada } = cast;
    const stream_id = await make({}, [ada]);
    const names = Object.keys(await get(stream_id)).filter((name) => name.startsWith('can_'));
    expect(names.length).toBe(11);
    for (const name of names) {
      await verifyEvents([ada, cast.eli, cast.finn], () =>
        change(ada, stream_id, { [name]: { new: groups.get('role:moderators')! } }),
      );
      expect(await get(stream_id)).toMatchObject({ [name]: groups.get('role:moderators')! });
      for (const bad of [groups.get('role:internet')!, 999_999, { direct_members: [999_999], direct_subgroups: [] }])
        expect(await outcomeOf(change(ada, stream_id, { [name]: { new: bad } }))).toContain('400 BAD_REQUEST');
    }
  });
});
