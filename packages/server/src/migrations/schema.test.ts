import { expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { openTestStore, schemaFile } from '@stoa/testkit/kit';
import { schemaText } from './schema.ts';

it('[DB27] the committed schema matches the migrations; otherwise run npm run schema', async () => {
  const test = await openTestStore();
  const text = await schemaText(test.store.db);
  expect(text).toContain('create table messages (\n');
  expect(text).toBe(readFileSync(schemaFile(test.store.engine), 'utf8'));
  await test.close();
});
