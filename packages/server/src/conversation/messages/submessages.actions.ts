// Every write of submessages: those that create widgets, and additions to them.

import { BadRequest, type MessageId, submessageEvent, type UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { audienceOfChange } from '../recipients/audience.queries.ts';
import { followAfterParticipating } from '../user-topics/automatic.actions.ts';
import { getAccessibleMessage } from './accessible.queries.ts';
import { countSubmessages, findWidgetOf, type Submessage, sizeOfSubmessages } from './submessages.queries.ts';
import { type Addition, checkAddition, kindOf, WIDGET_TYPE } from './submessages.rules.ts';

const KIB = 1024;

async function storeSubmessage(tx: Transaction, row: Omit<Submessage, 'id'>): Promise<Submessage> {
  const stored = await tx.get<{ id: number }>(
    sql`insert into submessages (message_id, sender_id, msg_type, content) values (${row.message_id}, ${row.sender_id}, ${row.msg_type}, ${row.content}) returning id`,
  );
  return { id: stored!.id, ...row };
}

/** Makes a new message a widget; the message event includes it. */
export function createWidget(
  tx: Transaction,
  message_id: MessageId,
  sender_id: UserId,
  content: string,
): Promise<Submessage> {
  return storeSubmessage(tx, { message_id, sender_id, msg_type: WIDGET_TYPE, content });
}

/** The first submessage is the author's; then every reader may add some. [MS51] */
export async function createSubmessage(
  context: WriteContext,
  actor: Actor,
  message_id: MessageId,
  addition: Addition,
): Promise<void> {
  const { tx, emit, caps } = context;
  const message = await getAccessibleMessage(tx, actor, message_id);
  const is_author = message.sender_id === actor.user_id;
  const widget = await findWidgetOf(tx, message_id);
  const has_started = is_author || widget !== null || (await countSubmessages(tx, message_id, message.sender_id)) > 0;
  if (!has_started) throw BadRequest('You cannot attach a submessage to this message.');
  checkAddition(kindOf(widget ?? undefined), is_author, addition);
  caps.check('submessages', await countSubmessages(tx, message_id, actor.user_id));
  const { msg_type, content } = addition;
  const bytes = await sizeOfSubmessages(tx, message_id);
  caps.check('submessage-kib', 0, Math.ceil((bytes + Buffer.byteLength(content)) / KIB));
  const { id, ...row } = await storeSubmessage(tx, { message_id, sender_id: actor.user_id, msg_type, content });
  emit(submessageEvent, { submessage_id: id, ...row }, await audienceOfChange(tx, message));
  await followAfterParticipating(context, actor, message);
}
