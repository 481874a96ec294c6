// Updates the rendering of unchanged messages, once something they show is ready.

import type { ChannelId, MessageId, RecipientId, UserId } from '@stoa/contract';
import { isMeMessage } from '@stoa/markdown';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { audienceOfChange } from '../recipients/audience.queries.ts';
import { indexMessagesAgain } from '../search/search.actions.ts';
import { findLoggedFlags } from './flags.queries.ts';
import { updateLogged } from './update-message.present.ts';

export interface Rendering {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly recipient_id: RecipientId;
  readonly stream_id: ChannelId | null;
  readonly channel_name: string | null;
  readonly content: string;
  readonly rendered_content: string;
}

export function findRenderings(db: Connection, ids: readonly number[]): Promise<Rendering[]> {
  return inBatches(ids, (batch) =>
    db.all<Rendering>(
      sql`select messages.id, sender_id, messages.recipient_id, recipients.stream_id, channels.name as channel_name, content,
         rendered_content
       from messages join recipients on recipients.recipient_id = messages.recipient_id
       left join channels on channels.stream_id = recipients.stream_id
       where messages.id in (${sql.list(batch)}) order by messages.id`,
    ),
  );
}

/** Sends readers the new rendering as an update without an edit. */
export async function setRendering(
  { tx, now, emit }: WriteContext,
  message: Rendering,
  rendered_content: string,
  /** Differs only by the name in a mention. */
  content = message.content,
): Promise<void> {
  const { id, stream_id, sender_id } = message;
  await tx.run(sql`update messages set content = ${content}, rendered_content = ${rendered_content} where id = ${id}`);
  await indexMessagesAgain(tx, [id]);
  const update = {
    user_id: null,
    rendering_only: true,
    message_id: id,
    message_ids: [id],
    edit_timestamp: seconds(now),
    ...(stream_id === null ? {} : { stream_name: message.channel_name!, stream_id }),
    orig_content: message.content,
    orig_rendered_content: message.rendered_content,
    content,
    rendered_content,
    is_me_message: isMeMessage(content, rendered_content),
  };
  const people = { actor_id: sender_id, from: stream_id, to: stream_id };
  const flags = await findLoggedFlags(tx, id, people);
  emit(updateLogged, { update, flags, stream_id }, await audienceOfChange(tx, message));
}
