// Typing notifications, through HTTP.
import { beforeAll, expect, it } from 'bun:test';
import type { ApiError, InputOf, ReceivedEvent, registerQueue } from '@stoa/contract';
import { messageOf, type Person, serveTests } from '@stoa/testkit';

const { server, cast } = await serveTests();

beforeAll(async () => {
  const { dara, eli } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [dara.user_id, eli.user_id] });
});

/** The signals that each person receives of an action, whether they are polling already or poll soon after. */
async function signalsOf(
  people: readonly Person[],
  action: () => Promise<unknown>,
  client_capabilities: InputOf<typeof registerQueue>['client_capabilities'] = { stream_typing_notifications: true },
): Promise<ReceivedEvent[][]> {
  const event_types = ['typing', 'typing_edit_message'];
  const queues = await Promise.all(people.map((person) => person.registerQueue({ event_types, client_capabilities })));
  const poll = async (at: number, dont_block: boolean, last_event_id: number) =>
    (await people[at]!.getEvents({ queue_id: queues[at]!.queue_id!, last_event_id, dont_block }))
      .events as ReceivedEvent[];
  for (const [at, queue] of queues.entries()) await poll(at, true, queue.last_event_id);
  await action();
  return Promise.all(queues.map((queue, at) => poll(at, true, queue.last_event_id)));
}

async function code(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'success',
    (error) => (error as ApiError).code,
  );
}

it('[TY1] reaches the people of a direct conversation', async () => {
  const { dara, eli, chen } = cast;
  const [mine, theirs, others] = await signalsOf([dara, eli, chen], () =>
    dara.setTypingStatus({ op: 'start', to: [eli.user_id] }),
  );
  const people = [dara, eli].map(({ user_id, email }) => ({ user_id, email }));
  const expected = { type: 'typing', op: 'start', message_type: 'direct', sender: people[0], recipients: people };
  expect(theirs).toMatchObject([expected]);
  expect(mine).toHaveLength(1);
  expect(others).toEqual([]);
});

it('[TY2] reaches the subscribers of a channel, but not the sender', async () => {
  const { dara, eli, chen } = cast;
  const { stream_id } = await dara.getStreamId({ stream: 'plaza' });
  for (const to of [{ stream_id }, { to: [stream_id as number] as never }]) {
    const received = await signalsOf([dara, eli, chen], () =>
      dara.setTypingStatus({ type: 'stream', op: 'stop', topic: 'stone', ...to }),
    );
    expect(received.map((events) => events.length)).toEqual([0, 1, 0]);
    expect(received[1]![0]).toMatchObject({ op: 'stop', message_type: 'stream', stream_id, topic: 'stone' });
  }
});

it('[TY3] notifies everyone who can read a message that its author is editing it', async () => {
  const { dara, eli, chen } = cast;
  const { id: message_id } = await dara.sendMessage({ type: 'channel', to: 'plaza', topic: 'stone', content: 'x' });
  const edit = () => dara.setTypingStatusForEdit({ message_id, op: 'start' });
  const received = await signalsOf([dara, eli, chen], edit);
  expect(received.map((events) => events.length)).toEqual([0, 1, 0]);
  const { stream_id } = await dara.getStreamId({ stream: 'plaza' });
  const recipient = { type: 'channel', channel_id: stream_id, topic: 'stone' };
  expect(received[1]![0]).toMatchObject({ sender_id: dara.user_id, message_id, recipient } as never);
  expect(await code(eli.setTypingStatusForEdit({ message_id, op: 'start' }))).toBe('BAD_REQUEST');
  await dara.unsubscribe({ subscriptions: ['plaza'] });
  expect(await code(edit())).toBe('success');
  const direct = await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'x' });
  const to_people = await signalsOf([eli], () => dara.setTypingStatusForEdit({ message_id: direct.id, op: 'stop' }));
  expect(to_people[0]).toMatchObject([
    { recipient: { type: 'direct', user_ids: [dara.user_id, eli.user_id] } } as never,
  ]);
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }] });
});

it('[TY4] [EV18] reaches a waiting poll at once, others soon after, and nobody later', async () => {
  const { dara, eli } = cast;
  const { queue_id, last_event_id } = await eli.registerQueue({ event_types: ['typing'] });
  const waiting = eli.getEvents({ queue_id: queue_id!, last_event_id });
  await Bun.sleep(50);
  await dara.setTypingStatus({ op: 'start', to: [eli.user_id] });
  const [first] = (await waiting).events;
  expect(first).toMatchObject({ type: 'typing', op: 'start' });
  expect(first!.id).toBeGreaterThan(last_event_id);
  const poll = (after: number) => eli.getEvents({ queue_id: queue_id!, last_event_id: after, dont_block: true });
  expect((await poll(first!.id)).events).toEqual([]);
  await dara.setTypingStatus({ op: 'stop', to: [eli.user_id] });
  const [second] = (await poll(first!.id)).events;
  expect(second!.id).toBeGreaterThan(first!.id);
  await dara.setTypingStatus({ op: 'start', to: [eli.user_id] });
  server.clock.advance(60_000);
  expect((await poll(second!.id)).events).toEqual([]);
});

it('[TY5] refuses unknown people, channels and messages', async () => {
  const { dara, eli, chen } = cast;
  await chen.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true });
  const { stream_id } = await chen.getStreamId({ stream: 'cellar' });
  expect(await code(dara.setTypingStatus({ op: 'start' }))).toBe('BAD_REQUEST');
  expect(await code(dara.setTypingStatus({ op: 'start', to: [987_654] }))).toBe('BAD_REQUEST');
  expect(await code(dara.setTypingStatus({ op: 'start', type: 'stream', topic: 'x' }))).toBe('BAD_REQUEST');
  expect(await code(dara.setTypingStatus({ op: 'start', type: 'stream', topic: 'x', stream_id: 987_654 }))).toBe(
    'BAD_REQUEST',
  );
  expect(await code(eli.setTypingStatus({ op: 'start', type: 'stream', topic: 'x', stream_id }))).toBe('BAD_REQUEST');
  expect(await code(eli.setTypingStatusForEdit({ message_id: 987_654, op: 'start' }))).toBe('BAD_REQUEST');
});

it('[TY2] sends no typing in channels to clients without support for it', async () => {
  const { dara, eli } = cast;
  const { stream_id } = await eli.getStreamId({ stream: 'plaza' });
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }] });
  const notify = async () => {
    await eli.setTypingStatus({ type: 'stream', op: 'start', topic: 'stone', stream_id });
    await eli.setTypingStatus({ op: 'start', to: [dara.user_id] });
  };
  expect((await signalsOf([dara], notify, {})).flat()).toMatchObject([{ message_type: 'direct' }]);
  expect((await signalsOf([dara], notify)).flat()).toMatchObject([
    { message_type: 'stream' },
    { message_type: 'direct' },
  ]);
});

it('[TY6] sends nothing to people who turned typing notifications off', async () => {
  const { dara, eli } = cast;
  const { stream_id } = await eli.getStreamId({ stream: 'plaza' });
  const message = { type: 'channel', to: 'plaza', topic: 'stone', content: 'x' } as const;
  const { id: message_id } = await eli.sendMessage(message);
  const notify = async () => {
    await eli.setTypingStatus({ type: 'stream', op: 'start', topic: 'stone', stream_id });
    await eli.setTypingStatus({ op: 'start', to: [dara.user_id] });
    await eli.setTypingStatusForEdit({ op: 'start', message_id });
  };
  const counts = async () => (await signalsOf([dara, eli], notify)).map((events) => events.length);
  expect(await counts()).toEqual([3, 1]);
  await dara.updateSettings({ receives_typing_notifications: false });
  expect(await counts()).toEqual([0, 1]);
  await dara.updateSettings({ receives_typing_notifications: true });
  expect(await counts()).toEqual([3, 1]);
});

it('[TY6] names the empty topic for clients without support for it', async () => {
  const { dara, eli } = cast;
  const { stream_id } = await eli.getStreamId({ stream: 'plaza' });
  const { id: message_id } = await eli.sendMessage({ type: 'channel', to: 'plaza', topic: '', content: 'x' });
  const notify = async () => {
    await eli.setTypingStatus({ type: 'stream', op: 'start', topic: '', stream_id });
    await eli.setTypingStatusForEdit({ op: 'start', message_id });
  };
  for (const [empty_topic_name, topic] of [
    [true, ''],
    [false, 'general chat'],
  ] as const) {
    const received = await signalsOf([dara], notify, { stream_typing_notifications: true, empty_topic_name });
    expect(received.flat()).toMatchObject([{ topic }, { recipient: { topic } }]);
  }
});

it('[TY7] is refused and reaches nobody if the sender’s settings keep typing private', async () => {
  const { dara, eli } = cast;
  const { stream_id } = await eli.getStreamId({ stream: 'plaza' });
  const inPlaza = { type: 'channel', to: 'plaza', topic: 'stone', content: 'x' } as const;
  const { id: in_channel } = await eli.sendMessage(inPlaza);
  const { id: direct } = await eli.sendMessage({ type: 'direct', to: [dara.user_id], content: 'x' });
  const calls = {
    channel: [
      () => eli.setTypingStatus({ type: 'stream', op: 'start', topic: 'stone', stream_id }),
      () => eli.setTypingStatusForEdit({ op: 'start', message_id: in_channel }),
    ],
    direct: [
      () => eli.setTypingStatus({ op: 'stop', to: [dara.user_id] }),
      () => eli.setTypingStatusForEdit({ op: 'stop', message_id: direct }),
    ],
  };
  for (const [setting, refused, heeded] of [
    ['send_stream_typing_notifications', 'channel', 'direct'],
    ['send_private_typing_notifications', 'direct', 'channel'],
  ] as const) {
    await eli.updateSettings({ [setting]: false });
    const received = await signalsOf([dara, eli], async () => {
      for (const call of calls[refused])
        expect(await messageOf(call())).toBe(`User has disabled typing notifications for ${refused} messages`);
    });
    expect(received).toEqual([[], []]);
    const [others] = await signalsOf([dara], async () => {
      for (const call of calls[heeded]) await call();
    });
    expect(others).toHaveLength(2);
    await eli.updateSettings({ [setting]: true });
  }
});
