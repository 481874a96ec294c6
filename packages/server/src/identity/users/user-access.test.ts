// Limited guests: everything they read and receive, by rule.
import { beforeAll, beforeEach, expect, it, setDefaultTimeout } from 'bun:test';
import { type InitialState, type ReceivedEvent, ROLE, UNKNOWN_USER_NAME, type UserId } from '@stoa/contract';
import { createPerson, messageOf, type Person, serveTests, verifyEvents } from '@stoa/testkit';
import { setRole } from './users.actions.ts';

setDefaultTimeout(60_000);

const { server, cast } = await serveTests();
let shared: number;
let counter = 0;
let everyone: number;
let members: number;

const NARROWED = { num_before: 50, num_after: 0, anchor: 'newest' } as const;
const INCOMPLETE = { client_capabilities: { user_list_incomplete: true } };

/** Finn, a guest, shares a channel with Dara, and nothing with Eli. */
beforeAll(async () => {
  const { ada, dara, finn } = cast;
  const { user_groups } = await ada.getUserGroups();
  everyone = user_groups.find(({ name }) => name === 'role:everyone')!.id;
  members = user_groups.find(({ name }) => name === 'role:members')!.id;
  await ada.subscribe({ subscriptions: [{ name: 'shared' }], principals: [dara.user_id, finn.user_id] });
  shared = (await dara.getStreamId({ stream: 'shared' })).stream_id;
});
beforeEach(() => limit(true));

const limit = (limited: boolean) =>
  cast.ada.updateRealm({ can_access_all_users_group: { new: limited ? members : everyone } });
const stateOf = async (who: Person, more: object = {}) => (await who.registerQueue(more)) as Partial<InitialState>;
const idsIn = (users: readonly { user_id: UserId }[] | undefined) => users!.map(({ user_id }) => user_id);
const newcomer = (full_name = `Newcomer ${++counter}`, role: (typeof ROLE)[keyof typeof ROLE] = ROLE.member) =>
  createPerson(
    { app: server.app, realm: server.realm, owner: cast.ada, client: server.client },
    { email: `newcomer${++counter}@stoa.example`, full_name, role },
  );
const opsOf = (events: readonly ReceivedEvent[], user_id: UserId) =>
  events
    .filter(({ type, person }) => type === 'realm_user' && (person as { user_id: UserId }).user_id === user_id)
    .map(({ op, person }) => [op, (person as { full_name: string }).full_name]);

it('[UA1] guests outside can_access_all_users_group see bots and people they share a conversation with', async () => {
  const { ada, bela, dara, eli, finn, bot } = cast;
  const seen = idsIn((await finn.getUsers()).members);
  expect(seen).toContain(finn.user_id);
  expect(seen).toContain(dara.user_id);
  expect(seen).toContain(bot.user_id);
  for (const hidden of [ada, bela, eli]) expect(seen).not.toContain(hidden.user_id);
  for (const who of [dara, ada]) expect(idsIn((await who.getUsers()).members)).toContain(eli.user_id);
  await limit(false);
  expect(idsIn((await finn.getUsers()).members)).toContain(eli.user_id);
});

it('[UA2] accepts only everyone and members, from administrators, and notifies everybody', async () => {
  const { ada, bela, dara, finn } = cast;
  const groups = (await ada.getUserGroups()).user_groups;
  for (const name of ['role:nobody', 'role:moderators', 'role:internet', 'role:owners'])
    expect(
      await messageOf(
        ada.updateRealm({ can_access_all_users_group: { new: groups.find((g) => g.name === name)!.id } }),
      ),
    ).toContain('can_access_all_users_group');
  await expect(dara.updateRealm({ can_access_all_users_group: { new: everyone } })).rejects.toBeTruthy();
  const opened = await verifyEvents([finn, dara], () => limit(false));
  expect(opened.events[1]).toMatchObject([{ type: 'realm', op: 'update_dict' }] as never);
  expect(opened.events[0]!.map(({ type }) => type)).toContain('realm_user');
  const closed = await verifyEvents([finn, dara], () =>
    bela.updateRealm({ can_access_all_users_group: { new: members } }),
  );
  expect(opsOf(closed.events[0]!, cast.eli.user_id)).toEqual([
    ['remove', UNKNOWN_USER_NAME],
    ['add', UNKNOWN_USER_NAME],
  ]);
  expect(closed.events[1]!.map(({ type }) => type)).toEqual(['realm']);
});

it('[UA3] [PF10] fields of a limited guest name nobody who is hidden, and say nothing of them', async () => {
  const { ada, bela, dara, finn } = cast;
  const { id } = await ada.createProfileField({ name: 'Host', field_type: 6 });
  const gone = await newcomer();
  await ada.deactivateUser({ user_id: gone.user_id });
  const naming = (user_id: number) => messageOf(finn.updateProfileData({ data: [{ id, value: [user_id] }] as never }));
  for (const user_id of [bela.user_id, gone.user_id, 987_654])
    expect(await naming(user_id)).toBe(`Invalid user ID: ${user_id}`);
  await finn.updateProfileData({ data: [{ id, value: [dara.user_id] }] as never });
  await ada.deleteProfileField({ field_id: id });
});

it('[UA3] hidden people are refused by id and unknown by address', async () => {
  const { dara, eli, finn } = cast;
  const { user_id, email } = eli;
  const made_up = `user${user_id}@${new URL(server.realm.url).hostname}`;
  for (const call of [
    () => finn.getUser({ user_id }),
    () => finn.getUserStatus({ user_id }),
    () => finn.getUserPresence({ user_id_or_email: String(user_id) }),
    () => finn.getUserChannels({ user_id }),
    () => finn.getSubscriptionStatus({ user_id, stream_id: shared as never }),
    () => finn.muteUser({ muted_user_id: user_id }),
  ])
    expect(await messageOf(call())).toBe('Insufficient permission');
  const unknown = await messageOf(finn.getUserByEmail({ email: 'nobody@stoa.example' }));
  for (const address of [email, made_up]) {
    expect(await messageOf(finn.getUserByEmail({ email: address }))).toBe(unknown);
    expect(await messageOf(finn.getUserPresence({ user_id_or_email: address }))).toBe(
      await messageOf(finn.getUserPresence({ user_id_or_email: 'nobody@stoa.example' })),
    );
    expect(await messageOf(finn.sendMessage({ type: 'direct', to: [address], content: 'x' }))).toBe(
      `Invalid email '${address}'`,
    );
    expect(
      await messageOf(finn.getMessages({ ...NARROWED, narrow: [{ operator: 'sender', operand: address }] })),
    ).toContain('unknown user');
  }
  for (const operator of ['sender', 'dm', 'dm-including'])
    expect(await messageOf(finn.getMessages({ ...NARROWED, narrow: [{ operator, operand: user_id }] }))).toContain(
      'unknown user',
    );
  expect(await messageOf(finn.sendMessage({ type: 'direct', to: [user_id], content: 'x' }))).toBe(
    'You do not have permission to access some of the recipients.',
  );
  expect(await messageOf(finn.sendMessage({ type: 'direct', to: [dara.user_id, user_id], content: 'x' }))).toBe(
    'You do not have permission to access some of the recipients.',
  );
  await expect(finn.setTypingStatus({ type: 'direct', op: 'start', to: [user_id] })).rejects.toMatchObject({
    status: 400,
  });
  const subscriptions = [{ name: 'shared' }];
  for (const address of [email, made_up])
    for (const call of [
      finn.subscribe({ subscriptions, principals: [address] }),
      finn.unsubscribe({ subscriptions: ['shared'], principals: [address] }),
    ])
      expect(await messageOf(call)).toBe(`Invalid email '${address}'`);
  // Like an id that nobody has; a deactivated account would be told by name.
  expect(await messageOf(finn.subscribe({ subscriptions, principals: [user_id] }))).toBe(`Invalid user ID: ${user_id}`);
  expect((await finn.getUsers({ user_ids: [user_id] })).members).toEqual([]);
  expect((await finn.getUser({ user_id: dara.user_id })).user.full_name).toBe(dara.full_name);
  expect((await finn.getUser({ user_id: finn.user_id })).user.full_name).toBe(finn.full_name);
});

it('[UA4] senders, reactions, presence and statuses reveal nothing of hidden people', async () => {
  const { eli, finn, dara } = cast;
  const queue = await finn.registerQueue();
  await eli.updateStatus({ status_text: 'away from guests' });
  await eli.updatePresence({ status: 'active' });
  const content = 'said from outside';
  const { id } = await eli.sendMessage({ type: 'stream', to: shared, topic: 't', content });
  await eli.addReaction({ message_id: id, emoji_name: 'tada' });
  await eli.removeReaction({ message_id: id, emoji_name: 'tada' });
  await eli.setTypingStatus({ type: 'stream', op: 'start', stream_id: shared as never, topic: 't' });
  const { events } = await finn.getEvents({
    queue_id: queue.queue_id!,
    last_event_id: queue.last_event_id,
    dont_block: true,
  });
  const received = events as ReceivedEvent[];
  expect(received.map(({ type }) => type)).toEqual(['message', 'reaction', 'reaction']);
  const unknown = {
    sender_full_name: UNKNOWN_USER_NAME,
    sender_email: `user${eli.user_id}@${new URL(server.realm.url).hostname}`,
    avatar_url: '/generated_avatars/unknown.png',
  };
  expect(received[0]!.message).toMatchObject({ ...unknown, sender_id: eli.user_id });
  const { messages } = await finn.getMessages({ ...NARROWED, narrow: [{ operator: 'channel', operand: shared }] });
  expect(messages.find((message) => message.id === id)).toMatchObject({ ...unknown, content: `<p>${content}</p>` });
  expect((await finn.getMessage({ message_id: id })).message).toMatchObject(unknown);
  const own = (await dara.getMessages({ message_ids: [id] })).messages[0]!;
  expect(own.sender_full_name).toBe(eli.full_name);
  // Responses cached for the guest are not given to others, and vice versa.
  expect((await finn.getMessages({ message_ids: [id] })).messages[0]).toMatchObject(unknown);
  const state = await stateOf(finn, { slim_presence: true });
  for (const text of [JSON.stringify(received), JSON.stringify(state), JSON.stringify(messages)]) {
    expect(text).not.toContain(eli.full_name);
    expect(text).not.toContain(eli.email);
    expect(text).not.toContain('away from guests');
  }
  expect(Object.keys(state.presences!)).not.toContain(String(eli.user_id));
  const { presences } = (await finn.updatePresence({ status: 'idle', last_update_id: -1 })) as { presences: object };
  expect(Object.keys(presences)).not.toContain(String(eli.user_id));
  expect(JSON.stringify(await finn.getRealmPresence())).not.toContain(eli.email);
  await eli.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' });
  await dara.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' });
  expect((await finn.getReadReceipts({ message_id: id })).user_ids).not.toContain(eli.user_id);
  const sent = await finn.sendMessage({
    type: 'stream',
    to: shared,
    topic: 't',
    content: `@**${eli.full_name}** hello`,
  });
  expect((await dara.getMessage({ message_id: sent.id })).message.content).not.toContain('data-user-id');
  await eli.updateStatus({ status_text: '' });
});

it('[UA400] the narrow of a queue finds no hidden sender, by id or address', async () => {
  const { dara, eli, finn } = cast;
  const operands = [eli.email, `${eli.user_id}`, `user${eli.user_id}@127.0.0.1`, dara.email];
  const queues = await Promise.all(
    ['sender', '-sender'].flatMap((operator) =>
      operands.map((operand) => finn.registerQueue({ event_types: ['message'], narrow: [[operator, operand]] })),
    ),
  );
  await eli.sendMessage({ type: 'channel', to: shared, topic: 'x', content: 'from outside' });
  await dara.sendMessage({ type: 'channel', to: shared, topic: 'x', content: 'from inside' });
  const found = await Promise.all(
    queues.map(async ({ queue_id, last_event_id }) => {
      const { events } = await finn.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
      return events.map((event) => (event.message as { sender_full_name: string }).sender_full_name);
    }),
  );
  const [hidden, seen] = [UNKNOWN_USER_NAME, dara.full_name];
  expect(found).toEqual([[], [], [], [seen], [hidden, seen], [hidden, seen], [hidden, seen], [hidden]]);
});

it('[UA5] register lists unknown users unless the client does without', async () => {
  const { eli, finn } = cast;
  const users = (await stateOf(finn)).realm_users!;
  expect(users.find(({ user_id }) => user_id === eli.user_id)).toEqual({
    user_id: eli.user_id,
    delivery_email: null,
    email: `user${eli.user_id}@${new URL(server.realm.url).hostname}`,
    full_name: UNKNOWN_USER_NAME,
    date_joined: expect.any(String) as never,
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: ROLE.member,
    timezone: '',
    avatar_url: '/generated_avatars/unknown.png',
    avatar_version: 1,
    profile_data: {},
    is_imported_stub: false,
  });
  const incomplete = await stateOf(finn, INCOMPLETE);
  expect(idsIn(incomplete.realm_users)).not.toContain(eli.user_id);
  const queues = [await finn.registerQueue(), await finn.registerQueue(INCOMPLETE)];
  const { value: made } = await verifyEvents([finn, eli], () => newcomer());
  const received = await Promise.all(
    queues.map(async ({ queue_id, last_event_id }) => {
      const { events } = await finn.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
      return opsOf(events as ReceivedEvent[], made.user_id);
    }),
  );
  expect(received).toEqual([[['add', UNKNOWN_USER_NAME]], []]);
});

it('[UA6] people who become visible are announced as new, and hidden ones as removed', async () => {
  const { ada, dara, eli, finn } = cast;
  await eli.updateStatus({ status_text: 'here' });
  const principals = [eli.user_id];
  const joined = await verifyEvents([finn, dara], () =>
    ada.subscribe({ subscriptions: [{ name: 'shared' }], principals }),
  );
  expect(opsOf(joined.events[0]!, eli.user_id)).toEqual([['add', eli.full_name]]);
  expect(opsOf(joined.events[1]!, eli.user_id)).toEqual([]);
  const renamed = await verifyEvents([finn], () => ada.updateUser({ user_id: eli.user_id, full_name: 'Eli Renamed' }));
  expect(opsOf(renamed.events[0]!, eli.user_id)).toEqual([['update', 'Eli Renamed']]);
  const left = await verifyEvents([finn, dara], () => ada.unsubscribe({ subscriptions: ['shared'], principals }));
  expect(opsOf(left.events[0]!, eli.user_id)).toEqual([
    ['remove', UNKNOWN_USER_NAME],
    ['add', UNKNOWN_USER_NAME],
  ]);
  const hidden = await verifyEvents([finn, dara], () =>
    ada.updateUser({ user_id: eli.user_id, full_name: eli.full_name }),
  );
  expect(hidden.events[0]).toEqual([]);
  expect(hidden.events[1]).toHaveLength(1);
  await eli.updateStatus({ status_text: '' });
  // The guest's own subscriptions.
  await ada.subscribe({ subscriptions: [{ name: 'other' }], principals: [eli.user_id] });
  const into = await verifyEvents([finn, dara], () =>
    ada.subscribe({ subscriptions: [{ name: 'other' }], principals: [finn.user_id] }),
  );
  expect(opsOf(into.events[0]!, eli.user_id)).toEqual([['add', eli.full_name]]);
  const out = await verifyEvents([finn, dara], () => finn.unsubscribe({ subscriptions: ['other'] }));
  expect(opsOf(out.events[0]!, eli.user_id)[0]).toEqual(['remove', UNKNOWN_USER_NAME]);
});

it('[UA6] a direct message makes people visible to each other permanently', async () => {
  const { ada, finn } = cast;
  const writer = await newcomer();
  const { events } = await verifyEvents([finn, writer], () =>
    writer.sendMessage({ type: 'direct', to: [finn.user_id], content: 'hello' }),
  );
  expect(events[0]!.map(({ type }) => type)).toEqual(['realm_user', 'message']);
  expect(opsOf(events[0]!, writer.user_id)).toEqual([['add', writer.full_name]]);
  await verifyEvents([finn, writer], () => finn.sendMessage({ type: 'direct', to: [writer.user_id], content: 'hi' }));
  const deactivation = await verifyEvents([finn], () => ada.deactivateUser({ user_id: writer.user_id }));
  expect(opsOf(deactivation.events[0]!, writer.user_id).map(([op]) => op)).toEqual(['update']);
  expect((await finn.getUser({ user_id: writer.user_id })).user.is_active).toBe(false);
});

it('[UA6] a deactivated account is in no channel, and in them again when reactivated', async () => {
  const { ada, finn, dara } = cast;
  const person = await newcomer();
  await ada.subscribe({ subscriptions: [{ name: 'shared' }], principals: [person.user_id] });
  const deactivation = await verifyEvents([finn, dara], () => ada.deactivateUser({ user_id: person.user_id }));
  expect(opsOf(deactivation.events[0]!, person.user_id).at(-2)).toEqual(['remove', UNKNOWN_USER_NAME]);
  const back = await verifyEvents([finn, dara], () => ada.reactivateUser({ user_id: person.user_id }));
  expect(opsOf(back.events[0]!, person.user_id)).toEqual([['add', person.full_name]]);
});

it('[UA6] a member who becomes a guest sees fewer people, and a guest who becomes a member sees all', async () => {
  const { ada, dara, eli } = cast;
  const person = await newcomer();
  const role = (to: typeof ROLE.guest | typeof ROLE.member) =>
    verifyEvents([person, dara], () =>
      server.app.writer.write(server.realm.realm_id, (context) => setRole(context, server.realm, person.user_id, to)),
    );
  const demoted = await role(ROLE.guest);
  expect(opsOf(demoted.events[0]!, eli.user_id)[0]).toEqual(['remove', UNKNOWN_USER_NAME]);
  expect(idsIn((await person.getUsers()).members)).not.toContain(ada.user_id);
  const promoted = await role(ROLE.member);
  expect(opsOf(promoted.events[0]!, eli.user_id)).toEqual([['add', eli.full_name]]);
});
