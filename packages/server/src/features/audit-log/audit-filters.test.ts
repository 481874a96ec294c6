// What filters of the audit log read: others must not wait for a search that finds nothing among a million entries.
import { expect, it, spyOn } from 'bun:test';
import { countStatements, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { type AuditFilter, findAuditEntries } from './audit-log.queries.ts';

const { server, cast } = await serveTests();
const { store } = server.app;

it('[AL7] several conditions, and ways, are long reads', async () => {
  const { ada, eli } = cast;
  const long = spyOn(store, 'longRead');
  const { user_id } = eli;
  for (const filter of [
    {},
    { kinds: ['emoji_added', 'signed_in'] },
    { acting_user_id: user_id },
    { user_id, since: 1 },
  ])
    await ada.getAuditLog(filter as AuditFilter);
  expect(long).toHaveBeenCalledTimes(0);
  const several = [{ via: 'scim' }, { kinds: ['account_created'], user_id }, { acting_user_id: user_id, user_id }];
  for (const filter of several) await ada.getAuditLog(filter as AuditFilter);
  expect(long).toHaveBeenCalledTimes(several.length);
  long.mockRestore();
});

it('[AL7] each of several kinds is found by the index', async () => {
  const { db, engine } = store;
  const filter: AuditFilter = { kinds: ['emoji_added', 'signed_in'], since: 1, until: 2 ** 40 };
  const texts = await countStatements(db, () => findAuditEntries(db, server.realm.realm_id, filter, 9));
  const of_kinds = texts.filter((text) => text.includes('and kind = '));
  expect(of_kinds).toHaveLength(2);
  if (engine === 'postgres') return;
  for (const text of of_kinds)
    expect(await db.all(sql`explain query plan ${sql.raw(text)}`)).toMatchObject([
      { detail: expect.stringContaining('audit_entries_kind (realm_id=? AND kind=? AND id>? AND id<?)') },
    ]);
});
