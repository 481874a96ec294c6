// Writes the schema that the migrations create on one engine. `npm run schema` runs it once for each.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Connection, Engine } from '../../server/src/kit/database/connection.ts';
import { schemaText } from '../../server/src/migrations/schema.ts';
import { openTestStore } from './open-test-store.ts';

export function schemaFile(engine: Engine): string {
  return fileURLToPath(new URL(`../../server/src/migrations/schema.${engine}.sql`, import.meta.url));
}

async function write(db: Connection): Promise<void> {
  writeFileSync(schemaFile(db.engine), await schemaText(db));
}

if (import.meta.main) {
  const test = await openTestStore();
  await write(test.store.db);
  await test.close();
}
