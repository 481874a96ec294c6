// Which waiting polls an event is shown to, and that none of thousands misses one.
import { afterEach, beforeEach, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type ChannelId, type EventId, ROLE, type UserId } from '@stoa/contract';
import { type FeedStage, type Numbered, openFeedStage } from '@stoa/testkit/kit';
import type { Audience } from '../kit/write/log-entry.ts';
import { Readers } from './reader.ts';

setDefaultTimeout(30_000);

const HEARTBEAT_MS = 60_000;
const GENERAL = 1 as ChannelId;
const everyone: Audience = { everyone: true };
const numbers = (events: readonly Numbered[]) => events.map(({ n }) => n);
const soon = () => new Promise((resolve) => setTimeout(resolve, 30));

let stage: FeedStage;
let ada: UserId;
let dara: UserId;
beforeEach(async () => {
  stage = await openFeedStage({ heartbeat_ms: HEARTBEAT_MS });
  ada = stage.addReader(1, ROLE.owner);
  dara = stage.addReader(2);
});
afterEach(() => stage.close());

describe('[EV33] an event for some', () => {
  const event = (audience: Audience, invalidated_user_ids: UserId[] = []) => ({ audience, invalidated_user_ids });
  const setting = { role: ROLE.member, is_active: true, receives_typing_notifications: true };
  const spans = [{ stream_id: GENERAL, after_event_id: 0 as EventId, until_event_id: null }];
  const waiting = async (user_id: UserId, options = {}) => {
    const polling = stage.poll(user_id, await stage.addQueue(user_id, options), -1, { wait: true });
    await soon();
    return polling;
  };

  it('concerns whom it names, who is subscribed, and whose access it changes', async () => {
    const load = async (user_id: UserId) => ({ user_id, ...setting, channel_defaults: {} as never, spans });
    const readers = new Readers(load);
    await readers.get(dara);
    const concerned = (...events: Parameters<Readers['concernedBy']>[0]) => [
      ...(readers.concernedBy(events) ?? ['all']),
    ];
    expect(concerned(event({ users: [ada] }), event({ users: [ada], except: [dara] }))).toEqual([ada]);
    expect(concerned(event({}, [dara]))).toEqual([dara]);
    expect(concerned(event({ stream_id: GENERAL, users: [ada] }))).toEqual([ada, dara]);
    expect(concerned(event({ stream_id: 2 as ChannelId }))).toEqual([]);
    for (const audience of [everyone, { role_at_most: ROLE.administrator }, { role_above: ROLE.administrator }])
      expect(concerned(event({ users: [ada] }), event({ ...audience, users: [ada] }))).toEqual(['all']);
  });

  it('reaches polls of people who subscribed while they waited, and of all public channels', async () => {
    const subscriber = waiting(dara, { event_types: ['news'] });
    const observer = waiting(ada, { event_types: ['news'], all_public_streams: true });
    await Promise.all([soon(), soon()]);
    await stage.setSubscribed(dara, GENERAL, true);
    await stage.emit({ stream_id: GENERAL, public: true }, 5, { type: 'news' });
    expect(numbers(await subscriber)).toEqual([5]);
    expect(numbers(await observer)).toEqual([5]);
  });

  it('does not make the polls of others read the store later, however many there are', async () => {
    const polling = waiting(dara);
    await Promise.all([soon(), soon()]);
    for (let n = 0; n < 40; n++) await stage.emit({ users: [ada] }, n, { count: 100 });
    await soon();
    const reads: string[] = [];
    stage.beforeLogRead = async () => void reads.push('a read of the log');
    await stage.emit(everyone, 7);
    expect(numbers(await polling)).toEqual([7]);
    expect(reads).toEqual([]);
  });
});

it('[EV33] an event for everybody passes over none that is still being shown to thousands', async () => {
  const PEOPLE = 3000;
  const queues = new Map<UserId, string>();
  for (let user_id = 100; user_id < 100 + PEOPLE; user_id++) {
    const reader = stage.addReader(user_id);
    stage.readers.get(reader)!.spans.push({ stream_id: GENERAL, after_event_id: 0 as EventId, until_event_id: null });
    queues.set(reader, await stage.addQueue(reader));
  }
  const polls = [...queues].map(async ([reader, queue]) => {
    const first = await stage.poll(reader, queue, -1, { wait: true });
    const rest = first.length > 1 ? [] : await stage.poll(reader, queue, first[0]!.id, { wait: true });
    return numbers([...first, ...rest]);
  });
  await Bun.sleep(300);
  await stage.emit({ stream_id: GENERAL }, 1);
  await stage.emit(everyone, 2);
  const received = await Promise.race([Promise.all(polls), Bun.sleep(10_000).then(() => [])]);
  expect(received).toHaveLength(PEOPLE);
  expect(received.filter((events) => events.join() !== '1,2')).toEqual([]);
});

it('[EV6] a heartbeat does not acknowledge events that its poll has not received', async () => {
  const PEOPLE = 3000;
  const polls: Promise<Numbered[]>[] = [];
  for (let user_id = 100; user_id < 100 + PEOPLE; user_id++) {
    const reader = stage.addReader(user_id);
    polls.push(stage.poll(reader, await stage.addQueue(reader), -1, { wait: true }));
  }
  await Bun.sleep(200);
  stage.test.clock.advance(HEARTBEAT_MS + 1);
  await stage.emit(everyone, 1);
  // While the event is on its way to the later ones.
  const { polls: waiting } = stage.feed as unknown as { polls: { sweep(): void } };
  waiting.sweep();
  const received = await Promise.all(polls);
  expect(received.filter((events) => events[0]?.n !== 1)).toEqual([]);
});
