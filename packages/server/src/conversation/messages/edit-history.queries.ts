// The edit history of messages, as far as the organization shows it.

import type { ChannelId, Message, MessageId, RealmId, UserId } from '@stoa/contract';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';

export interface EditRow {
  readonly message_id: MessageId;
  readonly user_id: UserId | null;
  readonly timestamp: number;
  readonly prev_content: string | null;
  readonly prev_rendered_content: string | null;
  readonly prev_topic: string | null;
  readonly topic: string | null;
  readonly prev_stream: ChannelId | null;
  readonly stream: ChannelId | null;
}
export interface ReadEdit extends EditRow {
  /** The content before it is beyond what is read. */
  readonly is_cut: boolean;
  /** It is the last that is read, although there are older ones. */
  readonly has_older: boolean;
}
type EditHistory = NonNullable<Message['edit_history']>;

const COLUMNS = 'user_id, timestamp, prev_topic, topic, prev_stream, stream';
/** [ED54] Bytes of earlier contents of a message in `edit_history`. Each may have 200 KiB. */
export const EDIT_HISTORY_BYTES = 64 * 1024;
/** [ED54] Changes of a message that are listed. Nothing limits how many there are. */
export const EDIT_HISTORY_LENGTH = 1000;
/** No more than a value of the store can be. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

interface Most {
  /** Earlier contents of each message. */
  readonly bytes: number;
  /** Changes of each message. */
  readonly length: number;
}
const ALL: Most = { bytes: NO_LIMIT, length: NO_LIMIT };
/** [ED54] What `edit_history` lists of a message. */
export const LISTED_HISTORY: Most = { bytes: EDIT_HISTORY_BYTES, length: EDIT_HISTORY_LENGTH };

/** The changes of messages, each message's newest first. */
export async function findEdits(db: Connection, ids: readonly MessageId[], most: Most): Promise<ReadEdit[]> {
  const rows = await inBatches(ids, (batch) =>
    db.all<EditRow & { readonly bytes: number; readonly nth: number }>(
      // The sizes first: they are known without reading the contents. One more than is listed shows that there are others.
      sql`select message_id, bytes, nth, ${sql.raw(COLUMNS)},
         case when bytes <= ${most.bytes} then prev_content end as prev_content,
         case when bytes <= ${most.bytes} then prev_rendered_content end as prev_rendered_content
       from (
         select message_id, position, row_number() over newest as nth,
           cast(sum(coalesce(octet_length(prev_content), 0) + coalesce(octet_length(prev_rendered_content), 0)) over newest as bigint) as bytes
         from messages join message_edits on message_id = messages.id and position >= coalesce((select older.position
           from message_edits as older where older.message_id = messages.id order by older.position desc limit 1 offset ${most.length}), 0)
         where messages.id in (${sql.list(batch)})
         window newest as (partition by message_id order by position desc)
       ) as sizes join message_edits using (message_id, position)
       order by message_id, position desc`,
    ),
  );
  const is_beyond = (row?: { readonly nth: number }) => row !== undefined && row.nth > most.length;
  return rows.flatMap(({ bytes, nth, ...row }, at) =>
    is_beyond({ nth }) ? [] : [{ ...row, is_cut: bytes > most.bytes, has_older: is_beyond(rows[at + 1]) }],
  );
}

const isMove = ({ topic, stream }: EditRow) => topic !== null || stream !== null;

/** An entry as the policy shows it; null if hidden. [ED51] */
export function shownEdit(edit: ReadEdit, policy: 'all' | 'moves'): ReadEdit | null {
  if (policy === 'all') return edit;
  return isMove(edit) ? { ...edit, prev_content: null, prev_rendered_content: null, is_cut: false } : null;
}

/** The histories of edited messages among these, the newest change first. [ED50] */
export async function findEditHistories(
  db: Connection,
  realm_id: RealmId,
  messages: readonly { readonly id: MessageId; readonly is_edited: boolean }[],
  allow_empty_topic_name: boolean,
  most = ALL,
): Promise<ReadonlyMap<MessageId, EditHistory>> {
  if (!messages.some(({ is_edited }) => is_edited)) return new Map();
  const policy = (await getRealmSettings(db, realm_id)).message_edit_history_visibility_policy;
  return policy === 'none' ? new Map() : histories(db, messages, policy, allow_empty_topic_name, most);
}

/** The same whatever the organization shows to its people. */
export function findWholeHistories(
  db: Connection,
  messages: readonly { readonly id: MessageId; readonly is_edited: boolean }[],
): Promise<ReadonlyMap<MessageId, EditHistory>> {
  return histories(db, messages, 'all', true, ALL);
}

async function histories(
  db: Connection,
  messages: readonly { readonly id: MessageId; readonly is_edited: boolean }[],
  policy: 'all' | 'moves',
  allow_empty_topic_name: boolean,
  most: Most,
): Promise<ReadonlyMap<MessageId, EditHistory>> {
  const found = new Map<MessageId, EditHistory>();
  const edited = messages.filter(({ is_edited }) => is_edited).map(({ id }) => id);
  for (const row of edited.length === 0 ? [] : await findEdits(db, edited, most)) {
    const edit = shownEdit(row, policy);
    if (edit) getOrSet(found, row.message_id, () => [] as EditHistory).push(present(edit, allow_empty_topic_name));
  }
  return found;
}

function present(edit: EditRow, allow_empty_topic_name: boolean): EditHistory[number] {
  const { user_id, timestamp } = edit;
  const shown = (topic: string) => displayTopic(topic, allow_empty_topic_name);
  return {
    user_id,
    timestamp,
    ...(edit.prev_content === null
      ? {}
      : { prev_content: edit.prev_content, prev_rendered_content: edit.prev_rendered_content! }),
    ...(edit.topic === null ? {} : { prev_topic: shown(edit.prev_topic!), topic: shown(edit.topic) }),
    ...(edit.stream === null ? {} : { prev_stream: edit.prev_stream!, stream: edit.stream }),
  };
}
