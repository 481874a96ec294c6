// Loads a message on which somebody acts: a readable one, or none.
import { type MessageId, Refused } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { findRangesOfRecipient, isInRanges } from '../access/readable-ranges.queries.ts';
import { findMessageRow, type MessageRow } from './messages.queries.ts';

/** The message if the actor may read it; the same refusal for hidden and missing ones. [MS17] */
export async function getAccessibleMessage(db: Connection, actor: Actor, id: MessageId): Promise<MessageRow> {
  const row = await findMessageRow(db, actor.realm, id);
  if (!row || !isInRanges(await findRangesOfRecipient(db, actor, actor.realm, row.recipient_id), row))
    throw Refused('message_gone');
  return row;
}
