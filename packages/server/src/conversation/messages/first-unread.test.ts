import { expect, it, spyOn } from 'bun:test';
import { NEWEST_ANCHOR } from '@stoa/contract';
import { countStatements, type Person, SeededRandom, serveTests } from '@stoa/testkit';
import type { Connection, Store } from '../../kit/database/connection.ts';

const { server, cast } = await serveTests();

/** Runs `work`, and returns the statements of its long reads. */
async function longStatements(store: Store, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const longRead = store.longRead.bind(store);
  const watching = spyOn(store, 'longRead').mockImplementation(((requester, read) =>
    longRead(requester, async (db: Connection) => {
      let result: unknown;
      statements.push(...(await countStatements(db, async () => (result = await read(db)))));
      return result;
    })) as Store['longRead']);
  await work().finally(() => watching.mockRestore());
  return statements;
}

const conversation = (channel: string, topic: string) => [
  { operator: 'channel', operand: channel },
  { operator: 'topic', operand: topic },
];

/** The anchor and the messages around the first unread message, and the statements of long reads meanwhile. */
async function open(reader: Person, narrow: object[]) {
  let opened: { anchor: number | undefined; messages: number[] } | undefined;
  const statements = await longStatements(server.app.store, async () => {
    const page = await reader.getMessages({ anchor: 'first_unread', num_before: 1, num_after: 2, narrow } as never);
    opened = { anchor: page.anchor, messages: page.messages.map(({ id }) => id) };
  });
  return { ...opened!, statements };
}

it('[MS75] only the first unread message of many is found by a long read, not its page', async () => {
  const { dara, eli } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [dara.user_id, eli.user_id] });
  const ids: number[] = [];
  for (let n = 0; n < 305; n++)
    ids.push((await eli.sendMessage({ type: 'channel', to: 'plaza', topic: 'stone', content: `${n}` })).id);
  await dara.updateMessageFlags({ messages: [ids[0]!] as never, op: 'add', flag: 'read' });
  const { statements, ...page } = await open(dara, conversation('plaza', 'stone'));
  expect(page).toEqual({ anchor: ids[1]!, messages: ids.slice(0, 4) });
  expect(statements.some((text) => text.includes('read_ranges'))).toBe(true);
  expect(statements.filter((text) => text.includes('rendered_content'))).toEqual([]);
});

it('[MS76] the first unread message of few is found without a long read, however many were read before', async () => {
  const { dara, eli } = cast;
  const narrow = conversation('plaza', 'stone');
  const { messages } = await dara.getMessages({ anchor: 'newest', num_before: 305, num_after: 0, narrow });
  const ids = messages.map(({ id }) => id);
  await dara.updateMessageFlags({ messages: ids.slice(0, -2), op: 'add', flag: 'read' });
  expect(await open(dara, narrow)).toEqual({ anchor: ids.at(-2)!, messages: ids.slice(-3), statements: [] });
  await dara.updateMessageFlags({ messages: ids.slice(-2), op: 'add', flag: 'read' });
  expect(await open(dara, narrow)).toEqual({ anchor: NEWEST_ANCHOR, messages: ids.slice(-1), statements: [] });
  const { id } = await eli.sendMessage({ type: 'direct', to: [dara.user_id], content: 'hello' });
  const direct = [{ operator: 'dm', operand: [eli.user_id] }];
  expect(await open(dara, direct)).toEqual({ anchor: id, messages: [id], statements: [] });
});

const SEED = Number(process.env.STOA_SEED ?? 1);

it(`[MS76] it is the first one whose flags lack \`read\`, seed ${SEED}`, async () => {
  const { ada, dara, eli } = cast;
  const random = new SeededRandom(SEED);
  const [channels, topics] = [
    ['agora', 'court'],
    ['olive', 'fig'],
  ] as const;
  for (const name of channels)
    await ada.subscribe({ subscriptions: [{ name }], principals: [ada, dara, eli].map(({ user_id }) => user_id) });
  const stream_ids = await Promise.all(channels.map(async (stream) => (await ada.getStreamId({ stream })).stream_id));
  const sent: number[] = [];
  const send = async () => {
    const [by, to, topic] = [random.pick([dara, eli]), random.pick(channels), random.pick(topics)];
    sent.push((await by.sendMessage({ type: 'channel', to, topic, content: 'x' })).id);
  };
  const mark = (op: 'add' | 'remove') => {
    const messages = Array.from({ length: 3 }, () => random.pick(sent)) as never;
    return dara.updateMessageFlags({ messages, op, flag: 'read' });
  };
  const move = () =>
    ada.editMessage({
      message_id: random.pick(sent) as never,
      stream_id: random.pick(stream_ids),
      topic: random.pick(topics),
      propagate_mode: random.pick(['change_one', 'change_later'] as const),
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
  const comeOrGo = async () => {
    const name = random.pick(channels);
    await dara.unsubscribe({ subscriptions: [name] });
    await send();
    await dara.subscribe({ subscriptions: [{ name }] });
  };
  const mute = async () => {
    await dara.muteUser({ muted_user_id: eli.user_id });
    await send();
    await dara.unmuteUser({ muted_user_id: eli.user_id });
  };
  await send();
  let [unread, short] = [0, 0];
  for (let n = 0; n < 250; n++) {
    const steps = [
      send,
      send,
      send,
      () => mark('add'),
      () => mark('remove'),
      move,
      move,
      ...(n % 3 === 0 ? [comeOrGo, mute] : []),
    ];
    await random.pick(steps)();
    // Of one conversation, or of all.
    const narrow = random.chance(0.7) ? conversation(random.pick(channels), random.pick(topics)) : [];
    const { messages } = await dara.getMessages({ anchor: 'oldest', num_before: 0, num_after: 500, narrow });
    const first = messages.find(({ flags }) => !flags!.includes('read'));
    const { anchor, statements } = await open(dara, narrow);
    expect([n, anchor]).toEqual([n, first?.id ?? NEWEST_ANCHOR]);
    if (statements.length === 0) short++;
    if (first) unread++;
  }
  expect(short).toBeGreaterThan(50); // until very many have moved
  expect(unread).toBeGreaterThan(50);
  expect(unread).toBeLessThan(240);
}, 90_000);
