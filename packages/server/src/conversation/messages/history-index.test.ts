import { expect, it } from 'bun:test';
import type { RecipientId } from '@stoa/contract';
import { countStatements, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { wholeRange } from '../access/readable-ranges.queries.ts';
import { findHeads } from './find.queries.ts';
import { inTopic } from './narrow-filters.rules.ts';

const { server, cast } = await serveTests();

it('[MS74] finding the messages of a channel or topic reads an index alone', async () => {
  const { db, engine } = server.app.store;
  await cast.dara.subscribe({ subscriptions: [{ name: 'plaza' }] });
  const { id } = await cast.dara.sendMessage({ type: 'channel', to: 'plaza', topic: 'stone', content: 'x' });
  const row = await db.get<{ recipient_id: RecipientId }>(sql`select recipient_id from messages where id = ${id}`);
  const ranges = [wholeRange(row!.recipient_id)];
  const texts = await countStatements(db, async () => {
    for (const filters of [[], [inTopic('stone')]])
      expect(await findHeads(db, { ranges, filters }, { order: 'descending', limit: 1 })).toMatchObject([{ id }]);
  });
  if (engine === 'postgres') return;
  for (const text of texts) {
    const steps = await db.all<{ detail: string }>(sql`explain query plan ${sql.raw(text)}`);
    const of_messages = steps.filter(({ detail }) => detail.startsWith('SEARCH messages '));
    expect(of_messages).toMatchObject([{ detail: expect.stringContaining('USING COVERING INDEX') }]);
  }
});
