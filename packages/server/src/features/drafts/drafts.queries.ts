// Every read of drafts, and checks of their recipients.

import { BadRequest, type ChannelId, type Draft, NotFound, Refused, type UserId } from '@stoa/contract';
import { getVisibleChannel } from '../../conversation/channels/channels.queries.ts';
import { findHiddenAmong } from '../../identity/users/user-access.queries.ts';
import { getUserSettings } from '../../identity/users/user-settings.queries.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { JsonText } from '../../kit/json/json-text.ts';
import { LONG_ROWS_AT_ONCE, listText } from '../../kit/json/list-text.ts';

const COLUMNS = 'id, type, "to", topic, content, timestamp';

/** The drafts of an account, the most recently edited last. */
export function findDrafts(db: Connection, user_id: UserId): Promise<Draft[]> {
  return db.all<Draft>(sql`select ${sql.raw(COLUMNS)} from drafts where user_id = ${user_id} order by timestamp, id`);
}

/** Their ids, in the same order. */
export async function findDraftIds(db: Connection, user_id: UserId): Promise<number[]> {
  const rows = await db.all<{ id: number }>(
    sql`select id from drafts where user_id = ${user_id} order by timestamp, id`,
  );
  return rows.map(({ id }) => id);
}

async function* findSome(db: Connection, ids: readonly number[]): AsyncGenerator<Draft[], void> {
  for (const batch of batchesOf(ids, LONG_ROWS_AT_ONCE)) {
    const rows = await db.all<Draft>(sql`select ${sql.raw(COLUMNS)} from drafts where id in (${sql.list(batch)})`);
    yield rows.sort((a, b) => batch.indexOf(a.id) - batch.indexOf(b.id));
  }
}

/** Drafts of these ids as text, in their order: they may have many megabytes. [HT854] */
export const findDraftTexts = (db: Connection, ids: readonly number[]): Promise<JsonText> =>
  listText(findSome(db, ids));

/** A draft of the account's own; one of another account is reported as missing. [DR2] */
export async function getDraft(db: Connection, user_id: UserId, draft_id: number): Promise<Draft> {
  const draft = await db.get<Draft>(
    sql`select ${sql.raw(COLUMNS)} from drafts where user_id = ${user_id} and id = ${draft_id}`,
  );
  if (!draft) throw Refused('draft_gone', {}, NotFound);
  return draft;
}

/** Whether the account synchronizes drafts with the server. [DR9] */
export async function wantsDrafts(db: Connection, actor: Actor): Promise<boolean> {
  return (await getUserSettings(db, actor.user_id)).enable_drafts_synchronization;
}

/** Throws unless the author can see every channel and person the drafts are addressed to. [DR4] */
export async function checkAddressees(
  db: Connection,
  actor: Actor,
  drafts: readonly Pick<Draft, 'type' | 'to'>[],
): Promise<void> {
  const idsOf = (type: Draft['type']) => new Set(drafts.filter((draft) => draft.type === type).flatMap(({ to }) => to));
  for (const stream_id of idsOf('stream')) await getVisibleChannel(db, actor.realm, actor, stream_id as ChannelId);
  const user_ids = [...idsOf('private')] as UserId[];
  for (const batch of batchesOf(user_ids)) {
    const found = new Set((await findUsersById(db, actor.realm.realm_id, batch)).map(({ user_id }) => user_id));
    for (const user_id of await findHiddenAmong(db, actor, found)) found.delete(user_id);
    const unknown = batch.find((user_id) => !found.has(user_id));
    if (unknown !== undefined) throw BadRequest(`Invalid user ID ${unknown}`);
  }
}
