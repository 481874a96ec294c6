// Every write of code playgrounds. Announces the whole list to everybody.

import { type RealmId, Refused, realmPlaygroundsChanged } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import { finalValues, initialValues } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findPlaygrounds } from './playgrounds.queries.ts';
import { checkAmong, checkPlayground, type NewPlayground } from './playgrounds.rules.ts';

export async function createPlayground(
  context: WriteContext,
  realm_id: RealmId,
  requested: NewPlayground,
): Promise<number> {
  const playground = checkPlayground(requested);
  const existing = await findPlaygrounds(context.tx, realm_id);
  checkAmong(existing, playground);
  context.caps.check('playgrounds', existing.length);
  const created = await context.tx.get<{ id: number }>(
    sql`insert into playgrounds (realm_id, name, pygments_language, url_template) values (${realm_id}, ${playground.name}, ${playground.pygments_language}, ${playground.url_template}) returning id`,
  );
  const { name, ...others } = playground;
  context.record({ kind: 'playground_added', name, changes: initialValues(others) });
  await emitPlaygrounds(context, realm_id);
  return created!.id;
}

export async function deletePlayground(context: WriteContext, realm_id: RealmId, id: number): Promise<void> {
  const deleted = await context.tx.get<{ name: string; url_template: string }>(
    sql`delete from playgrounds where realm_id = ${realm_id} and id = ${id} returning name, url_template`,
  );
  if (!deleted) throw Refused('playground_unknown');
  const { name, url_template } = deleted;
  context.record({ kind: 'playground_removed', name, changes: finalValues({ url_template }) });
  await emitPlaygrounds(context, realm_id);
}

async function emitPlaygrounds({ tx, emit }: WriteContext, realm_id: RealmId): Promise<void> {
  emit(realmPlaygroundsChanged, { realm_playgrounds: await findPlaygrounds(tx, realm_id) }, { everyone: true });
}
