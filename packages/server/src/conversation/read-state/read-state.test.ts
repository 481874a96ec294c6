// Reading, starring and counting messages, through HTTP.
import { describe, expect, it } from 'bun:test';
import {
  type ChannelId,
  type MessageId,
  type ReceivedEvent,
  ROLE,
  type Role,
  type UnreadMessages,
} from '@stoa/contract';
import { countStatements, type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { findUnread } from '../read-ranges/unread.queries.ts';

const { server, cast } = await serveTests();

let channels = 0;
/** A new channel of Dara's, with some more people in it. */
async function newChannel(people: readonly Person[] = [], options: Record<string, unknown> = {}) {
  const name = `reading ${++channels}`;
  const principals = [cast.dara, ...people].map(({ user_id }) => user_id);
  await cast.dara.subscribe({ subscriptions: [{ name }], principals, ...options });
  const { stream_id } = await cast.dara.getStreamId({ stream: name });
  return { name, stream_id };
}

async function send(sender: Person, to: string, topic = 'stone', content = 'x', extra = {}): Promise<MessageId> {
  return (await sender.sendMessage({ type: 'channel', to, topic, content, ...extra })).id;
}
async function write(sender: Person, people: readonly Person[], content = 'x'): Promise<MessageId> {
  return (await sender.sendMessage({ type: 'direct', to: people.map(({ user_id }) => user_id), content })).id;
}
const flagsOf = async (reader: Person, message_id: MessageId) =>
  (await reader.getMessage({ message_id })).message.flags;
const isRead = async (reader: Person, id: MessageId) => (await flagsOf(reader, id)).includes('read');
const read = (reader: Person, ...messages: MessageId[]) =>
  reader.updateMessageFlags({ messages, op: 'add', flag: 'read' });
const unread = (reader: Person, ...messages: MessageId[]) =>
  reader.updateMessageFlags({ messages, op: 'remove', flag: 'read' });
const star = (reader: Person, ...messages: MessageId[]) =>
  reader.updateMessageFlags({ messages, op: 'add', flag: 'starred' });
async function unreadOf(reader: Person): Promise<UnreadMessages> {
  const { unread_msgs } = await reader.registerQueue({ fetch_event_types: ['message', 'update_message_flags'] });
  return unread_msgs!;
}
const starredOf = async (reader: Person) =>
  (await reader.registerQueue({ fetch_event_types: ['starred_messages'] })).starred_messages!;
const flagEvents = (received: readonly ReceivedEvent[]) =>
  received.filter(({ type }) => type === 'update_message_flags');
const idsIn = ({ streams }: UnreadMessages, stream_id: ChannelId) =>
  streams.filter((stream) => stream.stream_id === stream_id).flatMap((stream) => stream.unread_message_ids);

describe('read state', () => {
  it('[RS1] concerns messages of others, and one’s own only if requested', async () => {
    const { dara, eli } = cast;
    const { name } = await newChannel([eli]);
    const id = await send(dara, name);
    expect([await flagsOf(dara, id), await flagsOf(eli, id)]).toEqual([['read'], []]);
    const { value: own } = await verifyEvents([dara, eli], () =>
      send(dara, name, 'stone', 'later', { read_by_sender: false }),
    );
    expect(await flagsOf(dara, own)).toEqual([]);
    await verifyEvents(dara, () => read(dara, own));
    expect(await flagsOf(dara, own)).toEqual(['read']);
  });

  it('[RS2] is complete after many requests at once, also for the same messages', async () => {
    const { dara, eli, chen } = cast;
    const { name, stream_id } = await newChannel([eli, chen]);
    const ids: MessageId[] = [];
    for (let n = 0; n < 12; n++) ids.push(await send(dara, name, `topic ${n % 3}`));
    const direct = await write(dara, [eli]);
    const { value, events } = await verifyEvents([eli, chen], () =>
      Promise.all([
        ...ids.flatMap((id) => [read(eli, id), read(chen, id)]),
        ...ids.map((id, at) => read(eli, id, ids[(at + 5) % 12]!)),
        read(eli, direct),
        unread(chen, ids[0]!),
        send(eli, name, 'answer'),
      ]),
    );
    expect(value.length).toBe(39);
    for (const id of [...ids, direct]) expect(await isRead(eli, id)).toBe(true);
    expect(idsIn(await unreadOf(eli), stream_id)).toEqual([]);
    for (const id of ids.slice(1)) expect(await isRead(chen, id)).toBe(true);
    // Each message became read once.
    const named = flagEvents(events[0]!).flatMap((event) => (event as unknown as { messages: MessageId[] }).messages);
    expect(named.toSorted((a, b) => a - b)).toEqual([...ids, direct]);
  });

  it('[RS2] is announced to the reader’s own clients, once', async () => {
    const { dara, eli, chen } = cast;
    const { name } = await newChannel([eli, chen]);
    const ids = [await send(dara, name), await send(dara, name, 'other'), await send(dara, name)];
    const { events, value } = await verifyEvents([eli, chen, dara], () => read(eli, ids[2]!, ids[0]!));
    expect(events.map((received) => received.length)).toEqual([1, 0, 0]);
    const { id: _, ...event } = events[0]![0]!;
    const messages = [ids[0]!, ids[2]!];
    expect(event as unknown).toEqual({
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages,
      all: false,
    });
    expect(value.messages).toEqual([ids[2]!, ids[0]!]);
    expect((await verifyEvents(eli, () => read(eli, ...messages))).events).toEqual([[]]);
    expect(await Promise.all(ids.map((id) => isRead(eli, id)))).toEqual([true, false, true]);
    expect(await isRead(chen, ids[0]!)).toBe(false);
  });

  it('[RS3] can be reverted, also for one’s own and old messages, with their conversation', async () => {
    const { dara, eli, chen } = cast;
    const { name, stream_id } = await newChannel();
    const old = await send(dara, name, 'old');
    await dara.subscribe({ subscriptions: [{ name }], principals: [eli.user_id] });
    const id = await send(dara, name, '', `@**${eli.full_name}** look`);
    const own = await send(eli, name, 'own');
    const direct = await write(dara, [eli]);
    const group = await write(dara, [eli, chen]);
    await read(eli, id, direct, group);
    const { events, value } = await verifyEvents([eli, dara], () => unread(eli, old, id, own, direct, group));
    expect(value.ignored_because_not_subscribed_channels).toEqual([]);
    const [event] = flagEvents(events[0]!);
    expect(flagEvents(events[1]!)).toEqual([]);
    expect(event!.message_details as unknown).toEqual({
      [old]: { type: 'stream', stream_id, topic: 'old' },
      [id]: { type: 'stream', mentioned: true, stream_id, topic: 'general chat' },
      [own]: { type: 'stream', stream_id, topic: 'own' },
      [direct]: { type: 'private', user_ids: [dara.user_id] },
      [group]: { type: 'private', user_ids: [chen.user_id, dara.user_id].sort((a, b) => a - b) },
    });
    expect(idsIn(await unreadOf(eli), stream_id).sort((a, b) => a - b)).toEqual([old, id, own]);
    expect(await flagsOf(eli, old)).toEqual(['historical']);
    await verifyEvents(eli, () => read(eli, old, id, own, direct, group));
    expect(idsIn(await unreadOf(eli), stream_id)).toEqual([]);
  });

  it('[RS3] can’t be reverted in channels one is not in or that are archived', async () => {
    const { dara, eli } = cast;
    const elsewhere = await newChannel();
    const gone = await newChannel([eli]);
    const here = await newChannel([eli]);
    const ids = [await send(dara, elsewhere.name), await send(dara, gone.name), await send(dara, here.name)];
    await read(eli, ids[2]!);
    await verifyEvents([dara, eli], () => dara.archiveStream({ stream_id: gone.stream_id }));
    expect(await isRead(eli, ids[1]!)).toBe(true);
    const { value } = await verifyEvents(eli, () => unread(eli, ...ids));
    expect(value.ignored_because_not_subscribed_channels).toEqual([elsewhere.stream_id, gone.stream_id]);
    expect(await Promise.all(ids.map((id) => isRead(eli, id)))).toEqual([true, true, false]);
    expect((await read(eli, ...ids)).ignored_because_not_subscribed_channels).toBeUndefined();
    await dara.updateStream({ stream_id: gone.stream_id, is_archived: false });
    expect(await isRead(eli, ids[1]!)).toBe(true);
    expect(await isRead(eli, await send(dara, gone.name))).toBe(false);
  });

  it('[RS4] covers everything after leaving, and rejoining keeps it', async () => {
    const { dara, eli } = cast;
    const { name, stream_id } = await newChannel([eli], { invite_only: true, history_public_to_subscribers: true });
    const before = await send(dara, name);
    const kept = await send(dara, name);
    const marked = await send(eli, name);
    await verifyEvents(eli, () => unread(eli, marked));
    await star(eli, kept);
    // The newest of Eli's messages is in another channel.
    await write(dara, [eli]);
    expect(idsIn(await unreadOf(eli), stream_id)).toEqual([before, kept, marked]);
    await verifyEvents([eli, dara], () => eli.unsubscribe({ subscriptions: [name] }));
    const missed = await send(dara, name);
    expect((await refusal(eli.getMessage({ message_id: kept }))).code).toBe('BAD_REQUEST');
    expect(idsIn(await unreadOf(eli), stream_id)).toEqual([]);
    const back = () => dara.subscribe({ subscriptions: [{ name }], principals: [eli.user_id] });
    await verifyEvents([eli, dara], back);
    const next = await send(dara, name);
    const flags = await Promise.all([before, kept, marked, missed, next].map((id) => flagsOf(eli, id)));
    expect(flags).toEqual([['read'], ['read', 'starred'], ['read'], ['read', 'historical'], []]);
  });

  it('[RS880] tells the clients of those who leave what is read by it, before they know that they left', async () => {
    const { dara, chen } = cast;
    const channels = [await newChannel([chen]), await newChannel([chen])];
    const names = channels.map(({ name }) => name);
    const ids = [await send(dara, names[0]!), await send(dara, names[0]!), await send(dara, names[1]!)];
    await read(chen, ids[0]!);
    const leave = (by: Person, subscriptions: string[], principals?: number[]) =>
      by.unsubscribe({ subscriptions, ...(principals ? { principals } : {}) } as never);
    const seen = async (call: () => Promise<unknown>) => {
      const types = ['update_message_flags', 'subscription'];
      const { queue_id, last_event_id } = await chen.registerQueue({ event_types: types, fetch_event_types: [] });
      await call();
      const { events } = await chen.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
      return events
        .filter(({ op }) => op !== 'peer_remove')
        .map(({ type, op, flag, messages }) => [type, op, flag, messages].filter((part) => part !== undefined));
    };
    expect(await seen(() => leave(chen, [names[0]!]))).toEqual([
      ['update_message_flags', 'add', 'read', [ids[1]!]],
      ['subscription', 'remove'],
    ]);
    expect(await seen(() => leave(cast.ada, [names[1]!], [chen.user_id]))).toEqual([
      ['update_message_flags', 'add', 'read', [ids[2]!]],
      ['subscription', 'remove'],
    ]);
    const many = await Promise.all(Array.from({ length: 21 }, () => newChannel([chen])));
    const late = many.map(({ name }) => name);
    await send(dara, late[0]!);
    expect(await seen(() => leave(chen, late))).toEqual([['subscription', 'remove']]);
    expect(idsIn(await unreadOf(chen), many[0]!.stream_id)).toEqual([]);
  });

  it('[RS880] names at most 5,000 messages, the newest', async () => {
    const { dara, chen } = cast;
    const { name } = await newChannel([chen]);
    const first = await send(dara, name);
    const columns = sql.raw(
      'realm_id, recipient_id, sender_id, subject, topic_key, content, rendered_content, client, timestamp',
    );
    await server.app.writer.write(server.realm.realm_id, async ({ tx }) => {
      for (let times = 0; times < 13; times++)
        await tx.run(sql`insert into messages (${columns}) select ${columns} from messages where id >= ${first}`);
    });
    const newest = await send(dara, name);
    const { queue_id, last_event_id } = await chen.registerQueue({ event_types: ['update_message_flags'] });
    await chen.unsubscribe({ subscriptions: [name] });
    const { events } = await chen.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    const ids = events.flatMap(({ messages }) => messages as MessageId[]);
    expect([events.length, ids.length, ids.at(-1)]).toEqual([1, 5000, newest]);
  });

  it('[RS12] ends with deleted messages', async () => {
    const { dara, eli, chen } = cast;
    const { name, stream_id } = await newChannel([eli, chen]);
    const other = await send(dara, name);
    const id = await send(dara, name, 'stone', `@**${eli.full_name}**`);
    await send(eli, name);
    expect((await unreadOf(eli)).mentions).toContain(id);
    await star(eli, id);
    expect(idsIn(await unreadOf(eli), stream_id)).toEqual([other, id]);
    const { deleteMessages } = await import('../messages/deletion.actions.ts');
    const row = { subject: 'stone' };
    const { message } = await dara.getMessage({ message_id: id });
    await verifyEvents([eli, dara], () =>
      server.app.writer.write(server.realm.realm_id, (context) =>
        deleteMessages(context, { recipient_id: message.recipient_id, stream_id }, [{ id, ...row }]),
      ),
    );
    expect(idsIn(await unreadOf(eli), stream_id)).toEqual([other]);
    expect((await unreadOf(eli)).mentions).not.toContain(id);
    expect(await starredOf(eli)).not.toContain(id);
  });
});

describe('other flags', () => {
  it('[RS5] exist for every readable message; those not received are historical', async () => {
    const { dara, eli } = cast;
    const { name } = await newChannel();
    const id = await send(dara, name);
    expect(await flagsOf(eli, id)).toEqual(['read', 'historical']);
    await verifyEvents([eli, dara], () => star(eli, id));
    await eli.updateMessageFlags({ messages: [id], op: 'add', flag: 'collapsed' });
    expect(await flagsOf(eli, id)).toEqual(['read', 'starred', 'collapsed', 'historical']);
    expect(await starredOf(eli)).toContain(id);
    expect(await flagsOf(dara, id)).toEqual(['read']);
    const { events } = await verifyEvents(eli, () =>
      eli.updateMessageFlags({ messages: [id, id], op: 'remove', flag: 'starred' }),
    );
    expect(events[0]![0]).toMatchObject({ op: 'remove', flag: 'starred', messages: [id], all: false });
    await eli.updateMessageFlags({ messages: [id], op: 'remove', flag: 'collapsed' });
    expect(await flagsOf(eli, id)).toEqual(['read', 'historical']);
  });

  it('[RS6] of starred messages disappear with their channel and return with it', async () => {
    const { dara, eli } = cast;
    const { name } = await newChannel([eli], { invite_only: true, history_public_to_subscribers: true });
    const open = await newChannel([eli]);
    const ids = [await send(dara, name), await send(dara, name), await send(dara, open.name)];
    await star(eli, ...ids);
    const leave = () => eli.unsubscribe({ subscriptions: [name, open.name] });
    const left = await verifyEvents(eli, leave);
    expect(flagEvents(left.events[0]!)).toMatchObject([
      { op: 'add', flag: 'read', messages: ids },
      { op: 'remove', flag: 'starred', messages: [ids[0], ids[1]] },
    ]);
    expect((await starredOf(eli)).filter((id) => ids.includes(id))).toEqual([ids[2]!]);
    const join = () => dara.subscribe({ subscriptions: [{ name }, { name: open.name }], principals: [eli.user_id] });
    const back = await verifyEvents(eli, join);
    expect(flagEvents(back.events[0]!)).toMatchObject([{ op: 'add', flag: 'starred', messages: [ids[0], ids[1]] }]);
    expect((await starredOf(eli)).filter((id) => ids.includes(id))).toEqual(ids);
  });

  it('[RS400] of starred messages disappear for who becomes a guest, and return with the role', async () => {
    const { ada, dara, eli } = cast;
    const [open, joined] = [await newChannel(), await newChannel([eli])];
    const ids = [await send(dara, open.name), await send(dara, joined.name)];
    await star(eli, ...ids);
    const change = (role: Role) => verifyEvents(eli, () => ada.updateUser({ user_id: eli.user_id, role }));
    const lowered = await change(ROLE.guest);
    const removed = flagEvents(lowered.events[0]!).flatMap(({ op, messages }) => (op === 'remove' ? messages : []));
    expect(removed).toContain(ids[0]!);
    expect(removed).not.toContain(ids[1]!);
    const raised = await change(ROLE.member);
    expect(flagEvents(raised.events[0]!)).toMatchObject([{ op: 'add', flag: 'starred', messages: removed }]);
  });

  it('[RS7] derived from the message can’t be changed; unknown ones are refused', async () => {
    const { dara, eli } = cast;
    const { name } = await newChannel([], { invite_only: true });
    const hidden = await send(dara, name);
    for (const op of ['add', 'remove'] as const) {
      for (const flag of ['mentioned', 'stream_wildcard_mentioned', 'has_alert_word', 'historical']) {
        const error = await refusal(dara.updateMessageFlags({ messages: [hidden], op, flag }));
        expect([error.code, error.message]).toEqual(['BAD_REQUEST', `Flag not editable: '${flag}'`]);
      }
      for (const flag of ['nonsense', '', 'is_private', 'active_mobile_push_notification', 'constructor'])
        expect((await refusal(dara.updateMessageFlags({ messages: [hidden], op, flag }))).message).toBe(
          `Invalid flag: '${flag}'`,
        );
      const narrowed = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [], op, flag: 'nonsense' };
      expect((await refusal(dara.updateMessageFlagsForNarrow(narrowed))).code).toBe('BAD_REQUEST');
    }
    // Hidden, missing, deleted and impossible ids get the same response, and nothing is written.
    const open = await newChannel([eli]);
    const [readable, deleted] = [await send(dara, open.name), await send(dara, open.name)];
    await cast.ada.removeMessage({ message_id: deleted });
    const { events } = await verifyEvents([eli, dara], async () => {
      for (const bad of [hidden, deleted, 98_765_432, -1, 0] as MessageId[])
        for (const op of ['add', 'remove'] as const)
          for (const flag of ['read', 'starred', 'collapsed']) {
            const error = await refusal(eli.updateMessageFlags({ messages: [readable, bad, readable], op, flag }));
            expect([error.code, error.message]).toEqual(['BAD_REQUEST', 'Invalid message(s)']);
          }
    });
    expect(events).toEqual([[], []]);
    expect((await unread(eli)).messages).toEqual([]);
    await star(eli, readable, readable);
    await dara.subscribe({ subscriptions: [{ name }], principals: [eli.user_id] });
    expect(await starredOf(eli)).not.toContain(hidden);
  });
});

describe('unread messages', () => {
  it('[RS8] are grouped by conversation in register, in order', async () => {
    const { dara, eli, chen, ada } = cast;
    await eli.markAllAsRead();
    const { name, stream_id } = await newChannel([eli]);
    const muted = await newChannel([eli]);
    const [b, a, upper] = [await send(dara, name, 'b'), await send(dara, name, 'a'), await send(dara, name, 'A')];
    const quiet = await send(dara, muted.name, 'a');
    await verifyEvents(eli, () =>
      eli.updateSubscriptionSettings({
        subscription_data: [{ stream_id: muted.stream_id, property: 'is_muted', value: true }],
      }),
    );
    const silent = await send(dara, muted.name, 'a', '@**all** hear');
    const called = await send(ada, name, 'b', '@**all** hear');
    const direct = [await write(dara, [eli]), await write(chen, [eli])];
    const group = await write(chen, [eli, dara]);
    const group_key = [chen.user_id, dara.user_id, eli.user_id].sort((x, y) => x - y).join();
    expect(await unreadOf(eli)).toEqual({
      count: 7,
      pms: [
        { other_user_id: chen.user_id, sender_id: chen.user_id, unread_message_ids: [direct[1]!] },
        { other_user_id: dara.user_id, sender_id: dara.user_id, unread_message_ids: [direct[0]!] },
      ],
      streams: [
        { topic: 'A', stream_id, unread_message_ids: [upper] },
        { topic: 'a', stream_id, unread_message_ids: [a] },
        { topic: 'b', stream_id, unread_message_ids: [b, called] },
        { topic: 'a', stream_id: muted.stream_id, unread_message_ids: [quiet, silent] },
      ],
      huddles: [{ user_ids_string: group_key, unread_message_ids: [group] }],
      mentions: [called],
      old_unreads_missing: false,
    });
    const half = await eli.registerQueue({ fetch_event_types: ['message'] });
    expect([half.unread_msgs, half.max_message_id]).toEqual([undefined, group]);
    await verifyEvents([eli, dara, chen], async () => {
      await write(eli, [eli]);
      await write(dara, [eli]);
      await write(dara, [eli, chen]);
      await send(dara, name, 'c', `@**${eli.full_name}**`);
      await send(dara, muted.name, 'c', '@**all**');
    });
  });

  it('[RS13] of the organization, a channel or a topic can be marked as read at once', async () => {
    const { dara, eli } = cast;
    const { name, stream_id } = await newChannel([eli]);
    const ids = [await send(dara, name, 'a'), await send(dara, name, 'b'), await send(dara, name, 'A')];
    const own = await send(eli, name, 'b');
    await unread(eli, own);
    const direct = await write(dara, [eli]);
    const topic = await verifyEvents(eli, () => eli.markTopicAsRead({ stream_id, topic_name: 'A' }));
    expect(flagEvents(topic.events[0]!)).toMatchObject([{ messages: [ids[0], ids[2]], all: false }]);
    const channel = await verifyEvents(eli, () => eli.markStreamAsRead({ stream_id }));
    expect(flagEvents(channel.events[0]!)).toMatchObject([{ messages: [ids[1], own] }]);
    const all = await verifyEvents([eli, dara], () => eli.markAllAsRead());
    expect(all.value.complete).toBe(true);
    expect((flagEvents(all.events[0]!)[0]!.messages as number[]).at(-1)).toBe(direct);
    expect(all.events[1]).toEqual([]);
    expect(await unreadOf(eli)).toMatchObject({ count: 0, pms: [], streams: [], huddles: [], mentions: [] });
    expect((await verifyEvents(eli, () => eli.markAllAsRead())).events).toEqual([[]]);
    const hidden = await newChannel([], { invite_only: true });
    for (const id of [hidden.stream_id, 987_654 as ChannelId])
      expect((await refusal(eli.markStreamAsRead({ stream_id: id }))).message).toBe('Invalid channel ID');
    expect((await refusal(eli.markTopicAsRead({ stream_id, topic_name: 'none such' }))).code).toBe('BAD_REQUEST');
    expect(await isRead(eli, await send(dara, name))).toBe(false);
  });
});

describe('muting somebody', () => {
  it('[RS11] marks what they have written and will write as read, for good', async () => {
    const { dara, eli, chen } = cast;
    await eli.markAllAsRead();
    const { name, stream_id } = await newChannel([eli, chen]);
    const before = [await send(chen, name), await send(dara, name), await send(chen, name)];
    const own = await send(chen, name);
    await read(eli, own);
    await unread(eli, own);
    const muted = await verifyEvents([eli, chen], () => eli.muteUser({ muted_user_id: chen.user_id }));
    expect(flagEvents(muted.events[0]!)).toMatchObject([{ op: 'add', messages: [before[0], before[2], own] }]);
    expect(flagEvents(muted.events[1]!)).toEqual([]);
    const { value: while_muted, events } = await verifyEvents([eli, dara], () => send(chen, name));
    expect(events.map((received) => received.find(({ type }) => type === 'message')!.flags)).toEqual([['read'], []]);
    expect(idsIn(await unreadOf(eli), stream_id)).toEqual([before[1]!]);
    expect((await chen.getReadReceipts({ message_id: before[1]! })).user_ids).toEqual([]);
    await read(eli, before[1]!);
    expect((await chen.getReadReceipts({ message_id: before[1]! })).user_ids).toEqual([]);
    expect((await eli.getReadReceipts({ message_id: before[1]! })).user_ids).toEqual([eli.user_id]);
    await verifyEvents(eli, () => eli.unmuteUser({ muted_user_id: chen.user_id }));
    const after = await send(chen, name);
    expect(idsIn(await unreadOf(eli), stream_id)).toEqual([after]);
    await verifyEvents(eli, () => unread(eli, while_muted));
    expect(idsIn(await unreadOf(eli), stream_id)).toEqual([while_muted, after]);
  });
});

describe('a narrow', () => {
  it('[RS9] is marked around an anchor, and the response says how far', async () => {
    const { dara, eli } = cast;
    const { name } = await newChannel([eli]);
    const ids: MessageId[] = [];
    for (let n = 0; n < 6; n++) ids.push(await send(dara, name, n % 2 ? 'odd' : 'even'));
    const narrow = [{ operator: 'channel', operand: name }];
    const call = { narrow, op: 'add', flag: 'read' } as const;
    const around = await verifyEvents(eli, () =>
      eli.updateMessageFlagsForNarrow({ ...call, anchor: ids[2]!, num_before: 1, num_after: 1 }),
    );
    expect(around.value).toMatchObject({
      processed_count: 3,
      updated_count: 3,
      first_processed_id: ids[1]!,
      last_processed_id: ids[3]!,
      found_oldest: false,
      found_newest: false,
    });
    const without = { ...call, anchor: ids[2]!, include_anchor: false, num_before: 0, num_after: 5 };
    const rest = await eli.updateMessageFlagsForNarrow(without);
    expect(rest).toMatchObject({ processed_count: 3, updated_count: 2, found_oldest: false, found_newest: true });
    await eli.updateMessageFlagsForNarrow({ ...without, num_before: 5, num_after: 0 });
    const back = await verifyEvents(eli, () =>
      eli.updateMessageFlagsForNarrow({
        narrow: [...narrow, { operator: 'topic', operand: 'odd' }],
        op: 'remove',
        flag: 'read',
        anchor: 'newest',
        num_before: 2,
        num_after: 0,
      }),
    );
    expect(back.value).toMatchObject({ processed_count: 2, ignored_because_not_subscribed_channels: [] });
    expect(await Promise.all(ids.map((id) => isRead(eli, id)))).toEqual([true, true, true, false, true, false]);
    const empty = await eli.updateMessageFlagsForNarrow({ ...call, anchor: 'oldest', num_before: 0, num_after: 0 });
    expect(empty).toMatchObject({ processed_count: 0, first_processed_id: null, last_processed_id: null });
    const many = { ...call, anchor: 'newest', num_before: 2501, num_after: 2500 };
    expect((await refusal(eli.updateMessageFlagsForNarrow(many))).code).toBe('BAD_REQUEST');
    const bad = {
      ...call,
      narrow: [['nonsense', 'x'] as [string, string]],
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    };
    expect((await refusal(eli.updateMessageFlagsForNarrow(bad))).code).toBe('BAD_NARROW');
  });
});

describe('receipts', () => {
  const readersOf = async (who: Person, message_id: MessageId) => (await who.getReadReceipts({ message_id })).user_ids;

  it('[RS10] name readers who marked a message and share receipts', async () => {
    const { ada, dara, eli, chen, bela, bot } = cast;
    const { name } = await newChannel([eli, chen, bot]);
    const first = await send(dara, name);
    const id = await send(dara, name);
    expect(await readersOf(dara, id)).toEqual([]);
    await read(chen, id);
    await read(eli, id);
    await read(bot, id);
    await read(dara, id);
    // People outside the channel can mark it too; a star is no receipt.
    await read(bela, id);
    await star(ada, id);
    const expected = [bela, chen, eli, bot].map(({ user_id }) => user_id).sort((a, b) => a - b);
    expect(await readersOf(dara, id)).toEqual(expected);
    expect(await readersOf(eli, id)).toEqual(expected);
    expect(await readersOf(dara, first)).toEqual([]);
    await unread(eli, id);
    await chen.updateSettings({ send_read_receipts: false });
    expect(await readersOf(chen, id)).toEqual([bela.user_id, bot.user_id].sort((a, b) => a - b));
    await chen.updateSettings({ send_read_receipts: true });
    expect(await readersOf(chen, id)).toContain(chen.user_id);
    const hidden = await newChannel([], { invite_only: true });
    const secret = await send(dara, hidden.name);
    for (const message_id of [secret, 98_765_432 as MessageId])
      expect((await refusal(eli.getReadReceipts({ message_id }))).message).toBe('Invalid message(s)');
    await ada.updateRealm({ enable_read_receipts: false });
    expect((await refusal(dara.getReadReceipts({ message_id: id }))).code).toBe('BAD_REQUEST');
    await ada.updateRealm({ enable_read_receipts: true });
  });
});

it('[DB50] [DB57] looks for unread messages by few texts, however many conversations have some', async () => {
  const { dara, eli } = cast;
  const sent: MessageId[] = [];
  for (let n = 0; n < 11; n++) sent.push(await send(dara, (await newChannel([eli])).name));
  const { db, engine } = server.app.store;
  const actor = { realm: server.realm, user_id: eli.user_id, role: ROLE.member } as Actor;
  const found: MessageId[] = [];
  const statements = await countStatements(db, async () => {
    for (let left = 11; left > 0; left--) {
      const unread_now = await findUnread(db, actor, { limit: 1000 });
      if (left === 11) found.push(...unread_now.map(({ id }) => id));
      await read(eli, sent[11 - left]!);
    }
  });
  expect(found).toEqual(expect.arrayContaining(sent));
  if (engine === 'postgres') {
    const searches = statements.filter((text) => text.includes('cross join lateral'));
    expect(new Set(searches).size).toBe(1);
    return;
  }
  const texts = new Set(statements.filter((text) => text.includes('as part0')));
  expect(texts.size).toBeLessThanOrEqual(6);
  expect(Math.max(...[...texts].map((text) => text.split(' as part').length - 1))).toBeLessThanOrEqual(4);
});
