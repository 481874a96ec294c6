// Every write of messages. A send costs the same for any number of subscribers: one row and one log entry.

import { type MessageId, topicKey, type UserId } from '@stoa/contract';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findUnseeing } from '../../identity/users/user-access.queries.ts';
import { unknownSender } from '../../identity/users/user-access.rules.ts';
import { pictureUrl } from '../../identity/users/users.present.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { claimAttachments } from '../attachments/claims.actions.ts';
import { FLAG, WILDCARD } from '../message-rules/flags.rules.ts';
import { findMuters } from '../muted-users/muted-users.queries.ts';
import { markOwnUnread } from '../read-ranges/read-ranges.actions.ts';
import type { Indexed } from '../search/full-text.rules.ts';
import { indexNewMessage } from '../search/search.actions.ts';
import { followAfterMessage, type TopicPolicyState } from '../user-topics/automatic.actions.ts';
import type { Destination, Sender } from './destinations.ts';
import { type LoggedMessage, messageLogged } from './logged-message.ts';
import { findConcerned } from './mentions.queries.ts';
import { messageStored, type NewMessage, type Sent } from './messages.hooks.ts';
import { renderDictionaryAt } from './render-dictionary.queries.ts';
import { type RenderedContent, renderAgain } from './rendering.queries.ts';
import {
  cachedFacts,
  factColumns,
  invalidateFacts,
  type StoringFacts,
  takeReservedId,
} from './reservations.actions.ts';
import { createWidget } from './submessages.actions.ts';
import { topicLinksOf } from './topic-links.queries.ts';

export interface Sending {
  readonly id: MessageId;
  /** The sender's new policy for the topic, if sending changed it. */
  readonly automatic_new_visibility_policy?: 2 | 3;
}

/** Stores a message, announces it to its receivers and triggers the other slices. Never checks permissions. */
export async function createMessage(context: WriteContext, message: NewMessage): Promise<Sending> {
  const { tx, emit } = context;
  const { sender, destination } = message;
  const stored = await storeMessage(context, message);
  const { content } = stored;
  const { flags, called_bots } = await findConcerned(tx, sender, destination, content);
  const sent: Sent = {
    ...message,
    ...stored,
    flags,
    wildcards: wildcardsOf(content, destination),
    submessages: message.widget === null ? [] : [await createWidget(tx, stored.id, sender.user_id, message.widget)],
  };
  await createFlags(tx, sent);
  await claimUploads(context, sent);
  if (!message.read_by_sender) await markOwnUnread(tx, sender.user_id, sent.id);
  await indexNewMessage(context, sent.id, indexedMessage(sent));
  const unseen = stored.limits_guests ? await findUnseen(tx, sender, destination) : {};
  const logged = { ...loggedMessage(sent, called_bots), ...unseen };
  // Before the message, so that clients know the topic's policy when the message arrives.
  const automatic_new_visibility_policy = await followAfterMessage(context, sent, stored.topic_state);
  // It is an earlier message for those that follow, and may have changed policies.
  if (!stored.topic_state.has_earlier || automatic_new_visibility_policy || flags.size > 0)
    invalidateFacts(tx, destination);
  emit(messageLogged, { message: logged, local: message.local }, audienceOf(destination, called_bots));
  await context.trigger(messageStored, sent);
  return { id: sent.id, ...(automatic_new_visibility_policy ? { automatic_new_visibility_policy } : {}) };
}

/** A message has an attachment if it shares a file that its author may read, not if it only contains an address. */
async function claimUploads(context: WriteContext, { id, content }: Sent): Promise<void> {
  const claimed = await claimAttachments(context, content.writing.sender, id, content.upload_path_ids);
  if (claimed === 0 && content.has_attachment)
    await context.tx.run(sql`update messages set has_attachment = false where id = ${id}`);
}

function indexedMessage({ sender, destination, content: { rendered_content } }: Sent): Indexed {
  const { recipient_id } = destination;
  const subject = 'topic' in destination ? destination.topic : '';
  const { realm_id } = sender.realm;
  return { realm_id, recipient_id, sender_id: sender.user_id, subject, topic_key: topicKey(subject), rendered_content };
}

interface StoredMessage {
  readonly id: MessageId;
  readonly timestamp: number;
  readonly content: RenderedContent;
  /** Accounts that muted the sender. */
  readonly muted_by: readonly UserId[];
  readonly limits_guests: boolean;
  /** As `topicStateOfSender` found it; empty where it asks for nothing. */
  readonly topic_state: Partial<TopicPolicyState>;
}

const NOBODY: readonly UserId[] = [];

async function storeMessage({ tx, now }: WriteContext, message: NewMessage): Promise<StoredMessage> {
  const { sender, destination, content } = message;
  const timestamp = seconds(now);
  const { id, stamp, is_muted, limits_guests, ...topic_state } = await insertMessage(tx, message, timestamp);
  const muted_by = is_muted ? await findMuters(tx, sender.user_id) : NOBODY;
  const stored = { id, timestamp, content, muted_by, limits_guests: Boolean(limits_guests), topic_state };
  if (stamp === content.dictionary.stamp) return stored;
  // It was rendered with an outdated render dictionary.
  const again = renderAgain(content, await renderDictionaryAt(tx, sender.realm, stamp));
  if (again.rendered_content !== content.rendered_content)
    await tx.run(sql`update messages set ${sql.set(renderedColumns(again, destination))} where id = ${id}`);
  return { ...stored, content: again };
}

type InsertedMessage = StoringFacts & { readonly id: MessageId };

async function insertMessage(tx: Transaction, message: NewMessage, timestamp: number): Promise<InsertedMessage> {
  const { sender, destination, content } = message;
  const topic = 'topic' in destination ? destination.topic : '';
  const columns = {
    realm_id: sender.realm.realm_id,
    recipient_id: destination.recipient_id,
    sender_id: sender.user_id,
    subject: topic,
    topic_key: topicKey(topic),
    content: content.writing.content,
    client: message.client,
    timestamp,
    ...renderedColumns(content, destination),
  };
  const sending = { sender, place: destination };
  const facts = await cachedFacts(tx, sending);
  const id = takeReservedId(tx);
  if (facts && id) {
    await tx.insertAhead('messages', { id, ...columns });
    return { ...facts, id };
  }
  const stored = await tx.get<InsertedMessage>(
    sql`insert into messages ${sql.insert(id ? { id, ...columns } : columns)}
     returning id, ${factColumns(sending, sql.raw('messages.id'))}`,
  );
  return stored!;
}

export function wildcardsOf({ stream_wildcard, topic_wildcard }: RenderedContent, destination: Destination) {
  const topic = topic_wildcard && 'topic' in destination;
  return (stream_wildcard ? WILDCARD.everyone : 0) | (topic ? WILDCARD.topic : 0);
}

export function renderedColumns(content: RenderedContent, destination: Destination) {
  const { rendered_content, has_link, has_image, has_attachment } = content;
  return { rendered_content, has_link, has_image, has_attachment, wildcards: wildcardsOf(content, destination) };
}

async function createFlags(tx: Transaction, { id, flags }: Sent): Promise<void> {
  for (const batch of batchesOf([...flags]))
    await tx.run(
      sql`insert into message_flags (user_id, message_id, flags) values ${sql.rows(batch.map(([user_id, bits]) => [user_id, id, bits]))}`,
    );
}

/** Guests of a channel who may not see its sender. Senders of direct messages are always visible. [UA4] */
async function findUnseen(
  tx: Transaction,
  sender: Sender,
  destination: Destination,
): Promise<Pick<LoggedMessage, 'unseen'>> {
  if (!('topic' in destination)) return {};
  const { realm } = sender;
  const by = await findUnseeing(tx, realm.realm_id, sender, destination.stream_id);
  return by.length === 0 ? {} : { unseen: { by, sender: unknownSender(sender.user_id, emailHost(realm)) } };
}

function loggedMessage(sent: Sent, called_bots: readonly UserId[]): LoggedMessage {
  const { id, timestamp, sender, destination, content, wildcards } = sent;
  const called = called_bots.map((user_id) => [user_id, FLAG.mentioned] as const);
  const flags = [...sent.flags, ...called];
  const links = 'topic' in destination ? topicLinksOf(destination.topic, content.dictionary) : [];
  return {
    id,
    sender_id: sender.user_id,
    sender_email: sender.api_email,
    sender_full_name: sender.full_name,
    avatar_url: pictureUrl(sender),
    client: sent.client,
    content: content.writing.content,
    rendered_content: content.rendered_content,
    recipient_id: destination.recipient_id,
    ...('topic' in destination
      ? { stream_id: destination.stream_id, display_recipient: destination.channel_name, subject: destination.topic }
      : { display_recipient: destination.people, subject: '' }),
    timestamp,
    ...(links.length > 0 ? { topic_links: links } : {}),
    ...(flags.length > 0 ? { flags } : {}),
    ...(wildcards === 0 ? {} : { wildcards }),
    ...(sent.submessages.length > 0 ? { submessages: sent.submessages } : {}),
    ...(sent.read_by_sender ? {} : { unread_by_sender: true }),
    ...(sent.muted_by.length > 0 ? { muted_by: sent.muted_by } : {}),
  };
}

function audienceOf(destination: Destination, called_bots: readonly UserId[]): Audience {
  if ('people' in destination) return { users: destination.people.map(({ id }) => id as UserId) };
  return {
    stream_id: destination.stream_id,
    ...(destination.is_public ? { public: true } : {}),
    ...(called_bots.length > 0 ? { users: called_bots } : {}),
  };
}
