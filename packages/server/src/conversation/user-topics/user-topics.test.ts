// Topic policies set by people, through HTTP.
import { beforeAll, describe, expect, it } from 'bun:test';
import { type ChannelId, MAX_TOPIC_LENGTH, type VisibilityPolicy } from '@stoa/contract';
import { type Person, refusedWith, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let plaza: ChannelId;
let cellar: ChannelId;

beforeAll(async () => {
  const { dara, eli, chen } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [dara.user_id, eli.user_id] });
  await chen.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true });
  plaza = (await dara.getStreamId({ stream: 'plaza' })).stream_id;
  cellar = (await chen.getStreamId({ stream: 'cellar' })).stream_id;
});

const set = (who: Person, stream_id: number, topic: string, visibility_policy: VisibilityPolicy) =>
  who.updateUserTopic({ stream_id, topic, visibility_policy });
const topics = async (who: Person) =>
  (
    await who.registerQueue({
      fetch_event_types: ['user_topic'],
      client_capabilities: { empty_topic_name: true },
    })
  ).user_topics!.map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]);
const muted = async (who: Person) =>
  (await who.registerQueue({ fetch_event_types: ['muted_topics'] })).muted_topics!.map(([name, topic]) => [
    name,
    topic,
  ]);

describe('policies', () => {
  it('[UT1] [UT3] are set, changed and removed for one’s own clients, ignoring case', async () => {
    const { dara, eli } = cast;
    const first = await verifyEvents([dara, eli], () => set(dara, plaza, ' Stone ', 3));
    const event = { type: 'user_topic', stream_id: plaza, topic_name: 'Stone', visibility_policy: 3 };
    expect(first.events[0]).toMatchObject([event] as never);
    expect(first.events[1]).toEqual([]);
    expect((await verifyEvents(dara, () => set(dara, plaza, 'STONE', 3))).events).toEqual([[]]);
    await verifyEvents(dara, () => set(dara, plaza, 'STONE', 2));
    expect(await topics(dara)).toEqual([['STONE', 2]]);
    for (const topic of ['École', '漢字', 'a', 'B']) await verifyEvents(dara, () => set(dara, plaza, topic, 1));
    expect((await topics(dara)).map(([topic]) => topic)).toEqual(['a', 'B', 'STONE', 'École', '漢字']);
    for (const topic of ['e\u0301cole', '漢字', 'A', 'b', 'stone', 'never'])
      await verifyEvents(dara, () => set(dara, plaza, topic, 0));
    expect(await topics(dara)).toEqual([]);
  });

  it('[UT2] are refused for hidden channels and for topics that are too long', async () => {
    const { dara, eli, chen } = cast;
    const emoji = '💡'.repeat(MAX_TOPIC_LENGTH);
    await verifyEvents(dara, () => set(dara, plaza, emoji, 1));
    await set(dara, plaza, emoji, 0);
    expect(await refusedWith(set(dara, plaza, `${emoji}x`, 1))).toEqual([400, 'BAD_REQUEST']);
    expect(await refusedWith(set(dara, plaza, 'a\0b', 1))).toEqual([400, 'BAD_REQUEST']);
    expect(await refusedWith(set(dara, plaza, 'x', 4 as never))).toEqual([400, 'BAD_REQUEST']);
    for (const stream_id of [987_654, cellar])
      for (const policy of [0, 1, 2, 3] as const)
        expect(await refusedWith(set(dara, stream_id, 'x', policy))).toEqual([400, 'BAD_REQUEST']);
    await chen.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [eli.user_id] });
    await set(eli, cellar, 'wine', 1);
    await chen.unsubscribe({ subscriptions: ['cellar'], principals: [eli.user_id] });
    expect(await refusedWith(set(eli, cellar, 'wine', 3))).toEqual([400, 'BAD_REQUEST']);
    await verifyEvents(eli, () => set(eli, cellar, 'Wine', 0));
    expect(await refusedWith(set(eli, cellar, 'wine', 0))).toEqual([400, 'BAD_REQUEST']);
    const other = await server.organization('agora.example');
    expect(await refusedWith(set(other.owner, plaza, 'x', 1))).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('clients that know only muted topics', () => {
  it('[UT4] [UT9] receive all muted topics, by name', async () => {
    const { dara } = cast;
    const { events } = await verifyEvents(dara, () => dara.muteTopic({ stream: 'Plaza', topic: 'noise', op: 'add' }));
    expect(events[0]!.map(({ type }) => type)).toEqual(['user_topic', 'muted_topics']);
    await verifyEvents(dara, () => dara.muteTopic({ stream_id: plaza, topic: 'din', op: 'add' }));
    expect(await muted(dara)).toEqual([
      ['plaza', 'din'],
      ['plaza', 'noise'],
    ]);
    await verifyEvents(dara, () => set(dara, plaza, 'noise', 3));
    expect(await muted(dara)).toEqual([['plaza', 'din']]);
    await verifyEvents(dara, () => dara.muteTopic({ stream: 'plaza', topic: 'DIN', op: 'remove' }));
    await verifyEvents(dara, () => dara.muteTopic({ stream: 'plaza', topic: 'DIN', op: 'remove' }));
    expect(await muted(dara)).toEqual([]);
    await set(dara, plaza, 'noise', 0);
  });

  it('[UT9] name a channel by id or by name, not both', async () => {
    const { dara } = cast;
    const both = { stream: 'plaza', stream_id: plaza, topic: 'x', op: 'add' } as const;
    expect(await refusedWith(dara.muteTopic(both))).toEqual([400, 'BAD_REQUEST']);
    expect(await refusedWith(dara.muteTopic({ topic: 'x', op: 'add' }))).toEqual([400, 'BAD_REQUEST']);
    expect(await refusedWith(dara.muteTopic({ stream: 'cellar', topic: 'x', op: 'add' }))).toEqual([
      400,
      'STREAM_DOES_NOT_EXIST',
    ]);
    expect(await refusedWith(dara.muteTopic({ stream_id: cellar, topic: 'x', op: 'add' }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  it('[UT4] learn no name of a channel that became hidden, and new names of the others', async () => {
    const { chen, eli } = cast;
    await chen.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [eli.user_id] });
    for (const stream_id of [plaza, cellar]) await set(eli, stream_id, 'noise', 1);
    const rename = (stream_id: ChannelId, new_name: string) =>
      verifyEvents([eli], () => cast.ada.updateStream({ stream_id, new_name }));
    await cast.ada.subscribe({ subscriptions: [{ name: 'cellar' }] }).catch(() => {});
    await rename(plaza, 'piazza');
    expect(await muted(eli)).toEqual([
      ['piazza', 'noise'],
      ['cellar', 'noise'],
    ]);
    await verifyEvents(eli, () => chen.unsubscribe({ subscriptions: ['cellar'], principals: [eli.user_id] }));
    expect(await muted(eli)).toEqual([['piazza', 'noise']]);
    await rename(plaza, 'plaza');
  });

  it('[UT4] receive no event twice, and the empty topic under a name they support', async () => {
    const { dara } = cast;
    const eventsOf = async (params: Parameters<Person['registerQueue']>[0]) => {
      const state = await dara.registerQueue(params);
      await set(dara, plaza, '(no topic)', 1);
      const { queue_id, last_event_id } = state;
      const { events } = await dara.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
      const after = await dara.registerQueue(params);
      await set(dara, plaza, '', 0);
      return {
        types: events.map(({ type }) => type),
        names: events.map((event) => event.topic_name ?? (event.muted_topics as string[][])[0]![1]),
        kept: [after.user_topics?.[0]?.topic_name, after.muted_topics?.[0]?.[1]],
      };
    };
    const shown = 'general chat';
    const types = ['user_topic', 'muted_topics'];
    const knowing = { client_capabilities: { empty_topic_name: true } };
    expect(await eventsOf({})).toEqual({ types, names: [shown, shown], kept: [shown, shown] });
    expect(await eventsOf(knowing)).toEqual({ types, names: ['', ''], kept: ['', ''] });
    expect(await eventsOf({ ...knowing, event_types: types })).toEqual({
      types: ['user_topic'],
      names: [''],
      kept: ['', undefined],
    });
    expect(await eventsOf({ event_types: ['muted_topics'] })).toEqual({
      types: ['muted_topics'],
      names: [shown],
      kept: [undefined, shown],
    });
  });
});
