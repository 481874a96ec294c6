// Polls by clients that come back after much has happened.
import { expect, it, setDefaultTimeout, spyOn } from 'bun:test';
import type { NewDraft } from '@stoa/contract';
import { serveTests } from '@stoa/testkit';
import type { Statement } from '../kit/database/sql.ts';

setDefaultTimeout(60_000);

const { server, cast } = await serveTests();
const DRAFTS: NewDraft[] = Array.from({ length: 50 }, () => ({
  type: '',
  to: [],
  topic: '',
  content: 'x'.repeat(10_000),
}));
/** More than the characters of a log that stay in memory. */
const ROUNDS = 40;
const POLLS = 12;

it('[HT857] three pages of events that are not in memory are read at a time', async () => {
  const { dara } = cast;
  const queues = await Promise.all(
    Array.from({ length: POLLS }, () => dara.registerQueue({ event_types: ['drafts'], fetch_event_types: [] })),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const { ids } = await dara.createDrafts({ drafts: DRAFTS });
    for (const draft_id of ids) await dara.deleteDraft({ draft_id });
  }
  const { db } = server.app.store;
  const all = db.all.bind(db) as (statement: Statement) => Promise<unknown[]>;
  let [reading, most] = [0, 0];
  const spy = spyOn(db, 'all').mockImplementation(async (statement: Statement) => {
    const is_page = statement.bind(db.engine).text.text.includes('bytes_before');
    reading += is_page ? 1 : 0;
    most = Math.max(most, reading);
    // The statement alone may be over at once.
    if (is_page) await Bun.sleep(5);
    return all(statement).finally(() => {
      reading -= is_page ? 1 : 0;
    }) as never;
  });
  const answers = await Promise.all(
    queues.map(({ queue_id, last_event_id }) => dara.getEvents({ queue_id: queue_id!, last_event_id: last_event_id! })),
  );
  spy.mockRestore();
  // The log itself, which follows what other nodes write, may read one beside.
  expect([3, 4]).toContain(most);
  for (const { events } of answers) expect(events[0]).toMatchObject({ type: 'drafts', op: 'add' });
  expect(new Set(answers.map(({ events }) => JSON.stringify(events.map(({ id }) => id)))).size).toBe(1);
});
