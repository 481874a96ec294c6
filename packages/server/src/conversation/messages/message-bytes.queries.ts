// The size of a message in a response, without reading its parts.
import { sql } from '../../kit/database/sql.ts';
import { EDIT_HISTORY_BYTES, EDIT_HISTORY_LENGTH } from './edit-history.queries.ts';

/** Bytes of a reaction in JSON: keys, a name and a code. */
const REACTION_BYTES = 128;
/** Bytes of a change in JSON, besides contents and topics. */
const EDIT_BYTES = 160;

const of = (table: string) => sql`from ${sql.raw(table)} where message_id = messages.id`;
const REACTIONS = sql`(select count(*) * ${sql.raw(REACTION_BYTES)} ${of('reactions')})`;
const SUBMESSAGES = sql`coalesce((select sum(octet_length(content)) ${of('submessages')}), 0)`;
const EDITS = sql`(select case when sum(contents) > ${sql.raw(EDIT_HISTORY_BYTES)} then ${sql.raw(EDIT_HISTORY_BYTES)} else sum(contents) end
  + sum(topics) + count(*) * ${sql.raw(EDIT_BYTES)} from (
    select coalesce(octet_length(prev_content), 0) + coalesce(octet_length(prev_rendered_content), 0) as contents,
      coalesce(octet_length(prev_topic), 0) + coalesce(octet_length(topic), 0) as topics
    ${of('message_edits')} order by position desc limit ${sql.raw(EDIT_HISTORY_LENGTH)}) as newest)`;

/**
 * Members add to the messages of others, so additions count towards the size of a page. A message without any has revision
 * 0: every change of the message or its parts advances it. [MS73]
 */
export const MESSAGE_BYTES = sql`cast(octet_length(rendered_content) + case when revision = 0 then 0
  else ${REACTIONS} + ${SUBMESSAGES} + case when is_edited then coalesce(${EDITS}, 0) else 0 end end as bigint)`;
