import { expect, it, spyOn } from 'bun:test';
import { NEWEST_ANCHOR } from '@stoa/contract';
import { countStatements, serveTests } from '@stoa/testkit';
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

it('[MS75] only the first unread message is found by a long read, not its page', async () => {
  const { dara, eli } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [dara.user_id, eli.user_id] });
  const send = (content: string) =>
    eli.sendMessage({ type: 'channel', to: 'plaza', topic: 'stone', content }).then(({ id }) => id);
  const [read, first, second] = [await send('read'), await send('first'), await send('second')];
  await dara.updateMessageFlags({ messages: [read], op: 'add', flag: 'read' });
  const narrow = [
    { operator: 'channel', operand: 'plaza' },
    { operator: 'topic', operand: 'stone' },
  ];
  const open = async () => {
    const page = await dara.getMessages({ anchor: 'first_unread', num_before: 10, num_after: 10, narrow });
    return { ...page, messages: page.messages.map(({ id }) => id) };
  };
  const statements = await longStatements(server.app.store, async () => {
    expect(await open()).toMatchObject({ anchor: first, found_anchor: true, messages: [read, first, second] });
  });
  expect(statements.some((text) => text.includes('read_ranges'))).toBe(true);
  expect(statements.filter((text) => text.includes('rendered_content'))).toEqual([]);
  await dara.updateMessageFlags({ messages: [first, second], op: 'add', flag: 'read' });
  expect(await open()).toMatchObject({ anchor: NEWEST_ANCHOR, found_newest: true, messages: [read, first, second] });
});
