// Clears the organization's settings that name a channel once it is archived.

import { type ChannelId, NO_CHANNEL, type RealmId, type RealmSettings, realmUpdate } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { getRealmRow } from './realm.queries.ts';
import { CHANNEL_SETTINGS } from './realm.rules.ts';
import { settingsOf } from './realm-settings.queries.ts';

export async function forgetChannel(
  { tx, emit, record }: WriteContext,
  realm_id: RealmId,
  stream_id: ChannelId,
): Promise<void> {
  const { settings } = await getRealmRow(tx, realm_id);
  const present: RealmSettings = settingsOf(settings);
  const naming = CHANNEL_SETTINGS.filter((name) => present[name] === stream_id);
  if (naming.length === 0) return;
  const none = Object.fromEntries(naming.map((name) => [name, NO_CHANNEL]));
  await tx.run(
    sql`update realms set settings = ${JSON.stringify({ ...settings, ...none })} where realm_id = ${realm_id}`,
  );
  record({ kind: 'organization_changed', changes: changesBetween(present, none) });
  for (const property of naming) emit(realmUpdate, { property, value: NO_CHANNEL }, { everyone: true });
}
