// Checks a database: its schema version, what is damaged and lost, and every invariant.

import { findSchemaVersion } from '../backup/backup.queries.ts';
import { type Connection, StoreError } from '../kit/database/connection.ts';
import { refuseCopies } from '../kit/database/copy/copy-marks.ts';
import { type Damage, findDamage, type LostRows } from '../kit/database/damage.ts';
import { newestVersion } from '../kit/database/migrate.ts';
import { SqliteConnection } from '../kit/database/sqlite-connection.ts';
import { migrations } from '../migrations/index.ts';
import type { Invariant } from '../slice/tables.ts';
import { invariants } from '../slices.ts';
import { CommandError } from './command.ts';
import type { Findings } from './findings.ts';

const WHOLE = 'the database file is whole';
const PAGES_SHOWN = 10;

/** Returns whether the rows can be read. */
export async function checkDatabase(db: Connection, findings: Findings): Promise<boolean> {
  const damage = db instanceof SqliteConnection ? findDamage(db) : [];
  if (damage === null) {
    findings.note(WHOLE, ['its beginning is damaged: nothing in it can be read']);
    return false;
  }
  if (damage.length > 0) findings.note(WHOLE, damage.map(describe));
  const newest = newestVersion(migrations);
  const version = await findSchemaVersion(db);
  if (version === null && damage.length > 0) return false;
  if (version === null)
    throw new CommandError('this is not data of Stoa, or it was never set up: it has no schema version');
  if (version > newest)
    throw new CommandError(`the data has schema version ${version}, this program supports up to ${newest}`);
  if (version < newest)
    throw new CommandError(
      `the data has schema version ${version}: "stoa serve" upgrades it to ${newest}; check again then`,
    );
  findings.note(`schema version ${version}`, []);
  if (damage.length === 0) findings.note('the data is what is served', await findMove(db));
  for (const invariant of invariants) {
    if (invariant.engine && invariant.engine !== db.engine) continue;
    if (damage.length > 0 && invariant.title === WHOLE) continue;
    findings.note(invariant.title, await findViolations(db, invariant, damage.length > 0));
  }
  return damage.length === 0;
}

/** One sentence if no server uses this database. [EN700] */
async function findMove(db: Connection): Promise<string[]> {
  try {
    await refuseCopies(db);
    return [];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [error.message];
  }
}

async function findViolations(db: Connection, { violations, fine }: Invariant, is_damaged: boolean): Promise<string[]> {
  try {
    const rows = await db.all<Record<string, unknown>>(violations);
    return (fine ? rows.filter((row) => !fine(row)) : rows).map((row) => JSON.stringify(row));
  } catch (error) {
    if (!is_damaged) throw error;
    return ["this can't be checked, because the database is damaged"];
  }
}

/** One sentence: which pages, and what is lost. */
function describe({ name, type, pages, lost, readable }: Damage): string {
  const shown = pages.slice(0, PAGES_SHOWN).join(', ');
  const more = pages.length > PAGES_SHOWN ? ` and ${pages.length - PAGES_SHOWN} more` : '';
  const where = pages.length === 0 ? '' : ` (page ${shown}${more})`;
  if (type === 'other') return `unused pages or the list of them are damaged${where}: no row is lost`;
  if (type === 'index') return `the index ${name} is damaged${where}: no row is lost, "reindex" rebuilds it`;
  if (lost === null) return `the table ${name} is damaged${where}: which rows are lost can't be known`;
  if (lost.length === 0) return `the table ${name} is damaged${where}: all ${readable} rows can be read`;
  return `the table ${name} is damaged${where}: ${readable} rows can be read, lost are those ${lost.map(rangeOf).join(', ')}`;
}

function rangeOf({ after, before }: LostRows): string {
  if (after === null) return before === null ? 'with any id' : `with an id below ${before}`;
  return before === null ? `with an id above ${after}` : `with ids from ${after + 1} to ${before - 1}`;
}
