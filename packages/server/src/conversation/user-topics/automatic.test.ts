// Topic policies set automatically: by what people do, and by moves.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ChannelId, UserSettings, VisibilityPolicy } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';
import { movePolicies } from './moving.actions.ts';

const { server, cast } = await serveTests();
let plaza: ChannelId;

beforeAll(async () => {
  const { dara, eli, finn, bot } = cast;
  const principals = [dara, eli, finn, bot].map(({ user_id }) => user_id) as number[];
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals });
  plaza = (await dara.getStreamId({ stream: 'plaza' })).stream_id;
});

const send = (who: Person, topic: string, content = 'hello', to = 'plaza') =>
  who.sendMessage({ type: 'stream', to, topic, content });
const set = (who: Person, topic: string, visibility_policy: VisibilityPolicy, stream_id = plaza) =>
  who.updateUserTopic({ stream_id, topic, visibility_policy });
const like = async (who: Person, follow: 1 | 2 | 3 | 4, unmute: 1 | 2 | 3 | 4, others: Partial<UserSettings> = {}) =>
  void (await who.updateSettings({
    automatically_follow_topics_policy: follow,
    automatically_unmute_topics_in_muted_streams_policy: unmute,
    ...others,
  }));
const mute = (who: Person, value: boolean, stream_id = plaza) =>
  who.updateSubscriptionSettings({ subscription_data: [{ stream_id, property: 'is_muted', value }] });
async function policy(who: Person, topic: string, stream_id = plaza): Promise<number> {
  const { user_topics } = await who.registerQueue({ fetch_event_types: ['user_topic'] });
  return user_topics!.find((row) => row.stream_id === stream_id && row.topic_name === topic)?.visibility_policy ?? 0;
}

let count = 0;
const fresh = () => `topic ${++count}`;

describe('automatic policies', () => {
  it('[UT5] follow from the sender’s settings and from what they did', async () => {
    const { dara, eli } = cast;
    const started = [3, 3, 3, 0];
    const sent = [3, 3, 0, 0];
    for (const follow of [1, 2, 3, 4] as const) {
      await like(dara, follow, 4);
      const mine = fresh();
      expect((await send(dara, mine)).automatic_new_visibility_policy ?? 0).toBe(started[follow - 1] as never);
      const theirs = fresh();
      await send(eli, theirs);
      expect((await send(dara, theirs.toUpperCase())).automatic_new_visibility_policy ?? 0).toBe(
        sent[follow - 1] as never,
      );
    }
  });

  it('[MS61] [UT5] follow for the first of many that send to a new topic at once', async () => {
    const { dara, eli, finn } = cast;
    for (const who of [dara, eli, finn]) await like(who, 3, 4);
    const { queue_id, last_event_id } = await dara.registerQueue({ event_types: ['message'] });
    const sent: number[] = [];
    for (let round = 0; round < 5; round++) {
      const topic = fresh();
      const sends = Array.from({ length: 12 }, (_, n) => send([dara, eli, finn][n % 3]!, topic, `message ${n}`));
      const refused = send(dara, topic, 'nowhere', 'no such channel').catch(() => null);
      const answers = await Promise.all(sends);
      expect(await refused).toBeNull();
      const started = answers.filter((answer) => answer.automatic_new_visibility_policy === 3);
      expect(started.length).toBe(1);
      expect(started[0]!.id).toBe(Math.min(...answers.map(({ id }) => id)) as never);
      sent.push(...answers.map(({ id }) => id));
    }
    const { events } = await dara.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    const received = events.map((event) => (event as unknown as { message: { id: number } }).message.id);
    expect(received).toEqual(sent.toSorted((a, b) => a - b));
  });

  it('[UT5] unmute only in a muted channel, and prefer following to unmuting', async () => {
    const { dara, eli } = cast;
    await mute(dara, true);
    await like(dara, 4, 2);
    const topic = fresh();
    const { value, events } = await verifyEvents([dara, eli], () => send(dara, topic));
    expect(value.automatic_new_visibility_policy).toBe(2);
    expect(events[0]!.map(({ type }) => type)).toEqual(['user_topic', 'message']);
    expect(events[1]!.map(({ type }) => type)).not.toContain('user_topic');
    await like(dara, 2, 2);
    expect((await send(dara, fresh())).automatic_new_visibility_policy).toBe(3);
    await like(dara, 4, 3);
    const theirs = fresh();
    await send(eli, theirs);
    expect((await send(dara, theirs)).automatic_new_visibility_policy).toBeUndefined();
    await mute(dara, false);
    await like(dara, 4, 1);
    expect((await send(dara, fresh())).automatic_new_visibility_policy).toBeUndefined();
  });

  it('[UT5] never make a topic less visible, and announce only changes', async () => {
    const { dara } = cast;
    await mute(dara, true);
    await like(dara, 4, 2);
    const topic = fresh();
    await set(dara, topic, 3);
    expect((await send(dara, topic)).automatic_new_visibility_policy).toBeUndefined();
    expect(await policy(dara, topic)).toBe(3);
    await set(dara, topic, 1);
    const { value, events } = await verifyEvents(dara, () => send(dara, topic));
    expect(value.automatic_new_visibility_policy).toBe(2);
    expect(events[0]!.map(({ type }) => type)).toEqual(['user_topic', 'muted_topics', 'message']);
    expect((await send(dara, topic)).automatic_new_visibility_policy).toBeUndefined();
    await mute(dara, false);
  });

  it('[UT5] count as starting a topic if nothing earlier was readable, and never apply to bots', async () => {
    const { dara, chen, bot } = cast;
    await chen.subscribe({
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
      history_public_to_subscribers: false,
    });
    const stream_id = (await chen.getStreamId({ stream: 'vault' })).stream_id;
    const topic = fresh();
    await send(chen, topic, 'before you came', 'vault');
    await chen.subscribe({ subscriptions: [{ name: 'vault' }], principals: [dara.user_id] });
    await like(dara, 3, 4);
    expect((await send(dara, topic, 'hello', 'vault')).automatic_new_visibility_policy).toBe(3);
    await dara.updateUserTopic({ stream_id, topic, visibility_policy: 0 });
    expect((await send(dara, topic, 'again', 'vault')).automatic_new_visibility_policy).toBeUndefined();
    expect((await send(bot, fresh())).automatic_new_visibility_policy).toBeUndefined();
    expect(
      (await dara.sendMessage({ type: 'direct', to: [chen.user_id], content: 'x' })).automatic_new_visibility_policy,
    ).toBeUndefined();
  });
});

it('[UT6] count a reaction as participation', async () => {
  const { dara, eli } = cast;
  const topic = fresh();
  const { id } = await send(eli, topic);
  for (const [follow, emoji_name, expected] of [
    [2, 'tada', 0],
    [1, 'smile', 3],
  ] as const) {
    await like(dara, follow, 4);
    await verifyEvents([dara, eli], () => dara.addReaction({ message_id: id, emoji_name }));
    expect(await policy(dara, topic)).toBe(expected);
  }
  await like(dara, 4, 1);
  await mute(dara, true);
  const another = await send(eli, fresh());
  const { events } = await verifyEvents(dara, () => dara.addReaction({ message_id: another.id, emoji_name: 'tada' }));
  expect(events[0]!.find(({ type }) => type === 'user_topic')).toMatchObject({ visibility_policy: 2 });
  await mute(dara, false);
  const direct = await eli.sendMessage({ type: 'direct', to: [dara.user_id], content: 'x' });
  await verifyEvents(dara, () => dara.addReaction({ message_id: direct.id, emoji_name: 'tada' }));
});

it('[UT7] follow on a mention, unless the setting is off or the topic muted', async () => {
  const { dara, eli, finn, chen, bot } = cast;
  await like(eli, 4, 4);
  await like(finn, 4, 4, { automatically_follow_topics_where_mentioned: false });
  const names = [dara, eli, finn, chen, bot].map(({ full_name, user_id }) => `@**${full_name}|${user_id}**`);
  const topic = fresh();
  await set(dara, topic, 1);
  await verifyEvents([dara, eli, finn, chen], () => send(eli, topic, names.join(' ')));
  const policies = await Promise.all([dara, eli, finn, chen, bot].map((who) => policy(who, topic)));
  expect(policies).toEqual([1, 3, 0, 0, 0]);
  const silent = fresh();
  await send(dara, silent, `@_**${eli.full_name}|${eli.user_id}** @**all**`);
  expect(await policy(eli, silent)).toBe(0);
  const { group_id } = await dara.createUserGroup({
    name: 'masons',
    description: '',
    members: [eli.user_id, dara.user_id],
  });
  expect(group_id).toBeGreaterThan(0);
  const by_group = fresh();
  await send(cast.ada, by_group, '@*masons*').catch(() => send(dara, by_group, '@*masons*'));
  expect(await policy(eli, by_group)).toBe(3);
});

it('[UT6] count a vote as participation', async () => {
  const { dara, eli } = cast;
  const topic = fresh();
  const { id: message_id } = await send(eli, topic, '/poll Stone?');
  await like(dara, 1, 4);
  const vote = { msg_type: 'widget', content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }) };
  await dara.addSubmessage({
    message_id,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'new_option', idx: 1, option: 'yes' }),
  });
  expect(await policy(dara, topic)).toBe(3);
  await verifyEvents([dara], () => dara.addSubmessage({ message_id, ...vote } as never));
});

it('[UT8] move with a whole topic, not with a part of it', async () => {
  const { dara, eli, finn } = cast;
  for (const who of [dara, eli, finn]) await like(who, 4, 4);
  const [from, to] = [fresh(), fresh()];
  await send(dara, from);
  const { id: message_id } = await send(dara, from);
  await set(eli, from, 1);
  await set(finn, from, 3);
  await verifyEvents([dara, eli, finn], () =>
    dara.editMessage({ message_id, topic: to, propagate_mode: 'change_one' }),
  );
  expect(await Promise.all([eli, finn].map((who) => policy(who, to)))).toEqual([0, 0]);
  const last = fresh();
  const { events } = await verifyEvents([dara, eli, finn], async () => {
    const first = (await dara.getMessages({ anchor: 'newest', num_before: 10, num_after: 0, narrow: [] })).messages
      .filter(({ subject }) => subject === from)
      .at(-1)!.id;
    await dara.editMessage({ message_id: first, topic: last, propagate_mode: 'change_all' });
  });
  expect(events[1]!.map(({ type }) => type)).toContain('update_message');
  expect(await Promise.all([eli, finn].map((who) => policy(who, last)))).toEqual([1, 3]);
});

describe('[UT8] moving a whole topic', () => {
  const move = (from: string, to: string, target_was_there: boolean, ids: number[], into = plaza) =>
    server.app.writer.write(server.realm.realm_id, (context) =>
      movePolicies(context, {
        from: { stream_id: plaza, topic: from },
        to: { stream_id: into, topic: to },
        oldest: ids[0]! as never,
        newest: ids.at(-1)! as never,
        target_was_there,
      }),
    );

  it('takes policies along, and keeps the more visible one when topics merge', async () => {
    const { dara, eli, finn } = cast;
    for (const who of [dara, eli, finn]) await like(who, 4, 4);
    const [from, to] = [fresh(), fresh()];
    const { id } = await send(dara, from);
    await set(dara, from, 1);
    await set(eli, from, 2);
    await set(finn, from, 3);
    await verifyEvents([dara, eli, finn], () => move(from, to, false, [id]));
    const policies = (topic: string) => Promise.all([dara, eli, finn].map((who) => policy(who, topic)));
    expect(await policies(to)).toEqual([1, 2, 3]);
    expect(await policies(from)).toEqual([0, 0, 0]);
    const last = fresh();
    await set(eli, last, 1);
    await set(finn, last, 2);
    await verifyEvents([dara, eli, finn], () => move(to, last, true, [id]));
    expect(await policies(last)).toEqual([0, 2, 3]);
    // Readers of the moved messages without a policy bring "none", which is more visible than muted.
    const there = fresh();
    await set(dara, there, 1);
    await set(eli, there, 1);
    await set(eli, last, 1);
    await verifyEvents([dara, eli, finn], () => move(last, there, true, [id]));
    expect(await policies(there)).toEqual([0, 1, 3]);
    // Only the case changes.
    await verifyEvents([eli], () => move(there, there.toUpperCase(), false, [id]));
    expect(await policies(there)).toEqual([0, 1, 3]);
  });

  it('does not reveal a topic’s new place to people who could not read it before or cannot now', async () => {
    const { dara, eli, chen, finn } = cast;
    await dara.subscribe({
      subscriptions: [{ name: 'den' }],
      principals: [dara.user_id, finn.user_id],
      invite_only: true,
    });
    const den = (await dara.getStreamId({ stream: 'den' })).stream_id;
    const [from, to] = [fresh(), fresh()];
    const { id } = await send(dara, from);
    for (const who of [dara, eli, chen]) await set(who, from, 3);
    const { events } = await verifyEvents([dara, eli, chen], () => move(from, to, false, [id], den));
    const received = events.map((list) =>
      list.filter(({ type }) => type === 'user_topic').map((event) => event.stream_id),
    );
    expect(received).toEqual([[plaza, den], [plaza], [plaza]] as never);
    // Finn has left, so Finn receives nothing of what moves within the channel.
    const [gone, there] = [fresh(), fresh()];
    const hidden = await send(dara, gone, 'x', 'den');
    await finn.updateUserTopic({ stream_id: den, topic: gone, visibility_policy: 3 });
    await finn.unsubscribe({ subscriptions: ['den'] });
    const job = () =>
      server.app.writer.write(server.realm.realm_id, (context) =>
        movePolicies(context, {
          from: { stream_id: den, topic: gone },
          to: { stream_id: den, topic: there },
          oldest: hidden.id,
          newest: hidden.id,
          target_was_there: false,
        }),
      );
    expect((await verifyEvents(finn, job)).events).toEqual([[]]);
    expect(await policy(finn, gone, den)).toBe(3);
  });
});
