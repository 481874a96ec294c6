// GET /messages/{message_id}/history: a message from its sending until now.
import { type getMessageHistory, type MessageId, Refused, type ResultOf } from '@stoa/contract';
import { withoutEmbeds } from '@stoa/markdown';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';
import { getAccessibleMessage } from '../messages/accessible.queries.ts';
import { EDIT_HISTORY_LENGTH, findEdits, shownEdit } from '../messages/edit-history.queries.ts';
import { htmlDiffer } from './html-diff.rules.ts';

type Entry = ResultOf<typeof getMessageHistory>['message_history'][number];

/** [ED54] Bytes of earlier contents that are read; the response has each of them up to four times. */
const LOG_BYTES = 2 * 1024 * 1024;
/** [ED54] Bytes of texts after which no older version is listed: each move repeats the whole message. */
const RESPONSE_BYTES = 8 * 1024 * 1024;

/** [ED55] Bytes of texts, about, up to which a response is short. */
const SHORT_BYTES = 128 * 1024;

const TEXTS = ['content', 'rendered_content', 'prev_content', 'prev_rendered_content', 'content_html_diff'] as const;
const textBytes = (entry: Entry) => TEXTS.reduce((sum, name) => sum + Buffer.byteLength(entry[name] ?? ''), 0);

/** Whether the response is small, by the sizes of what would be read; throws unless the message is accessible. [ED55] */
export async function hasShortLog(db: Connection, actor: Actor, message_id: MessageId): Promise<boolean> {
  const { content, rendered_content } = await getAccessibleMessage(db, actor, message_id);
  const edits = await db.get<{ changes: number; bytes: number }>(
    sql`select count(*) as changes,
       cast(coalesce(sum(coalesce(octet_length(prev_content), 0) + coalesce(octet_length(prev_rendered_content), 0)), 0) as bigint) as bytes
     from (select prev_content, prev_rendered_content from message_edits where message_id = ${message_id}
       order by position desc limit ${EDIT_HISTORY_LENGTH}) as newest`,
  );
  const repeated = edits!.changes * (Buffer.byteLength(content) + Buffer.byteLength(rendered_content));
  return repeated + edits!.bytes <= SHORT_BYTES;
}

/** Oldest first. [ED52] */
export async function findEditLog(
  db: Connection,
  actor: Actor,
  message_id: MessageId,
  allow_empty_topic_name: boolean,
): Promise<Entry[]> {
  const message = await getAccessibleMessage(db, actor, message_id);
  const policy = (await getRealmSettings(db, actor.realm.realm_id)).message_edit_history_visibility_policy;
  if (policy === 'none') throw Refused('history_off');
  const shown = (topic: string) => displayTopic(topic, allow_empty_topic_name && message.stream_id !== null);
  const topicOf = (topic: string) => (message.stream_id === null ? '' : shown(topic));
  const found = await findEdits(db, [message_id], { bytes: LOG_BYTES, length: EDIT_HISTORY_LENGTH });
  const edits = found.flatMap((edit) => shownEdit(edit, policy) ?? []);
  const differ = htmlDiffer();
  // Going back from the current state, each change gives the state before it.
  let { content, subject } = message;
  let rendered_content = withoutEmbeds(message.rendered_content);
  const log: Entry[] = [];
  let bytes = 0;
  const slice = new TimeSlice();
  for (const edit of edits) {
    await slice.yieldIfUsed();
    const { user_id, timestamp, prev_content, prev_rendered_content, prev_topic, topic, prev_stream, stream } = edit;
    log.push({
      topic: topicOf(subject),
      ...(topic === null ? {} : { prev_topic: topicOf(prev_topic!) }),
      ...(stream === null ? {} : { stream, prev_stream: prev_stream! }),
      content,
      rendered_content,
      ...(prev_content === null
        ? {}
        : {
            prev_content,
            prev_rendered_content: prev_rendered_content!,
            content_html_diff: differ(prev_rendered_content!, rendered_content),
          }),
      user_id,
      timestamp,
    });
    bytes += textBytes(log.at(-1)!);
    // Older versions are not read, so they can't be shown.
    if (edit.is_cut || bytes > RESPONSE_BYTES) return log.reverse();
    content = prev_content ?? content;
    rendered_content = prev_rendered_content ?? rendered_content;
    subject = prev_topic ?? subject;
  }
  if (found.at(-1)?.has_older) return log.reverse();
  const { sender_id: user_id, timestamp } = message;
  log.push({ topic: topicOf(subject), content, rendered_content, user_id, timestamp });
  return log.reverse();
}
