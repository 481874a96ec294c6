// One send, from request to response: rendered before the transaction, decided within it.

import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type Address, getAddressedRow } from '../access/addressees.queries.ts';
import { findAccess } from '../channels/channels.queries.ts';
import { normalizeTopic } from '../message-rules/topics.rules.ts';
import { normalizeContent } from './content.rules.ts';
import { destinationOf, lookUpDirect, senderOf } from './destination.actions.ts';
import { checkMentions } from './mentions.queries.ts';
import { createMessage, type Sending } from './messages.actions.ts';
import { type RenderedContent, renderContent, settleContent } from './rendering.queries.ts';
import { reserveMessage } from './reservations.actions.ts';
import { isReadBySender } from './sending-clients.rules.ts';
import { widgetOf } from './submessages.rules.ts';

export interface SendRequest extends Address {
  readonly widget_content?: string;
  readonly queue_id?: string;
  readonly local_id?: string;
  readonly read_by_sender?: boolean;
}

const isToChannel = (type: Address['type']) => type === 'channel' || type === 'stream';

/** Renders before the transaction: rendering takes longer than storing. */
export function prepareMessage(
  db: Connection,
  sender: Actor,
  { type, content }: Pick<Address, 'type'> & { content: string },
): Promise<RenderedContent> {
  return renderContent(db, { content: normalizeContent(content), sender, is_channel_message: isToChannel(type) });
}

const DIRECT = { people: null };

/** Looks up what storing the message needs, and reserves its id. */
export async function lookUpSending(db: Connection, sender: Actor, request: SendRequest): Promise<void> {
  const { type, to, topic } = request;
  if (isToChannel(type)) {
    const channel = await getAddressedRow(db, sender, to);
    const place = { ...channel, topic: normalizeTopic(topic ?? '') };
    await Promise.all([findAccess(db, sender, channel), reserveMessage(db, request, { sender, place })]);
  } else await Promise.all([lookUpDirect(db, sender, to), reserveMessage(db, request, { sender, place: DIRECT })]);
}

/** Sends a prepared message if the sender may. */
export async function sendMessage(
  context: WriteContext,
  sender: Actor,
  client: string,
  request: SendRequest,
  prepared: RenderedContent,
): Promise<Sending> {
  const { tx } = context;
  const { queue_id, local_id, read_by_sender, widget_content, ...address } = request;
  const destination = await destinationOf(context, sender, address);
  const content = await settleContent(tx, sender, prepared);
  await checkMentions(tx, sender, destination, content);
  return createMessage(context, {
    sender: senderOf(sender),
    client,
    content,
    widget: widgetOf(content.widget, widget_content),
    destination,
    read_by_sender: read_by_sender ?? isReadBySender(client),
    local: queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : null,
  });
}
