// Compares long random histories with the naive model: a row per message and receiver. [RS1] [RS4] [RS12]

import { afterAll, beforeAll, expect, it } from 'bun:test';
import type { ChannelId, MessageId, RecipientId, UserId } from '@stoa/contract';
import { type Person, SeededRandom, startServer, type TestServer } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { deleteMessages } from '../messages/deletion.actions.ts';
import { recordMoves } from '../read-ranges/read-ranges.actions.ts';

const STEPS = Number(process.env.READ_STATE_STEPS ?? 200);
const SEEDS = (process.env.READ_STATE_SEED ?? '3,20261121').split(',').map(Number);

interface Row {
  read: boolean;
  starred: boolean;
  received: boolean;
  /** Marked as read by naming it or its conversation. */
  marked: boolean;
}
interface Channel {
  readonly name: string;
  readonly stream_id: ChannelId;
  readonly recipient_id: RecipientId;
  readonly kind: 'public' | 'private' | 'protected';
  archived: boolean;
  readonly members: Set<UserId>;
  readonly spans: { user_id: UserId; after: number; until: number }[];
}
interface Sent {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly topic: string;
  channel: Channel | null;
  readonly people: readonly UserId[];
}

/** The model the server must equal. */
class Model {
  readonly channels: Channel[] = [];
  readonly messages = new Map<MessageId, Sent>();
  readonly rows = new Map<UserId, Map<MessageId, Row>>();
  readonly muted = new Set<string>();
  readonly ever_muted = new Set<UserId>();
  newest = 0;

  rowOf(user_id: UserId, id: MessageId): Row {
    const rows = this.rows.get(user_id)!;
    if (!rows.has(id)) rows.set(id, { read: true, starred: false, received: false, marked: false });
    return rows.get(id)!;
  }

  mayRead(user_id: UserId, { id, channel, people }: Sent): boolean {
    if (!channel) return people.includes(user_id);
    if (channel.kind === 'public') return true;
    if (!channel.members.has(user_id)) return false;
    if (channel.kind === 'private') return true;
    return channel.spans.some((span) => span.user_id === user_id && span.after < id && id <= span.until);
  }

  send(message: Sent, read_by_sender: boolean): void {
    this.messages.set(message.id, message);
    this.newest = message.id;
    const receivers = new Set([...(message.channel?.members ?? message.people), message.sender_id]);
    for (const user_id of receivers) {
      const row = this.rowOf(user_id, message.id);
      row.received = true;
      row.read =
        user_id === message.sender_id
          ? read_by_sender || message.channel?.members.has(user_id) === false
          : this.muted.has(`${user_id} ${message.sender_id}`);
    }
  }

  join(channel: Channel, user_id: UserId): void {
    if (channel.members.has(user_id)) return;
    channel.members.add(user_id);
    channel.spans.push({ user_id, after: this.newest, until: Number.POSITIVE_INFINITY });
  }

  readIn(channel: Channel, user_id: UserId): void {
    for (const message of this.messages.values())
      if (message.channel === channel && this.rows.get(user_id)!.has(message.id))
        this.rowOf(user_id, message.id).read = true;
  }

  leave(channel: Channel, user_id: UserId): void {
    if (!channel.members.delete(user_id)) return;
    this.readIn(channel, user_id);
    for (const span of channel.spans) if (span.user_id === user_id) span.until = Math.min(span.until, this.newest);
  }

  move(ids: readonly MessageId[], to: Channel): void {
    for (const id of ids) {
      this.messages.get(id)!.channel = to;
      for (const [user_id, rows] of this.rows) if (rows.has(id) && !to.members.has(user_id)) rows.get(id)!.read = true;
    }
  }

  mark(user_id: UserId, ids: readonly MessageId[], read: boolean): void {
    for (const id of ids) {
      const message = this.messages.get(id);
      if (!message || !this.mayRead(user_id, message)) continue;
      const { channel } = message;
      if (!read && channel && (channel.archived || !channel.members.has(user_id))) continue;
      const row = this.rowOf(user_id, id);
      row.read = read;
      row.marked = read;
    }
  }

  unread(user_id: UserId): Sent[] {
    const rows = [...this.rows.get(user_id)!].filter(([, { read }]) => !read);
    return rows
      .map(([id]) => this.messages.get(id)!)
      .filter((message) => this.mayRead(user_id, message))
      .sort((a, b) => a.id - b.id);
  }

  flags(user_id: UserId, id: MessageId): string[] {
    const row = this.rows.get(user_id)!.get(id) ?? { read: true, starred: false, received: false };
    return [row.read && 'read', row.starred && 'starred', !row.received && 'historical'].filter(
      (flag) => flag !== false,
    );
  }
}

let server: TestServer;
let people: Person[];

beforeAll(async () => {
  server = await startServer();
  const { dara, eli, chen, bela } = await server.cast();
  people = [dara, eli, chen, bela];
});
afterAll(() => server.stop());

/** The random history; each step runs on the server and on the model. */
class History {
  readonly model = new Model();
  readonly done: string[] = [];
  constructor(readonly random: SeededRandom) {
    for (const { user_id } of people) this.model.rows.set(user_id, new Map());
  }

  pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)]!;
  }
  some(least: number): MessageId[] {
    const ids = [...this.model.messages.keys()];
    const from = this.random.below(Math.max(1, ids.length - 6));
    return ids.slice(from, from + least + this.random.below(6)).filter(() => this.random.below(4) > 0);
  }
  write<T>(job: (context: WriteContext) => Promise<T>): Promise<T> {
    return server.app.writer.write(server.realm.realm_id, job);
  }

  async open(): Promise<void> {
    for (const kind of ['public', 'private', 'protected', 'public'] as const) {
      const name = `model ${this.random.seed} ${kind} ${this.model.channels.length}`;
      const history_public_to_subscribers = kind !== 'protected';
      const options = { invite_only: kind !== 'public', history_public_to_subscribers };
      await people[0]!.subscribe({ subscriptions: [{ name }], ...options });
      const { stream_id } = await people[0]!.getStreamId({ stream: name });
      const found = await server.app.store.db.get<{ recipient_id: RecipientId }>(
        sql`select recipient_id from channels where stream_id = ${stream_id}`,
      );
      const channel: Channel = { name, stream_id, ...found!, kind, archived: false, members: new Set(), spans: [] };
      this.model.channels.push(channel);
      this.model.join(channel, people[0]!.user_id);
    }
  }

  readonly steps: Readonly<Record<string, readonly [weight: number, () => Promise<void>]>> = {
    send: [
      30,
      async () => {
        const channel = this.pick(this.model.channels.filter(({ archived }) => !archived));
        const sender = this.pick(
          people.filter(({ user_id }) => channel.kind === 'public' || channel.members.has(user_id)),
        );
        if (!sender) return;
        const topic = this.pick(['a', 'b', 'A']);
        const read_by_sender = this.random.below(6) > 0;
        const content = 'x';
        const { id } = await sender.sendMessage({
          type: 'channel',
          to: channel.stream_id,
          topic,
          content,
          read_by_sender,
        });
        this.model.send({ id, sender_id: sender.user_id, topic, channel, people: [] }, read_by_sender);
      },
    ],
    direct: [
      8,
      async () => {
        const [sender, ...others] = [this.pick(people), this.pick(people), this.pick(people)];
        const to = others.map(({ user_id }) => user_id);
        const { id } = await sender!.sendMessage({ type: 'direct', to, content: 'x' });
        const all = [...new Set([sender!.user_id, ...to])];
        this.model.send({ id, sender_id: sender!.user_id, topic: '', channel: null, people: all }, true);
      },
    ],
    join: [
      10,
      async () => {
        const [channel, who] = [this.pick(this.model.channels), this.pick(people)];
        const host = people.find(({ user_id }) => channel.members.has(user_id)) ?? server.owner;
        if (channel.archived || (channel.kind !== 'public' && host === server.owner)) return;
        await host.subscribe({ subscriptions: [{ name: channel.name }], principals: [who.user_id] });
        this.model.join(channel, who.user_id);
      },
    ],
    leave: [
      5,
      async () => {
        const [channel, who] = [this.pick(this.model.channels), this.pick(people.slice(1))];
        if (channel.archived || !channel.members.has(who.user_id)) return;
        await who.unsubscribe({ subscriptions: [channel.name] });
        this.model.leave(channel, who.user_id);
      },
    ],
    read: [16, () => this.mark(true)],
    unread: [10, () => this.mark(false)],
    star: [
      4,
      async () => {
        const who = this.pick(people);
        const ids = this.readable(who, this.some(1));
        await who.updateMessageFlags({ messages: ids, op: 'add', flag: 'starred' });
        for (const id of ids)
          if (this.model.mayRead(who.user_id, this.model.messages.get(id)!))
            this.model.rowOf(who.user_id, id).starred = true;
      },
    ],
    readAll: [
      2,
      async () => {
        const who = this.pick(people);
        await who.markAllAsRead();
        this.readAllOf(who, () => true);
      },
    ],
    readChannel: [
      3,
      async () => {
        const [channel, who] = [this.pick(this.model.channels), this.pick(people)];
        if (channel.kind !== 'public' && !channel.members.has(who.user_id)) return;
        await who.markStreamAsRead({ stream_id: channel.stream_id });
        this.readAllOf(who, (message) => message.channel === channel);
      },
    ],
    readTopic: [
      3,
      async () => {
        const message = this.pick([...this.model.messages.values()].filter(({ channel }) => channel));
        const who = this.pick(people);
        if (!message?.channel || !this.model.mayRead(who.user_id, message)) return;
        const { channel, topic } = message;
        await who.markTopicAsRead({ stream_id: channel.stream_id, topic_name: topic });
        const key = topic.toLowerCase();
        this.readAllOf(who, (message) => message.channel === channel && message.topic.toLowerCase() === key);
      },
    ],
    move: [
      12,
      async () => {
        const from = this.pick([...this.model.messages.values()].filter(({ channel }) => channel))?.channel;
        const to = this.pick(this.model.channels);
        if (!from || from === to || to.archived) return;
        const there = [...this.model.messages.values()].filter(({ channel }) => channel === from).slice(-8);
        const ids = there.filter(() => this.random.below(2) === 0).map(({ id }) => id);
        if (ids.length === 0) return;
        await this.write(async (context) => {
          for (const id of ids)
            await context.tx.run(
              sql`update messages set recipient_id = ${to.recipient_id}, is_edited = true where id = ${id}`,
            );
          await recordMoves(context, { message_ids: ids, from, to });
          // The move has its own event.
          context.invalidateAccess([people[0]!.user_id]);
        });
        this.model.move(ids, to);
      },
    ],
    delete: [
      3,
      async () => {
        const message = this.pick([...this.model.messages.values()]);
        if (!message?.channel) return;
        const { recipient_id, stream_id } = message.channel;
        const doomed = [{ id: message.id, subject: message.topic }];
        await this.write((context) => deleteMessages(context, { recipient_id, stream_id }, doomed));
        this.model.messages.delete(message.id);
        for (const rows of this.model.rows.values()) rows.delete(message.id);
      },
    ],
    archive: [
      1,
      async () => {
        const channel = this.model.channels[3]!;
        if (channel.archived) await people[0]!.updateStream({ stream_id: channel.stream_id, is_archived: false });
        else {
          await people[0]!.archiveStream({ stream_id: channel.stream_id });
          for (const { user_id } of people) this.model.readIn(channel, user_id);
        }
        channel.archived = !channel.archived;
      },
    ],
    mute: [
      2,
      async () => {
        const [who, sender] = [this.pick(people), this.pick(people).user_id];
        const user = who.user_id;
        if (user === sender) return;
        const key = `${user} ${sender}`;
        this.model.ever_muted.add(sender);
        if (this.model.muted.delete(key)) {
          await who.unmuteUser({ muted_user_id: sender });
          return;
        }
        await who.muteUser({ muted_user_id: sender });
        this.model.muted.add(key);
        for (const [id, row] of this.model.rows.get(user)!)
          if (this.model.messages.get(id)!.sender_id === sender) row.read = true;
      },
    ],
  };

  /** One message the reader can't read makes the whole call fail. [RS7] */
  readable({ user_id }: Person, ids: readonly MessageId[]): MessageId[] {
    return ids.filter((id) => this.model.mayRead(user_id, this.model.messages.get(id)!));
  }

  async mark(read: boolean): Promise<void> {
    const who = this.pick(people);
    const ids = this.readable(who, this.some(1));
    await who.updateMessageFlags({ messages: ids, op: read ? 'add' : 'remove', flag: 'read' });
    this.model.mark(who.user_id, ids, read);
  }

  readAllOf({ user_id }: Person, is: (message: Sent) => boolean): void {
    const ids = this.model.unread(user_id).filter(is);
    this.model.mark(
      user_id,
      ids.map(({ id }) => id),
      true,
    );
  }

  async step(): Promise<void> {
    const all = Object.entries(this.steps);
    let at = this.random.below(all.reduce((sum, [, [weight]]) => sum + weight, 0));
    for (const [name, [weight, run]] of all) {
      at -= weight;
      if (at >= 0) continue;
      this.done.push(name);
      await run();
      return;
    }
  }
}

async function check({ model, done }: History): Promise<void> {
  const ids = [...model.messages.keys()];
  for (const person of people) {
    const { user_id } = person;
    const where = `${person.full_name} after ${done.length} steps, the last ${done.slice(-12).join(' ')}`;
    const fetch_event_types = ['message', 'update_message_flags', 'starred_messages'];
    const { unread_msgs, starred_messages } = await person.registerQueue({ fetch_event_types });
    const { pms, huddles, streams } = unread_msgs!;
    const listed = [...pms, ...huddles, ...streams]
      .flatMap(({ unread_message_ids }) => unread_message_ids)
      .filter((id) => model.messages.has(id));
    const unread = model.unread(user_id);
    expect([where, listed.sort((a, b) => a - b)]).toEqual([where, unread.map(({ id }) => id)]);
    const readable = ids.filter((id) => model.mayRead(user_id, model.messages.get(id)!));
    const { messages } = await person.getMessages({ message_ids: ids });
    expect([where, messages.map(({ id, flags }) => [id, ...flags])]).toEqual([
      where,
      readable.map((id) => [id, ...model.flags(user_id, id)]),
    ]);
    expect([where, starred_messages!.filter((id) => model.messages.has(id))]).toEqual([
      where,
      readable.filter((id) => model.rows.get(user_id)!.get(id)?.starred),
    ]);
  }
  for (const id of ids.slice(-5)) {
    const { sender_id } = model.messages.get(id)!;
    const reader = people.find(({ user_id }) => model.mayRead(user_id, model.messages.get(id)!));
    if (!reader || model.ever_muted.has(sender_id)) continue;
    const hides = (user_id: UserId) =>
      model.muted.has(`${user_id} ${reader.user_id}`) || model.muted.has(`${reader.user_id} ${user_id}`);
    const expected = people
      .map(({ user_id }) => user_id)
      .filter((user_id) => !hides(user_id))
      .filter((user_id) => user_id !== sender_id && model.rows.get(user_id)!.get(id)?.marked)
      .sort((a, b) => a - b);
    expect((await reader.getReadReceipts({ message_id: id })).user_ids).toEqual(expected);
  }
}

// Together these seeds find every fault planted to test the test.
it.each(SEEDS)(
  '[RS1] [RS4] [RS5] [RS12] equals a row per message and receiver (seed %p)',
  async (seed) => {
    const history = new History(new SeededRandom(seed));
    await history.open();
    for (let n = 1; n <= STEPS; n++) {
      await history.step();
      if (n % 10 === 0) await check(history);
    }
    for (const person of people)
      for (const { user_id } of people)
        if (history.model.muted.has(`${person.user_id} ${user_id}`))
          await person.unmuteUser({ muted_user_id: user_id });
  },
  180_000,
);
