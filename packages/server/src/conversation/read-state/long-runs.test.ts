// Flags of people who sent thousands of messages one after another.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { leastProcessorMs, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

setDefaultTimeout(60_000);
const { server, cast } = await serveTests();

/** Milliseconds of processor time: many times what it takes, and less than half of what a search by each message takes. */
const FLAGGED_WITHIN_MS = 600;

it('[RS801] the flags of messages within a long run of one’s own are found in linear time', async () => {
  const { dara } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'monologue' }] });
  const { id } = await dara.sendMessage({ type: 'channel', to: 'monologue', topic: 'x', content: 'one of many' });
  const columns = sql.raw(
    'realm_id, recipient_id, sender_id, subject, topic_key, content, rendered_content, client, timestamp',
  );
  await server.app.writer.write(server.realm.realm_id, async ({ tx }) => {
    for (let times = 0; times < 14; times++)
      await tx.run(sql`insert into messages (${columns}) select ${columns} from messages where id >= ${id}`);
  });
  const star = () =>
    dara.updateMessageFlagsForNarrow({
      narrow: [{ operator: 'channel', operand: 'monologue' }],
      anchor: 'newest',
      num_before: 4900,
      num_after: 0,
      op: 'add',
      flag: 'starred',
    });
  expect((await star()).processed_count).toBe(4900);
  expect(await leastProcessorMs(FLAGGED_WITHIN_MS, star)).toBeLessThan(FLAGGED_WITHIN_MS);
});
