// Writes the schema that the migrations create on one engine. `npm run schema` runs it once for each.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Connection, Engine } from '../../server/src/kit/database/connection.ts';
import { checksumOf } from '../../server/src/kit/database/migrate.ts';
import { migrations } from '../../server/src/migrations/index.ts';
import { schemaText } from '../../server/src/migrations/schema.ts';
import { openTestStore } from './open-test-store.ts';

export function schemaFile(engine: Engine): string {
  return fileURLToPath(new URL(`../../server/src/migrations/schema.${engine}.sql`, import.meta.url));
}

const checksums_file = fileURLToPath(new URL('../../server/src/migrations/checksums.json', import.meta.url));

/** Adds the checksums of new migrations. Never replaces one: who has run a migration will not run it again. */
function writeChecksums(): void {
  const known: Record<string, Record<Engine, string>> = JSON.parse(readFileSync(checksums_file, 'utf8'));
  for (const migration of migrations) {
    const checksums = { sqlite: checksumOf(migration, 'sqlite'), postgres: checksumOf(migration, 'postgres') };
    const before = known[migration.version];
    if (before && !Bun.deepEquals(before, checksums))
      throw new Error(`migration ${migration.version} (${migration.name}) was edited: restore it, and add another`);
    known[migration.version] = checksums;
  }
  writeFileSync(checksums_file, `${JSON.stringify(known, null, 2)}\n`);
}

async function write(db: Connection): Promise<void> {
  writeFileSync(schemaFile(db.engine), await schemaText(db));
}

if (import.meta.main) {
  const test = await openTestStore();
  await write(test.store.db);
  writeChecksums();
  await test.close();
}
