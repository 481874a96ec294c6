// Whoever loses access to a channel gets nothing more of it, by any path, however access was lost.
import { describe, expect, it } from 'bun:test';
import type { ApiError, ChannelId, MessageId, ReceivedEvent } from '@stoa/contract';
import { type Person, serveTests } from '@stoa/testkit';

const { server, cast } = await serveTests();

/** A person's bot: it must not keep the access its owner has lost. [BO19] [BO20] */
let bots_made = 0;
async function botOf(owner: Person): Promise<Person> {
  const short_name = `viewer${++bots_made}`;
  const { user_id, api_key } = await owner.createBot({ full_name: short_name, short_name });
  const email = `${short_name}-bot@stoa.invalid`;
  return Object.assign(server.client(email, api_key), { email, user_id, full_name: short_name, api_key });
}

const works = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: ApiError) => {
      expect([400, 404]).toContain(error.status);
      return false;
    },
  );

/** Tries every path to a message and its channel; returns those that work. */
async function ways(person: Person, stream_id: ChannelId, message_id: MessageId): Promise<string[]> {
  const newest = { anchor: 'newest' as const, num_before: 50, num_after: 0 };
  const has = (call: Promise<{ messages: { id: number }[] }>) =>
    call.then(({ messages }) => messages.some(({ id }) => id === message_id)).catch(() => false);
  const narrowed = (operator: string, operand: string | number) =>
    has(person.getMessages({ ...newest, narrow: [{ operator, operand }] }));
  const emoji = { message_id, emoji_name: 'tada' };
  const tried: [string, () => Promise<boolean>][] = [
    ['feed', () => has(person.getMessages(newest))],
    ['channel', () => narrowed('channel', stream_id)],
    ['topic', () => narrowed('topic', 'inside')],
    ['sender', () => narrowed('sender', cast.dara.email)],
    ['public', () => narrowed('channels', 'public')],
    ['id', () => narrowed('id', message_id)],
    ['message', () => works(person.getMessage({ message_id }))],
    ['among', () => has(person.getMessages({ message_ids: [message_id] }))],
    [
      'topics',
      () =>
        person.getStreamTopics({ stream_id }).then(
          ({ topics }) => topics.length > 0,
          () => false,
        ),
    ],
    ['react', () => works(person.addReaction(emoji))],
    ['unreact', () => works(person.removeReaction(emoji))],
    ['typing', () => works(person.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'inside' }))],
    ['send', () => works(person.sendMessage({ type: 'channel', to: [stream_id], topic: 'other', content: 'x' }))],
    [
      'search',
      () =>
        has(
          person.getMessages({
            ...newest,
            narrow: [
              { operator: 'channel', operand: stream_id },
              { operator: 'search', operand: WORD },
            ],
          }),
        ),
    ],
    ['matches', () => matches(person, message_id)],
    ['star', () => works(star(person, message_id))],
    ['starred', () => narrowed('is', 'starred')],
    ['stars', () => stars(person, message_id)],
    ['history', () => works(person.getMessageHistory({ message_id }))],
    ['receipts', () => works(person.getReadReceipts({ message_id }))],
    ['submessage', () => works(person.addSubmessage({ message_id, msg_type: 'widget', content: '{}' }))],
    ['file', () => works(person.getFileTemporaryUrl(files.get(message_id)!))],
    ['remind', () => works(person.createReminder({ message_id, scheduled_delivery_timestamp: LATER }))],
    ['schedule', () => schedule(person, stream_id)],
    ['join', () => works(person.subscribe({ subscriptions: [{ name: names.get(stream_id)! }] }))],
  ];
  const open: string[] = [];
  for (const [name, way] of tried) if (await way()) open.push(name);
  return open;
}

/** A word found only in these messages. */
const WORD = 'quincunx';
const LATER = Math.floor(Date.now() / 1000) + 24 * 3600;
const names = new Map<ChannelId, string>();
const files = new Map<MessageId, { realm_id_str: number; filename: string }>();

async function matches(person: Person, message_id: MessageId): Promise<boolean> {
  const { messages } = await person.matchesNarrow({ msg_ids: [message_id], narrow: [['search', WORD]] });
  return String(message_id) in messages;
}

function star(person: Person, message_id: MessageId): Promise<unknown> {
  return person.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' });
}

async function stars(person: Person, message_id: MessageId): Promise<boolean> {
  const { starred_messages } = await person.registerQueue({ fetch_event_types: ['starred_messages'] });
  return starred_messages!.includes(message_id);
}

function schedule(person: Person, stream_id: ChannelId): Promise<boolean> {
  const message = { type: 'channel' as const, to: stream_id, topic: 'inside', content: 'later' };
  return works(person.createScheduledMessage({ ...message, scheduled_delivery_timestamp: LATER }));
}

async function make(name: string, people: Person[], options: object): Promise<[ChannelId, MessageId]> {
  const principals = [cast.dara, ...people].map(({ user_id }) => user_id);
  await cast.dara.subscribe({ subscriptions: [{ name }], principals, ...options });
  const { stream_id } = await cast.ada.getStreamId({ stream: name });
  names.set(stream_id, name);
  const { url } = await cast.dara.uploadFile({}, { file: new File(['notes'], 'notes.txt') });
  const content = `${WORD} [notes](${url})`;
  const { id } = await cast.dara.sendMessage({ type: 'channel', to: name, topic: 'inside', content });
  const [realm_id_str, ...rest] = url.replace('/user_uploads/', '').split('/');
  files.set(id, { realm_id_str: Number(realm_id_str), filename: rest.join('/') });
  return [stream_id, id];
}

/** Events of later activity in a channel that queues opened earlier receive. */
async function eventsOf(person: Person, lose: () => Promise<unknown>, stream_id: ChannelId, message_id: MessageId) {
  const client_capabilities = { stream_typing_notifications: true };
  const queues = await Promise.all([
    person.registerQueue({ client_capabilities }),
    person.registerQueue({ client_capabilities, all_public_streams: true }),
    person.registerQueue({ client_capabilities, narrow: [['channel', names.get(stream_id)!]] }),
  ]);
  // Typing reaches only clients that are polling.
  const poll = async () => {
    const events: ReceivedEvent[] = [];
    for (const { queue_id, last_event_id } of queues) {
      const answer = await person.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
      events.push(...(answer.events as ReceivedEvent[]));
    }
    return events;
  };
  await poll();
  await lose();
  const { dara } = cast;
  const to = { type: 'channel' as const, to: [stream_id], topic: 'inside' };
  await dara.sendMessage({ ...to, content: 'afterwards' });
  await dara.addReaction({ message_id, emoji_name: 'wave' });
  const { raw_content } = await dara.getMessage({ message_id });
  await dara.editMessage({ message_id, content: `${raw_content} and more` });
  await dara.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'inside' });
  await dara.updateStream({ stream_id, description: `changed ${message_id} ${person.user_id}` });
  const events = await poll();
  const of_channel = events.filter(
    (event) =>
      ['message', 'reaction', 'typing', 'update_message', 'submessage'].includes(event.type) ||
      (event.type === 'stream' && event.op === 'update'),
  );
  return of_channel.map(({ type, op }) => `${type}/${op}`);
}

const OPEN_TO_ALL = ['public'];
/** The paths open to every reader of a channel; the rest need a subscription. */
const READING = [
  ...['channel', 'message', 'among', 'topics', 'react', 'unreact', 'typing', 'send', 'search', 'matches'],
  ...['star', 'starred', 'stars', 'history', 'receipts', 'file', 'remind', 'schedule', 'join'],
];

/** Fails unless these paths work with access: otherwise the closed paths below prove nothing. */
async function expectOpen(person: Person, stream_id: ChannelId, message_id: MessageId, more: string[]) {
  const open = await ways(person, stream_id, message_id);
  expect(open).toEqual(expect.arrayContaining([...READING, ...more]));
}

async function expectClosed(person: Person, stream_id: ChannelId, message_id: MessageId) {
  expect(await ways(person, stream_id, message_id)).toEqual([]);
}

describe('[CH27] access to a channel', () => {
  it('stays complete for an account that keeps it', async () => {
    const { eli } = cast;
    const [stream_id, message_id] = await make('kept', [eli], { invite_only: true });
    const all = await eventsOf(eli, async () => {}, stream_id, message_id);
    const in_each = ['reaction/add', 'stream/update', 'typing/start', 'update_message/undefined'];
    expect(all.sort()).toEqual([...in_each, ...in_each, ...in_each, ...Array(3).fill('message/undefined')].sort());
  });

  it('ends when an account is removed from a private channel', async () => {
    const { dara, eli } = cast;
    const [stream_id, message_id] = await make('put out', [eli], { invite_only: true });
    await expectOpen(eli, stream_id, message_id, ['feed', 'topic', 'sender', 'id']);
    const lose = () => dara.unsubscribe({ subscriptions: ['put out'], principals: [eli.user_id] });
    expect(await eventsOf(eli, lose, stream_id, message_id)).toEqual([]);
    await expectClosed(eli, stream_id, message_id);
  });

  it('[BO20] ends for the bots of an account removed from a private channel', async () => {
    const { ada, eli } = cast;
    const bot = await botOf(eli);
    const [stream_id, message_id] = await make('bot put out', [eli, bot], { invite_only: true });
    await expectOpen(bot, stream_id, message_id, ['feed', 'topic', 'sender', 'id']);
    const lose = () => ada.unsubscribe({ subscriptions: ['bot put out'], principals: [eli.user_id] });
    expect(await eventsOf(bot, lose, stream_id, message_id)).toEqual([]);
    await expectClosed(bot, stream_id, message_id);
  });

  it('[BO20] ends for the bots of an account that leaves a private channel', async () => {
    const { eli } = cast;
    const bot = await botOf(eli);
    const options = { invite_only: true, history_public_to_subscribers: true };
    const [stream_id, message_id] = await make('bot walked out', [eli, bot], options);
    await expectOpen(bot, stream_id, message_id, ['feed']);
    const lose = () => eli.updateSubscriptions({ delete: ['bot walked out'] });
    expect(await eventsOf(bot, lose, stream_id, message_id)).toEqual([]);
    await expectClosed(bot, stream_id, message_id);
  });

  it('[BO21] ends for a bot given to an owner outside its private channel', async () => {
    const { chen, eli } = cast;
    const bot = await botOf(eli);
    const [stream_id, message_id] = await make('bot given', [eli, bot], { invite_only: true });
    await eli.updateBot({ bot_id: bot.user_id, bot_owner_id: chen.user_id });
    await chen.acceptBotOffer({ bot_id: bot.user_id });
    const { api_key } = await chen.getBotApiKey({ bot_id: bot.user_id });
    const { email, user_id, full_name } = bot;
    const transferred = Object.assign(server.client(email, api_key), { email, user_id, full_name, api_key });
    await expectClosed(transferred, stream_id, message_id);
  });

  it('ends when an account leaves a private channel with public history', async () => {
    const { eli } = cast;
    const options = { invite_only: true, history_public_to_subscribers: true };
    const [stream_id, message_id] = await make('walked out', [eli], options);
    await expectOpen(eli, stream_id, message_id, ['feed']);
    const lose = () => eli.updateSubscriptions({ delete: ['walked out'] });
    expect(await eventsOf(eli, lose, stream_id, message_id)).toEqual([]);
    await expectClosed(eli, stream_id, message_id);
  });

  it('ends for an unsubscribed member when a public channel becomes private', async () => {
    const { dara, eli, chen } = cast;
    const [stream_id, message_id] = await make('turned', [], {});
    await expectOpen(eli, stream_id, message_id, OPEN_TO_ALL);
    await eli.unsubscribe({ subscriptions: ['turned'] });
    const lose = () => dara.updateStream({ stream_id, is_private: true });
    expect(await eventsOf(chen, lose, stream_id, message_id)).toEqual([]);
    // Eli subscribed while it was public, and left again.
    for (const person of [chen, eli]) await expectClosed(person, stream_id, message_id);
  });

  it('ends when a permission is taken away', async () => {
    const { dara, eli } = cast;
    for (const permission of ['can_subscribe_group', 'can_add_subscribers_group']) {
      const value = { direct_members: [eli.user_id], direct_subgroups: [] };
      const options = { invite_only: true, history_public_to_subscribers: true, [permission]: value };
      const [stream_id, message_id] = await make(`let in by ${permission}`, [], options);
      expect(await works(eli.getMessage({ message_id }))).toBe(true);
      const none = { new: { direct_members: [], direct_subgroups: [] }, old: value };
      const lose = () => dara.updateStream({ stream_id, [permission]: none });
      expect(await eventsOf(eli, lose, stream_id, message_id)).toEqual([]);
      await expectClosed(eli, stream_id, message_id);
    }
  });

  it('ends when an account leaves the group that gave access', async () => {
    const { ada, eli } = cast;
    const { group_id } = await ada.createUserGroup({ name: 'insiders', description: '', members: [eli.user_id] });
    const options = { invite_only: true, history_public_to_subscribers: true, can_subscribe_group: group_id };
    const [stream_id, message_id] = await make('by group', [], options);
    expect(await works(eli.getMessage({ message_id }))).toBe(true);
    const lose = () => ada.updateUserGroupMembers({ user_group_id: group_id, delete: [eli.user_id] });
    expect(await eventsOf(eli, lose, stream_id, message_id)).toEqual([]);
    await expectClosed(eli, stream_id, message_id);
  });

  it('ends when a guest is removed from a public channel', async () => {
    const { dara, finn } = cast;
    const [stream_id, message_id] = await make('guests', [finn], {});
    expect(await works(finn.getMessage({ message_id }))).toBe(true);
    const lose = () => dara.unsubscribe({ subscriptions: ['guests'], principals: [finn.user_id] });
    expect(await eventsOf(finn, lose, stream_id, message_id)).toEqual([]);
    await expectClosed(finn, stream_id, message_id);
  });

  it('ends when a member becomes a guest', async () => {
    const { ada, eli } = cast;
    const [stream_id, message_id] = await make('for members', [], {});
    expect(await works(eli.getMessage({ message_id }))).toBe(true);
    const lose = () => ada.updateUser({ user_id: eli.user_id, role: 600 });
    expect(await eventsOf(eli, lose, stream_id, message_id)).toEqual([]);
    await expectClosed(eli, stream_id, message_id);
    await ada.updateUser({ user_id: eli.user_id, role: 400 });
  });

  it('[BO19] [BO20] ends for the bots of a member who becomes a guest, and of a guest who is removed', async () => {
    const { ada, dara, eli } = cast;
    const [outside, inside] = [await botOf(eli), await botOf(eli)];
    const [left_id, left_message] = await make('for members and bots', [inside], {});
    const [stream_id, message_id] = await make('for guests and bots', [eli, inside], {});
    for (const bot of [outside, inside]) await expectOpen(bot, left_id, left_message, OPEN_TO_ALL);
    const become = () => ada.updateUser({ user_id: eli.user_id, role: 600 });
    expect(await eventsOf(inside, become, left_id, left_message)).toEqual([]);
    for (const bot of [outside, inside]) await expectClosed(bot, left_id, left_message);
    expect(await works(inside.getMessage({ message_id }))).toBe(true);
    const lose = () => dara.unsubscribe({ subscriptions: ['for guests and bots'], principals: [eli.user_id] });
    expect(await eventsOf(inside, lose, stream_id, message_id)).toEqual([]);
    await expectClosed(inside, stream_id, message_id);
    await ada.updateUser({ user_id: eli.user_id, role: 400 });
  });

  describe('[BO22] access ends for the bots of an account that', () => {
    const nobody = { direct_members: [], direct_subgroups: [] };

    it('is not in a channel that becomes private', async () => {
      const { dara, eli } = cast;
      const bot = await botOf(eli);
      const [stream_id, message_id] = await make('bot in turned', [bot], {});
      await expectOpen(bot, stream_id, message_id, ['feed']);
      const lose = () => dara.updateStream({ stream_id, is_private: true });
      expect(await eventsOf(bot, lose, stream_id, message_id)).toEqual([]);
      await expectClosed(bot, stream_id, message_id);
    });

    it('is a guest outside a channel that is no longer web-public', async () => {
      const { ada, dara, eli } = cast;
      await ada.updateRealm({ enable_spectator_access: true });
      const bot = await botOf(eli);
      await ada.updateUser({ user_id: eli.user_id, role: 600 });
      const [stream_id, message_id] = await make('bot in web', [bot], {});
      await ada.updateStream({ stream_id, is_web_public: true });
      await expectOpen(bot, stream_id, message_id, ['feed']);
      const lose = () => dara.updateStream({ stream_id, is_web_public: false });
      expect(await eventsOf(bot, lose, stream_id, message_id)).toEqual([]);
      await expectClosed(bot, stream_id, message_id);
      await ada.updateUser({ user_id: eli.user_id, role: 400 });
    });

    it('loses the permission that gave access', async () => {
      const { dara, eli } = cast;
      for (const permission of ['can_subscribe_group', 'can_add_subscribers_group']) {
        const bot = await botOf(eli);
        const value = { direct_members: [eli.user_id], direct_subgroups: [] };
        const options = { invite_only: true, history_public_to_subscribers: true, [permission]: value };
        const [stream_id, message_id] = await make(`bot by ${permission}`, [bot], options);
        await expectOpen(bot, stream_id, message_id, ['feed']);
        const lose = () => dara.updateStream({ stream_id, [permission]: { new: nobody } });
        expect(await eventsOf(bot, lose, stream_id, message_id)).toEqual([]);
        await expectClosed(bot, stream_id, message_id);
      }
    });

    it('leaves the group that gave access, or whose group leaves it', async () => {
      const { ada, eli } = cast;
      for (const nested of [false, true]) {
        const name = `bot insiders ${nested}`;
        const members = [eli.user_id];
        const { group_id: inner } = await ada.createUserGroup({ name, description: '', members });
        const { group_id: outer } = await ada.createUserGroup({
          ...{ name: `${name} outer`, description: '', members: [] },
          subgroups: [inner],
        });
        const bot = await botOf(eli);
        const options = { invite_only: true, history_public_to_subscribers: true, can_subscribe_group: outer };
        const [stream_id, message_id] = await make(`${name} by group`, [bot], options);
        await expectOpen(bot, stream_id, message_id, ['feed']);
        const lose = () =>
          nested
            ? ada.updateUserGroupMembers({ user_group_id: outer, delete_subgroups: [inner] })
            : ada.updateUserGroupMembers({ user_group_id: inner, delete: members });
        expect(await eventsOf(bot, lose, stream_id, message_id)).toEqual([]);
        await expectClosed(bot, stream_id, message_id);
      }
    });

    it('gets a role without access, or must wait to become a full member', async () => {
      const { ada, eli } = cast;
      const { user_groups } = await ada.getUserGroups();
      const groupOf = (name: string) => user_groups.find((group) => group.name === name)!.id;
      for (const [group, role] of [
        ['role:moderators', 400],
        ['role:fullmembers', null],
      ] as const) {
        const bot = await botOf(eli);
        if (role !== null) await ada.updateUser({ user_id: eli.user_id, role: 300 });
        const can_subscribe_group = groupOf(group);
        const options = { invite_only: true, history_public_to_subscribers: true, can_subscribe_group };
        const [stream_id, message_id] = await make(`bot by ${group}`, [bot], options);
        await expectOpen(bot, stream_id, message_id, ['feed']);
        const lose = () =>
          role === null
            ? ada.updateRealm({ waiting_period_threshold: 30 })
            : ada.updateUser({ user_id: eli.user_id, role });
        expect(await eventsOf(bot, lose, stream_id, message_id)).toEqual([]);
        await expectClosed(bot, stream_id, message_id);
      }
      await ada.updateRealm({ waiting_period_threshold: 0 });
    });
  });
});
