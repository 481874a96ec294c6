// Who reads what, and when: narrows, and the history of people who join and leave.
import { describe, expect, it } from 'bun:test';
import { ApiError, type MessageId } from '@stoa/contract';
import { type Person, serveTests } from '@stoa/testkit';

const { server, cast } = await serveTests();

async function send(sender: Person, to: string, content: string, topic = 'paths'): Promise<MessageId> {
  return (await sender.sendMessage({ type: 'channel', to, topic, content })).id;
}

async function code(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'success',
    (error) => (error as ApiError).code,
  );
}

type Narrow = [string, string][];
async function read(reader: Person, narrow: Narrow = []): Promise<number[]> {
  const { messages } = await reader.getMessages({ anchor: 'oldest', num_before: 0, num_after: 1000, narrow });
  return messages.map(({ id }) => id);
}

describe('joining and leaving', () => {
  it('[MS7] [MS12] a public channel is readable for members, and received only while subscribed', async () => {
    const { dara, eli } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'agora' }] });
    const before = await send(dara, 'agora', 'before');
    await eli.subscribe({ subscriptions: [{ name: 'agora' }] });
    const during = await send(dara, 'agora', 'during');
    await eli.unsubscribe({ subscriptions: ['agora'] });
    const after = await send(dara, 'agora', 'after');
    expect(await read(eli, [['channel', 'agora']])).toEqual([before, during, after]);
    expect((await read(eli)).filter((id) => [before, during, after].includes(id as MessageId))).toEqual([during]);
  });

  it('[MS7] a guest reads a public channel only while subscribed', async () => {
    const { dara, finn } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'stairs' }] });
    const id = await send(dara, 'stairs', 'x');
    expect(await code(finn.getMessage({ message_id: id }))).toBe('BAD_REQUEST');
    expect((await finn.getMessages({ message_ids: [id] })).messages).toEqual([]);
    await dara.subscribe({ subscriptions: [{ name: 'stairs' }], principals: [finn.user_id] });
    expect(await read(finn, [['channel', 'stairs']])).toEqual([id]);
    await dara.unsubscribe({ subscriptions: ['stairs'], principals: [finn.user_id] });
    expect(await code(finn.getMessage({ message_id: id }))).toBe('BAD_REQUEST');
    expect(await read(finn)).not.toContain(id);
  });

  it('[MS7] protected history shows messages received while subscribed, over several spans', async () => {
    const { dara, eli } = cast;
    const all = { invite_only: true, history_public_to_subscribers: false };
    await dara.subscribe({ subscriptions: [{ name: 'vault' }], ...all });
    const join = () => dara.subscribe({ subscriptions: [{ name: 'vault' }], principals: [eli.user_id] });
    const leave = () => eli.unsubscribe({ subscriptions: ['vault'] });
    const [one, two, three, four] = [
      await send(dara, 'vault', '1'),
      await join().then(() => send(dara, 'vault', '2')),
      await leave().then(() => send(dara, 'vault', '3')),
      await join().then(() => send(dara, 'vault', '4')),
    ];
    const narrow: Narrow = [['channel', 'vault']];
    expect(await read(eli, narrow)).toEqual([two, four]);
    expect(await read(dara, narrow)).toEqual([one, two, three, four]);
    expect((await eli.getMessages({ message_ids: [one, two, three, four] })).messages.map(({ id }) => id)).toEqual([
      two,
      four,
    ]);
    expect(await code(eli.getMessage({ message_id: three }))).toBe('BAD_REQUEST');
  });

  it('[MS7] after leaving a private channel nothing of it is readable, not even for an open queue', async () => {
    const { dara, eli } = cast;
    await dara.subscribe({
      subscriptions: [{ name: 'attic' }],
      principals: [dara.user_id, eli.user_id],
      invite_only: true,
    });
    const id = await send(dara, 'attic', 'while there');
    const queue = await eli.registerQueue({ event_types: ['message'] });
    await eli.unsubscribe({ subscriptions: ['attic'] });
    const later = await send(dara, 'attic', 'when gone');
    expect(await code(read(eli, [['channel', 'attic']]))).toBe('BAD_NARROW');
    expect(await read(eli)).not.toContain(id);
    expect(await read(eli, [['sender', dara.email]])).not.toContain(id);
    expect((await eli.getMessages({ message_ids: [id, later] })).messages).toEqual([]);
    expect(await code(eli.getMessage({ message_id: id }))).toBe('BAD_REQUEST');
    expect(await code(send(eli, 'attic', 'x'))).toBe('STREAM_DOES_NOT_EXIST');
    const { events } = await eli.getEvents({
      queue_id: queue.queue_id!,
      last_event_id: queue.last_event_id,
      dont_block: true,
    });
    expect(events).toEqual([]);
  });
});

describe('narrows', () => {
  it('[MS9] filter by channel, topic, sender, id and dm, negated too', async () => {
    const { dara, eli } = cast;
    for (const name of ['north', 'south'])
      await dara.subscribe({ subscriptions: [{ name }], principals: [dara.user_id, eli.user_id] });
    const a = await send(dara, 'north', 'a', 'wind');
    const b = await send(eli, 'north', 'b', 'rain');
    const c = await send(eli, 'south', 'c', 'wind');
    const { id: d } = await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'd' });
    const mine = new Set<number>([a, b, c, d]);
    const found = async (narrow: Narrow) => (await read(eli, narrow)).filter((id) => mine.has(id));
    const { stream_id } = await dara.getStreamId({ stream: 'north' });
    expect(await found([['channel', 'north']])).toEqual([a, b]);
    expect(await found([['stream', String(stream_id)]])).toEqual([a, b]);
    expect(
      await found([
        ['channel', 'north'],
        ['topic', 'WIND'],
      ]),
    ).toEqual([a]);
    expect(await found([['topic', 'wind']])).toEqual([a, c]);
    expect(
      await found([
        ['channel', 'north'],
        ['-topic', 'wind'],
      ]),
    ).toEqual([b]);
    expect(await found([['sender', eli.email]])).toEqual([b, c]);
    expect(
      await found([
        ['from', eli.email],
        ['-channel', 'north'],
      ]),
    ).toEqual([c]);
    expect(await found([['-sender', eli.email]])).toEqual([a, d]);
    expect(await found([['id', String(c)]])).toEqual([c]);
    expect(await found([['dm', dara.email]])).toEqual([d]);
    expect(await found([['pm-with', `${dara.email},${eli.email}`]])).toEqual([d]);
    expect(
      await found([
        ['channel', 'north'],
        ['channel', 'south'],
      ]),
    ).toEqual([]);
    expect(
      await found([
        ['channels', 'public'],
        ['sender', eli.email],
      ]),
    ).toEqual([b, c]);
    const as_objects = await eli.getMessages({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [
        { operator: 'dm', operand: [dara.user_id] },
        { operator: 'sender', operand: dara.user_id, negated: false },
      ],
    });
    expect(as_objects.messages.map(({ id }) => id)).toEqual([d]);
  });

  it('[MS9] refuse unknown values with BAD_NARROW and name them', async () => {
    const { dara } = cast;
    for (const term of [
      ['near', 'x'],
      ['channel', 'no such'],
      ['sender', 'no@such'],
      ['id', 'x'],
      ['channels', 'all'],
    ] as Narrow) {
      const error = await dara
        .getMessages({ anchor: 'newest', num_before: 1, num_after: 0, narrow: [term] })
        .catch((thrown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect([error.code, typeof error.fields.desc]).toEqual(['BAD_NARROW', 'string']);
    }
  });

  it('[MS8] merge received messages of many conversations in order', async () => {
    const { dara, eli } = cast;
    const names = Array.from({ length: 120 }, (_, n) => `many ${n}`);
    await dara.subscribe({ subscriptions: names.map((name) => ({ name })), principals: [dara.user_id, eli.user_id] });
    const sent: number[] = [];
    for (const name of names) sent.push(await send(dara, name, 'x'));
    const { messages, found_oldest } = await eli.getMessages({
      anchor: sent[59]!,
      num_before: 10,
      num_after: 10,
      narrow: [],
    });
    expect(messages.map(({ id }) => id as number)).toEqual(sent.slice(49, 70));
    expect(found_oldest).toBe(false);
  });

  it('[MS18] give spectators nothing without naming web-public channels', async () => {
    const spectator = server.client();
    const asking = { anchor: 'newest', num_before: 10, num_after: 0 } as const;
    expect(await code(spectator.getMessages({ ...asking }))).toBe('UNAUTHORIZED');
    expect(await code(spectator.getMessages({ ...asking, narrow: [['dm', cast.dara.email]] }))).toBe('UNAUTHORIZED');
    // Nor with naming them, if the organization refuses spectators.
    expect(await code(spectator.getMessages({ ...asking, narrow: [['channels', 'web-public']] }))).toBe('UNAUTHORIZED');
    expect(await code(spectator.getMessages({ ...asking, narrow: [['channels', 'public']] }))).toBe('UNAUTHORIZED');
    const id = await send(cast.dara, 'north', 'x');
    expect(await code(spectator.getMessage({ message_id: id }))).toBe('UNAUTHORIZED');
    expect(await code(spectator.getMessages({ message_ids: [id] }))).toBe('UNAUTHORIZED');
    const narrow: Narrow = [['channels', 'web-public']];
    expect(await code(spectator.getMessages({ message_ids: [id], narrow }))).toBe('UNAUTHORIZED');
  });
});
