// Subscriptions in large channels, of new and deactivated accounts, and after changes of role.
import { beforeAll, describe, expect, it } from 'bun:test';
import { type ClientState, FULL_LIST_BELOW, type ReceivedEvent, ROLE, reduce, type UserId } from '@stoa/contract';
import { leastProcessorMs, type Person, serveTests, verifyEvents } from '@stoa/testkit';
import { createAccount, deactivateAccount, setRole } from '../../identity/users/users.actions.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

const { server, cast } = await serveTests();
/** Reading 65,536 messages for each of 250 people takes a second. */
const LISTED_WITHIN_MS = 200;
/** Looking at 65,536 messages for each of 250 people takes seconds. */
const JOINED_WITHIN_MS = 600;

/** No endpoint makes these changes yet, so the test calls the server's functions. */
const write = <T>(job: (context: WriteContext) => Promise<T>) => server.app.writer.write(server.realm.realm_id, job);

const account = (context: WriteContext, name: string) =>
  createAccount(context, server.realm, {
    email: `${name}@stoa.example`,
    full_name: `Extra ${name}`,
    role: ROLE.member,
    password_hash: null,
  });

async function listOf(person: Person, name: string, include_subscribers: 'true' | 'false' | 'partial') {
  const { subscriptions } = await person.getSubscriptions({ include_subscribers });
  return subscriptions.find((channel) => channel.name === name)!;
}

describe('large channels', () => {
  let crowd: UserId[];
  beforeAll(async () => {
    crowd = await write(async (context) => {
      const made: UserId[] = [];
      for (let n = 0; n < FULL_LIST_BELOW; n++) made.push((await account(context, `crowd${n}`)).user_id);
      return made;
    });
  });

  it('[SB4] list everyone below 250 people; above, only on request', async () => {
    const subscriptions = [{ name: 'crowded' }];
    const principals = [cast.dara.user_id, ...crowd.slice(2)];
    await cast.dara.subscribe({ subscriptions, principals });
    expect((await listOf(cast.dara, 'crowded', 'false')).subscribers).toEqual(principals);
    await cast.dara.subscribe({ subscriptions, principals: crowd.slice(0, 2) });
    const all = [cast.dara.user_id, ...crowd];
    const without = await listOf(cast.dara, 'crowded', 'false');
    expect(without.subscribers).toBeUndefined();
    expect(without.subscriber_count).toBe(all.length);
    expect((await listOf(cast.dara, 'crowded', 'true')).subscribers).toEqual(all);
  });

  it('[SB4] list in part bots and people active in the last 14 days, if the channel is large', async () => {
    const { dara, chen, bot, ada } = cast;
    const principals = [bot.user_id, chen.user_id];
    await dara.subscribe({ subscriptions: [{ name: 'crowded' }], principals });
    const partly = async () => {
      const { subscribers, partial_subscribers, subscriber_count } = await listOf(dara, 'crowded', 'partial');
      expect([subscribers, subscriber_count]).toEqual([undefined, FULL_LIST_BELOW + 3]);
      return partial_subscribers;
    };
    const days = (count: number) => server.clock.advance(count * 24 * 3600_000);
    days(15);
    expect(await partly()).toEqual([bot.user_id]);
    await dara.updatePresence({ status: 'idle' });
    await chen.sendMessage({ type: 'direct', to: [dara.user_id], content: 'here' });
    days(13.9);
    expect(await partly()).toEqual([chen.user_id, dara.user_id, bot.user_id]);
    days(0.2);
    expect(await partly()).toEqual([bot.user_id]);
    await chen.registerQueue();
    expect(await partly()).toEqual([chen.user_id, bot.user_id]);
    // Somebody without presence could always have been active.
    await dara.updateSettings({ presence_enabled: false });
    days(15);
    expect(await partly()).toEqual([dara.user_id, bot.user_id]);
    const state = await ada.registerQueue({ include_subscribers: 'partial', fetch_event_types: ['subscription'] });
    const known = [...state.subscriptions!, ...state.never_subscribed!];
    expect(known.find(({ name }) => name === 'crowded')!.partial_subscribers).toEqual([dara.user_id, bot.user_id]);
    const all = [chen.user_id, dara.user_id, bot.user_id];
    await dara.subscribe({ subscriptions: [{ name: 'quiet' }], principals: all as number[] });
    expect((await listOf(dara, 'quiet', 'partial')).subscribers).toEqual(all);
    await dara.updateSettings({ presence_enabled: true });
    await dara.unsubscribe({ subscriptions: ['crowded'], principals: [bot.user_id] });
    await chen.unsubscribe({ subscriptions: ['crowded'] });
  });

  it('[SB4] [SB9] keep partial lists up to date by events', async () => {
    const { ada, dara, eli } = cast;
    const how = { include_subscribers: 'partial' as const, event_types: ['subscription'] };
    const state = await ada.registerQueue(how);
    const { queue_id, last_event_id } = state;
    const part = (of: ClientState) =>
      (of as typeof state).never_subscribed!.find(({ name }) => name === 'crowded')!.partial_subscribers;
    const before = part(state)!;
    await eli.updatePresence({ status: 'active' });
    await dara.subscribe({ subscriptions: [{ name: 'crowded' }], principals: [eli.user_id] });
    await dara.unsubscribe({ subscriptions: ['crowded'], principals: [dara.user_id] });
    const { events } = await ada.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    const folded = part((events as ReceivedEvent[]).reduce(reduce, state as ClientState));
    expect(folded).toEqual([...before.filter((id) => id !== dara.user_id), eli.user_id].sort((a, b) => a - b));
    expect(folded).toEqual(part(await ada.registerQueue(how)));
    await eli.unsubscribe({ subscriptions: ['crowded'] });
    await dara.subscribe({ subscriptions: [{ name: 'crowded' }] });
  });

  it('[SB26] list people in part without reading every message for each', async () => {
    const { id } = await cast.dara.sendMessage({ type: 'channel', to: 'crowded', topic: 'x', content: 'one of many' });
    const columns = sql.raw(
      'realm_id, recipient_id, sender_id, subject, topic_key, content, rendered_content, client, timestamp',
    );
    await write(async ({ tx }) => {
      for (let times = 0; times < 16; times++)
        await tx.run(sql`insert into messages (${columns}) select ${columns} from messages where id >= ${id}`);
    });
    const list = () => listOf(cast.dara, 'crowded', 'partial');
    expect(await leastProcessorMs(LISTED_WITHIN_MS, list)).toBeLessThan(LISTED_WITHIN_MS);
  });

  it('[SB27] are joined and left without a look at each of their messages', async () => {
    const subscriptions = [{ name: 'crowded' }];
    const principals = crowd as number[];
    const leaveAndReturn = async () => {
      await cast.ada.unsubscribe({ subscriptions: ['crowded'], principals });
      await cast.dara.subscribe({ subscriptions, principals });
    };
    expect(await leastProcessorMs(JOINED_WITHIN_MS, leaveAndReturn)).toBeLessThan(JOINED_WITHIN_MS);
  });

  it('[SB4] [SB9] keep fetched lists up to date by events, and add none that were not fetched', async () => {
    const people = [cast.ada, cast.dara, cast.eli];
    await verifyEvents(people, () => cast.eli.subscribe({ subscriptions: [{ name: 'crowded' }] }));
    await verifyEvents(people, () => cast.eli.unsubscribe({ subscriptions: ['crowded'] }));
  });
});

describe('accounts', () => {
  it('[SB13] are subscribed to the default channels when created', async () => {
    await cast.ada.subscribe({ subscriptions: [{ name: 'welcome' }], is_default_stream: true });
    await cast.ada.subscribe({ subscriptions: [{ name: 'not for all' }] });
    const { value } = await verifyEvents([cast.ada, cast.dara], () => write((context) => account(context, 'newcomer')));
    expect((await listOf(cast.ada, 'welcome', 'true')).subscribers).toEqual([cast.ada.user_id, value.user_id]);
    expect((await listOf(cast.ada, 'not for all', 'true')).subscribers).toEqual([cast.ada.user_id]);
  });

  it('[SB3] [SB14] are in no list and no count while deactivated, and peers are notified', async () => {
    const leaver = await write((context) => account(context, 'leaver'));
    const principals = [cast.dara.user_id, leaver.user_id];
    await cast.dara.subscribe({ subscriptions: [{ name: 'office' }], principals });
    await cast.dara.subscribe({ subscriptions: [{ name: 'office annex' }], principals, invite_only: true });
    await verifyEvents([cast.ada, cast.dara, cast.eli], () =>
      write((context) => deactivateAccount(context, server.realm, leaver.user_id)),
    );
    const office = await listOf(cast.dara, 'office', 'true');
    expect(office).toMatchObject({ subscriber_count: 1, subscribers: [cast.dara.user_id] });
  });

  it('[SB400] may be told of a channel twice when events from before a change of role are read after it', async () => {
    const { ada, dara, eli } = cast;
    await verifyEvents(eli, async () => {
      await dara.subscribe({ subscriptions: [{ name: 'late place' }], principals: [dara.user_id, ada.user_id] });
      await dara.subscribe({ subscriptions: [{ name: 'late secret' }], invite_only: true });
      await write((context) => setRole(context, server.realm, eli.user_id, ROLE.administrator));
    });
    await write((context) => setRole(context, server.realm, eli.user_id, ROLE.member));
  });

  it('[SB820] hear who joined and left a channel while they were members, when they read it as guests', async () => {
    const { ada, dara, eli, finn } = cast;
    const subscriptions = [{ name: 'changing place' }];
    await dara.subscribe({ subscriptions, principals: [dara, eli, finn].map(({ user_id }) => user_id) });
    await verifyEvents([eli, finn], async () => {
      await dara.unsubscribe({ subscriptions: ['changing place'], principals: [finn.user_id] });
      await dara.subscribe({ subscriptions, principals: [ada.user_id] });
      await write((context) => setRole(context, server.realm, eli.user_id, ROLE.guest));
    });
    await write((context) => setRole(context, server.realm, eli.user_id, ROLE.member));
    await dara.archiveStream(await ada.getStreamId({ stream: 'changing place' }));
  });

  it('[SB821] know a new channel that they were subscribed to before they lost the role that showed it', async () => {
    const { dara, eli } = cast;
    await write((context) => setRole(context, server.realm, eli.user_id, ROLE.administrator));
    await verifyEvents(eli, async () => {
      const subscriptions = [{ name: 'brief place' }];
      await dara.subscribe({ subscriptions, principals: [dara.user_id, eli.user_id], invite_only: true });
      await dara.createStream({ name: 'short place', subscribers: [dara.user_id, eli.user_id], invite_only: true });
      await write((context) => setRole(context, server.realm, eli.user_id, ROLE.member));
    });
    await dara.unsubscribe({ subscriptions: ['brief place', 'short place'], principals: [eli.user_id, dara.user_id] });
  });

  it('[SB15] see and lose channels by a change of role', async () => {
    await cast.dara.subscribe({ subscriptions: [{ name: 'public place' }] });
    await cast.dara.subscribe({ subscriptions: [{ name: 'private place' }], invite_only: true });
    const change = async (to: 400 | 600 | 200) => {
      const { queue_id, last_event_id } = await cast.eli.registerQueue({ event_types: ['stream'] });
      await write((context) => setRole(context, server.realm, cast.eli.user_id, to));
      const { events } = await cast.eli.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
      return events.map((event) => [
        event.op,
        (event.streams as { stream_id: number }[]).map(({ stream_id }) => stream_id),
      ]);
    };
    const known = async () =>
      (await cast.eli.getStreams({ include_all: true })).streams.map(({ stream_id }) => stream_id);
    const asMember = await known();
    expect(await change(ROLE.guest)).toEqual([['delete', asMember]]);
    expect(await known()).toEqual([]);
    expect(await change(ROLE.member)).toEqual([['create', asMember]]);
    const { streams } = await cast.ada.getStreams({ include_all: true });
    const hidden = streams.map(({ stream_id }) => stream_id).filter((stream_id) => !asMember.includes(stream_id));
    expect(await change(ROLE.administrator)).toEqual([['create', hidden]]);
    expect(await known()).toEqual(streams.map(({ stream_id }) => stream_id));
  });
});
