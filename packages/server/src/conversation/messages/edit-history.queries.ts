// The edit history of messages, as far as the organization shows it.

import type { ChannelId, Message, MessageId, RealmId, UserId } from '@stoa/contract';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { getOrSet } from '../../kit/get-or-set.ts';
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
type EditHistory = NonNullable<Message['edit_history']>;

const COLUMNS =
  'message_id, user_id, timestamp, prev_content, prev_rendered_content, prev_topic, topic, prev_stream, stream';

export function findEdits(db: Connection, ids: readonly MessageId[]): Promise<EditRow[]> {
  return inBatches(ids, (batch) =>
    db.all<EditRow>(
      sql`select ${sql.raw(COLUMNS)} from message_edits where message_id in (${sql.list(batch)})
       order by message_id, position desc`,
    ),
  );
}

const isMove = ({ topic, stream }: EditRow) => topic !== null || stream !== null;

/** An entry as the policy shows it; null if hidden. [ED51] */
export function shownEdit(edit: EditRow, policy: 'all' | 'moves'): EditRow | null {
  if (policy === 'all') return edit;
  return isMove(edit) ? { ...edit, prev_content: null, prev_rendered_content: null } : null;
}

/** The histories of edited messages among these, the newest change first. [ED50] */
export async function findEditHistories(
  db: Connection,
  realm_id: RealmId,
  messages: readonly { readonly id: MessageId; readonly is_edited: boolean }[],
  allow_empty_topic_name: boolean,
): Promise<ReadonlyMap<MessageId, EditHistory>> {
  const histories = new Map<MessageId, EditHistory>();
  const edited = messages.filter(({ is_edited }) => is_edited).map(({ id }) => id);
  if (edited.length === 0) return histories;
  const policy = (await getRealmSettings(db, realm_id)).message_edit_history_visibility_policy;
  if (policy === 'none') return histories;
  for (const row of await findEdits(db, edited)) {
    const edit = shownEdit(row, policy);
    if (edit) getOrSet(histories, row.message_id, () => [] as EditHistory).push(present(edit, allow_empty_topic_name));
  }
  return histories;
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
