// Reads existing messages for an import.
import type { MessageId, RealmId, RecipientId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The client of imported messages. */
export const IMPORT_CLIENT = 'import';
const NOTICES_AT_ONCE = 250;
const RECIPIENTS_AT_ONCE = 300;
/** Ids that one statement scans. */
const IDS_PER_STATEMENT = 10_000;

/** The first message of a conversation after this id; null if there is none. */
export async function findMessageAfter(
  db: Connection,
  recipient_id: RecipientId,
  after_id: number,
): Promise<MessageId | null> {
  const row = await db.get<{ id: MessageId }>(
    sql`select id from messages where recipient_id = ${recipient_id} and id > ${after_id} order by id limit 1`,
  );
  return row?.id ?? null;
}

/** Whether anybody but the server has written in a conversation. */
export async function hasMessagesOfPeople(db: Connection, recipient_id: RecipientId): Promise<boolean> {
  const found = await db.get(
    sql`select 1 as found from messages join users on users.user_id = messages.sender_id
     where recipient_id = ${recipient_id} and not is_system_bot limit 1`,
  );
  return found !== null;
}

/** The topics of the messages of a conversation before this id. */
export async function findTopicKeys(
  db: Connection,
  recipient_id: RecipientId,
  before_id: number,
): Promise<Set<string>> {
  const rows = await db.all<{ topic_key: string }>(
    sql`select distinct topic_key from messages where recipient_id = ${recipient_id} and id < ${before_id}`,
  );
  return new Set(rows.map(({ topic_key }) => topic_key));
}

/** A conversation of an import in which people have written. */
export interface WrittenSince {
  /** Null if they have written in none. */
  readonly recipient_id: RecipientId | null;
  /** The newest message that was checked. */
  readonly last_message_id: number;
}

/** The first of these conversations in which people have written apart from the import. Reads all messages. */
export async function findWritten(
  db: Connection,
  realm_id: RealmId,
  recipient_ids: ReadonlySet<RecipientId>,
  imported: { readonly first_id: number; readonly last_id: number },
): Promise<WrittenSince> {
  const bounds = await db.get<{ first: number | null; last: number | null }>(
    sql`select min(id) as first, max(id) as last from messages where realm_id = ${realm_id}`,
  );
  const last_message_id = bounds?.last ?? 0;
  for (let after = (bounds?.first ?? 0) - 1; after < last_message_id; after += IDS_PER_STATEMENT) {
    const rows = await db.all<{ recipient_id: RecipientId }>(
      sql`select distinct recipient_id from messages join users on users.user_id = messages.sender_id
         where +messages.realm_id = ${realm_id} and id > ${after} and id <= ${after + IDS_PER_STATEMENT} and not is_system_bot
         and (id > ${imported.last_id} or id < ${imported.first_id} or client <> ${IMPORT_CLIENT})`,
    );
    const found = rows.find(({ recipient_id }) => recipient_ids.has(recipient_id));
    if (found) return { recipient_id: found.recipient_id, last_message_id };
  }
  return { recipient_id: null, last_message_id };
}

/** The first of these conversations in which people have written after a message; null if there is none. */
export async function findWrittenAfter(
  db: Connection,
  recipient_ids: Iterable<RecipientId>,
  message_id: number,
): Promise<RecipientId | null> {
  for (const batch of batchesOf(recipient_ids, RECIPIENTS_AT_ONCE)) {
    const row = await db.get<{ recipient_id: RecipientId }>(
      sql`select recipient_id from messages join users on users.user_id = messages.sender_id
         where recipient_id in (${sql.list(batch)}) and id > ${message_id} and not is_system_bot limit 1`,
    );
    if (row) return row.recipient_id;
  }
  return null;
}

/** The oldest notices of the server in a conversation, at most {@link NOTICES_AT_ONCE}. */
export async function findNotices(db: Connection, recipient_id: RecipientId): Promise<MessageId[]> {
  const rows = await db.all<{ id: MessageId }>(
    sql`select id from messages join users on users.user_id = messages.sender_id
     where recipient_id = ${recipient_id} and is_system_bot order by id limit ${NOTICES_AT_ONCE}`,
  );
  return rows.map(({ id }) => id);
}

/** Groups, and addresses of custom emoji, that rendered texts name. */
export interface NamedInMessages {
  readonly groups: ReadonlySet<number>;
  readonly emoji_urls: ReadonlySet<string>;
  /** The newest message that was scanned. */
  readonly last_message_id: number;
}

const NAMED = /data-user-group-id="(\d+)"|src="(\/user_avatars\/[^"]+)"/g;

/** Groups and custom emoji that the messages of an organization after an id name, and earlier versions of them. */
export async function findNamedInMessages(db: Connection, realm_id: RealmId, after_id = 0): Promise<NamedInMessages> {
  const named = { groups: new Set<number>(), emoji_urls: new Set<string>(), last_message_id: after_id };
  const of_realm = sql`realm_id = ${realm_id}`;
  const bounds = await db.get<{ first: number | null; last: number | null }>(
    sql`select min(id) as first, max(id) as last from messages where ${of_realm}`,
  );
  const last = bounds?.last ?? 0;
  for (let after = Math.max(after_id, (bounds?.first ?? 0) - 1); after < last; after += IDS_PER_STATEMENT) {
    // The plus sign keeps an engine from reading all messages of the organization instead of these.
    const range = sql`+messages.realm_id = ${realm_id} and id > ${after} and id <= ${after + IDS_PER_STATEMENT}`;
    const rows = await db.all<{ html: string }>(
      sql`select rendered_content as html from messages where ${range}
         and (rendered_content like '%data-user-group-id=%' or rendered_content like '%/emoji/images/%')
       union all select prev_rendered_content as html from message_edits join messages on messages.id = message_id
         where ${range}
         and (prev_rendered_content like '%data-user-group-id=%' or prev_rendered_content like '%/emoji/images/%')`,
    );
    for (const { html } of rows)
      for (const [, group, url] of html.matchAll(NAMED))
        if (group === undefined) named.emoji_urls.add(url!);
        else named.groups.add(Number(group));
  }
  named.last_message_id = Math.max(after_id, last);
  return named;
}

/** Which of these custom emoji, by id, somebody has reacted with. */
export async function findReactedWith(db: Connection, emoji_ids: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const batch of batchesOf(emoji_ids))
    for (const { emoji_code } of await db.all<{ emoji_code: string }>(
      sql`select distinct emoji_code from reactions
         where reaction_type = 'realm_emoji' and emoji_code in (${sql.list(batch.map(String))})`,
    ))
      found.add(Number(emoji_code));
  return found;
}
