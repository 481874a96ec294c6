// Long reads through HTTP: their time limit and their queue.
import { afterEach, expect, it, setDefaultTimeout, spyOn } from 'bun:test';
import { ApiError, type NarrowTerm } from '@stoa/contract';
import { type Cast, type Person, startServer, type TestServer } from '@stoa/testkit';

setDefaultTimeout(60_000);

let server: TestServer;
afterEach(() => server.stop());

const NEWEST = { anchor: 'newest', num_before: 10, num_after: 0 } as const;
const muted = [{ operator: 'is', operand: 'muted', negated: false }] as NarrowTerm[];
const filtered = (person: Person) => person.getMessages({ ...NEWEST, narrow: muted });

async function stage(): Promise<Cast> {
  const cast = await server.cast();
  const principals = [cast.dara.user_id, cast.eli.user_id];
  await cast.dara.subscribe({ subscriptions: [{ name: 'garden' }], principals });
  await cast.dara.sendMessage({ type: 'channel', to: 'garden', topic: 'paths', content: 'weeds' });
  return cast;
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  );

it('[HT22] a long read over its time limit is refused and changes nothing; short reads continue', async () => {
  server = await startServer({ long_reads: { time_limit_ms: 0 } });
  const { eli } = await stage();
  const { store } = server.app;
  const longRead = store.longRead.bind(store);
  // These few messages are found before the timer has run.
  const slow = spyOn(store, 'longRead').mockImplementation(((requester, read) =>
    longRead(requester, async (db) => {
      await Bun.sleep(20);
      return read(db);
    })) as typeof store.longRead);
  const narrow = [
    ['channel', 'garden'],
    ['topic', 'paths'],
  ] as never;
  const found = async () => (await eli.getMessages({ ...NEWEST, narrow })).messages.map(({ flags }) => flags);
  for (const call of [
    () => filtered(eli),
    () => eli.getMessages({ ...NEWEST, narrow: [['search', 'weeds']] as never }),
    () => eli.getMessages({ ...NEWEST, num_before: 1000, narrow: [['channel', 'garden']] as never }),
    () => eli.matchesNarrow({ msg_ids: [1 as never], narrow: muted }),
    () => eli.updateMessageFlagsForNarrow({ ...NEWEST, narrow: [], op: 'add', flag: 'read' }),
  ])
    expect(await codeOf(call())).toBe('READ_TIMED_OUT');
  slow.mockRestore();
  expect(await found()).toEqual([[]]);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

it('[HT22] one long read per account at a time; a limited number waits for a limited time', async () => {
  server = await startServer({ long_reads: { places: 1, waiting_each: 1, max_wait_ms: 0 } });
  const { dara, eli } = await stage();
  const many = [...Array<Person>(20).fill(dara), ...Array<Person>(20).fill(eli)];
  const codes = await Promise.all(many.map((person) => codeOf(filtered(person))));
  expect([...new Set(codes)].sort()).toEqual(['RATE_LIMIT_HIT', 'SERVER_BUSY', 'answered']);
  expect(await codeOf(filtered(eli))).toBe('answered');
});
