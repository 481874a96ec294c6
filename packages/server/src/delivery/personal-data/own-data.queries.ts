// Reads one person's data for an archive, in pages.
import type { ChannelId, MessageId, RealmId, RecipientId, UserId } from '@stoa/contract';
import { findEditHistories } from '../../conversation/messages/edit-history.queries.ts';
import { newestMessageId } from '../../conversation/recipients/message-times.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { OwnRows } from '../../slice/tables.ts';

/** Ids of messages that one page scans. */
const IDS_AT_ONCE = 5000;
const ROWS_AT_ONCE = 1000;

/** The person whose data is read, and how much of it. */
export interface OwnScope {
  readonly realm_id: RealmId;
  readonly user_id: UserId;
  /** Only what every member may read. */
  readonly is_public: boolean;
}

interface OwnMessageRow {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
  readonly stream_id: ChannelId | null;
  readonly channel: string | null;
  readonly user_key: string | null;
  readonly subject: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly client: string;
  readonly timestamp: number;
  readonly last_edit_timestamp: number | null;
  readonly last_moved_timestamp: number | null;
  readonly is_edited: boolean;
}

export interface OwnPage {
  readonly messages: readonly object[];
  readonly ids: readonly MessageId[];
  readonly percent: number;
}

/** The messages that the person sent and that existed when the reading began; pages may be empty. */
export async function* ownMessages(
  db: Connection,
  { realm_id, user_id, is_public }: OwnScope,
): AsyncGenerator<OwnPage> {
  const until = await newestMessageId(db);
  for (let after = 0; after < until; after += IDS_AT_ONCE) {
    const rows = await db.all<OwnMessageRow>(
      sql`select messages.id, messages.recipient_id, recipients.stream_id, channels.name as channel, user_key, subject, content,
         rendered_content, client, timestamp, last_edit_timestamp, last_moved_timestamp, is_edited
       from messages join recipients on recipients.recipient_id = messages.recipient_id
       left join channels on channels.stream_id = recipients.stream_id
       where id > ${after} and id <= ${after + IDS_AT_ONCE} and messages.realm_id = ${realm_id} and sender_id = ${user_id}
         ${is_public ? sql`and not channels.invite_only` : sql.nothing} order by id`,
    );
    const histories = is_public ? new Map() : await findEditHistories(db, realm_id, rows, true);
    const messages = rows.map(({ recipient_id: _r, is_edited: _e, stream_id, channel, user_key, ...message }) => ({
      ...message,
      ...(stream_id === null ? { user_ids: user_key!.split(',').map(Number) } : { stream_id, channel }),
      ...(histories.has(message.id) ? { edit_history: histories.get(message.id) } : {}),
    }));
    const ids = rows.map(({ id }) => id);
    yield { messages, ids, percent: Math.min(100, Math.floor(((after + IDS_AT_ONCE) * 100) / until)) };
  }
}

/** All rows of the person in a table, in pages. */
export async function* ownRows(
  db: Connection,
  table: string,
  { owner, by, without = [] }: OwnRows,
  user_id: UserId,
): AsyncGenerator<Record<string, unknown>[]> {
  const [from, own, key] = [sql.raw(table), sql.raw(owner), sql.raw(by)];
  let last: unknown = null;
  for (;;) {
    const later = last === null ? sql.nothing : sql`and ${key} > ${last as number | string}`;
    const rows = await db.all<Record<string, unknown>>(
      sql`select * from ${from} where ${own} = ${user_id} ${later} order by ${key} limit ${ROWS_AT_ONCE}`,
    );
    const is_last = rows.length < ROWS_AT_ONCE;
    // Rows with the same key may continue after a full page.
    const end = rows.at(-1)?.[by];
    const whole = is_last ? rows : rows.filter((row) => row[by] !== end);
    const page =
      is_last || whole.length > 0
        ? whole
        : await db.all<Record<string, unknown>>(
            sql`select * from ${from} where ${own} = ${user_id} and ${key} = ${end as number | string}`,
          );
    for (const row of page) for (const column of without) delete row[column];
    if (page.length > 0) yield page;
    if (is_last) return;
    last = page.at(-1)![by];
  }
}

interface OwnFile {
  readonly attachment_id: number;
  readonly path_id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly create_time: number;
}

/** The files that the person uploaded, in pages. */
export async function* ownFiles(db: Connection, { user_id, is_public }: OwnScope): AsyncGenerator<OwnFile[]> {
  const shown = sql`and exists (select 1 from attachment_messages
    join messages on messages.id = message_id join recipients on recipients.recipient_id = messages.recipient_id
    join channels on channels.stream_id = recipients.stream_id
    where attachment_messages.attachment_id = attachments.attachment_id and not channels.invite_only)`;
  for (let after = 0; ; ) {
    const rows = await db.all<OwnFile>(
      sql`select attachment_id, path_id, name, content_type, size, create_time from attachments
       where owner_id = ${user_id} and attachment_id > ${after} ${is_public ? shown : sql.nothing}
       order by attachment_id limit 100`,
    );
    if (rows.length === 0) return;
    after = rows.at(-1)!.attachment_id;
    yield rows;
  }
}
