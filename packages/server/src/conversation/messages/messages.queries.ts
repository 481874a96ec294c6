// Reads complete messages as one reader receives them.

import type { ChannelId, DirectRecipient, Message, MessageId, ReadMessage, RecipientId, UserId } from '@stoa/contract';
import { isMeMessage } from '@stoa/markdown';
import type { z } from 'zod';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findHiddenAmong } from '../../identity/users/user-access.queries.ts';
import { unknownSender } from '../../identity/users/user-access.rules.ts';
import { apiEmail, avatarUrl, forSpectator, type UserRow, type Viewer } from '../../identity/users/users.present.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf, inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { findReceivedRanges } from '../access/readable-ranges.queries.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';
import { findEachFlags } from '../read-ranges/flags.queries.ts';
import { findEditHistories, LISTED_HISTORY } from './edit-history.queries.ts';
import { findIds } from './find.queries.ts';
import { findReactions } from './reactions.queries.ts';
import { findSubmessages } from './submessages.queries.ts';
import { topicLinker } from './topic-links.queries.ts';

export interface MessageRow {
  id: MessageId;
  recipient_id: RecipientId;
  sender_id: UserId;
  subject: string;
  content: string;
  rendered_content: string;
  client: string;
  timestamp: number;
  last_edit_timestamp: number | null;
  last_moved_timestamp: number | null;
  /** Whether it has an edit history. */
  is_edited: boolean;
  stream_id: ChannelId | null;
  channel_name: string | null;
}

type Sender = Pick<
  UserRow,
  'user_id' | 'email' | 'full_name' | 'is_bot' | 'avatar_source' | 'avatar_version' | 'avatar_key' | 'settings'
>;
type StoredMessage = MessageRow & Omit<Sender, 'user_id'>;

const COLUMNS = `messages.id, messages.recipient_id, sender_id, subject, content, rendered_content, client, timestamp,
  last_edit_timestamp, last_moved_timestamp, is_edited, recipients.stream_id, channels.name as channel_name,
  users.email, users.full_name, users.is_bot, users.avatar_source, users.avatar_version, users.avatar_key, users.settings`;
const FROM = `from messages join users on users.user_id = messages.sender_id
  join recipients on recipients.recipient_id = messages.recipient_id
  left join channels on channels.stream_id = recipients.stream_id`;

export async function findMessageRow(db: Connection, realm: Realm, id: MessageId): Promise<StoredMessage | null> {
  return db.get<StoredMessage>(
    sql`select ${sql.raw(COLUMNS)} ${sql.raw(FROM)} where messages.id = ${id} and messages.realm_id = ${realm.realm_id}`,
  );
}

type BareMessage = Omit<MessageRow, 'stream_id' | 'channel_name'>;
type MessageConversation = Pick<MessageRow, 'recipient_id' | 'stream_id' | 'channel_name'>;

/** Reads shared data once for many messages: senders and recipients. */
async function findMessageRows(
  db: Connection,
  ids: readonly MessageId[],
): Promise<{ rows: MessageRow[]; senders: ReadonlyMap<UserId, Sender> }> {
  const bare = await inBatches([...new Set(ids)], (batch) =>
    db.all<BareMessage>(
      sql`select id, recipient_id, sender_id, subject, content, rendered_content, client, timestamp, last_edit_timestamp,
         last_moved_timestamp, is_edited from messages where id in (${sql.list(batch)})`,
    ),
  );
  const found = await inBatches([...new Set(bare.map(({ recipient_id }) => recipient_id))], (batch) =>
    db.all<MessageConversation>(
      sql`select recipients.recipient_id, recipients.stream_id, channels.name as channel_name
         from recipients left join channels on channels.stream_id = recipients.stream_id
         where recipients.recipient_id in (${sql.list(batch)})`,
    ),
  );
  const senders = await inBatches([...new Set(bare.map(({ sender_id }) => sender_id))], (batch) =>
    db.all<Sender>(
      sql`select user_id, email, full_name, is_bot, avatar_source, avatar_version, avatar_key, settings from users
         where user_id in (${sql.list(batch)})`,
    ),
  );
  const place_of = new Map(found.map((place) => [place.recipient_id, place]));
  const rows = bare.map((row) => Object.assign(row, place_of.get(row.recipient_id)!)).sort((a, b) => a.id - b.id);
  return { rows, senders: new Map(senders.map((sender) => [sender.user_id, sender])) };
}

type DirectRow = Pick<UserRow, 'user_id' | 'email' | 'full_name' | 'is_bot' | 'settings'>;
export type DirectPeople = z.output<typeof DirectRecipient>[];

/** A person of a direct conversation, as messages present them. */
export function directPerson(user: DirectRow, host: string): DirectPeople[number] {
  return { id: user.user_id, email: apiEmail(user, host), full_name: user.full_name, is_mirror_dummy: false };
}

/** The people of direct conversations by recipient, each list by id. */
export async function findDirectPeople(
  db: Connection,
  realm: Realm,
  recipient_ids: readonly RecipientId[],
): Promise<Map<RecipientId, DirectPeople>> {
  const people = new Map<RecipientId, DirectPeople>();
  for (const batch of batchesOf([...new Set(recipient_ids)])) {
    const rows = await db.all<{ recipient_id: RecipientId } & DirectRow>(
      sql`select recipient_id, users.user_id, email, full_name, is_bot, settings from recipient_users join users using (user_id)
       where recipient_id in (${sql.list(batch)}) order by users.user_id`,
    );
    for (const row of rows)
      getOrSet(people, row.recipient_id, () => [] as DirectPeople).push(directPerson(row, emailHost(realm)));
  }
  return people;
}

export interface Reading {
  readonly actor: Actor | null;
  readonly realm: Realm;
  readonly viewer: Viewer;
  readonly apply_markdown: boolean;
  readonly allow_empty_topic_name: boolean;
}

/** Messages by id, in order. Checks no access. */
export async function readMessages(
  db: Connection,
  reading: Reading,
  ids: readonly MessageId[],
): Promise<ReadMessage[]> {
  const messages = await presentMessages(db, reading, ids);
  const flags = await findEachFlags(db, reading.actor, ids);
  return messages.map((message) => ({ ...message, flags: flags.get(message.id)! }));
}

/** The parts of messages that are equal for all readers of a group. */
export async function presentMessages(
  db: Connection,
  reading: Reading,
  ids: readonly MessageId[],
): Promise<Omit<ReadMessage, 'flags'>[]> {
  if (ids.length === 0) return [];
  const { rows, senders } = await findMessageRows(db, ids);
  const direct = rows.filter((row) => row.stream_id === null).map((row) => row.recipient_id);
  const people = await findDirectPeople(db, reading.realm, direct);
  const host = emailHost(reading.realm);
  const reactions = await findReactions(db, ids);
  const submessages = await findSubmessages(db, ids);
  const { realm, allow_empty_topic_name } = reading;
  const histories = await findEditHistories(db, realm.realm_id, rows, allow_empty_topic_name, LISTED_HISTORY);
  const linksOf = await topicLinker(db, reading.realm, rows);
  const hidden = reading.actor ? await findHiddenAmong(db, reading.actor, senders.keys()) : NOBODY;
  const sent_by = new Map(
    [...senders].map(([user_id, sender]) => [
      user_id,
      hidden.has(user_id) ? unknownSender(user_id, host) : presentSender(sender, host, reading),
    ]),
  );
  return rows.map((row) => ({
    ...presentRow(row, sent_by.get(row.sender_id)!, people, reading),
    ...(histories.has(row.id) ? { edit_history: histories.get(row.id)! } : {}),
    reactions: reactions.get(row.id) ?? [],
    submessages: submessages.get(row.id) ?? [],
    topic_links: row.stream_id === null ? [] : linksOf(row.subject),
  }));
}

const NOBODY: ReadonlySet<UserId> = new Set();

type PresentedSender = Pick<Message, 'sender_email' | 'sender_full_name' | 'avatar_url'>;

function presentSender(sender: Sender, host: string, { viewer }: Reading): PresentedSender {
  const user = viewer.user_id === null ? forSpectator(sender) : sender;
  return {
    sender_email: apiEmail(user, host),
    sender_full_name: sender.full_name,
    avatar_url: avatarUrl(user, viewer),
  };
}

function presentRow(
  row: MessageRow,
  sender: PresentedSender,
  people: ReadonlyMap<RecipientId, DirectPeople>,
  reading: Reading,
): Omit<Message, 'reactions' | 'submessages' | 'topic_links'> {
  return {
    id: row.id,
    type: row.stream_id === null ? 'private' : 'stream',
    sender_id: row.sender_id,
    ...sender,
    sender_realm_str: '',
    client: row.client,
    content: reading.apply_markdown ? row.rendered_content : row.content,
    content_type: reading.apply_markdown ? 'text/html' : 'text/x-markdown',
    display_recipient: row.stream_id === null ? (people.get(row.recipient_id) ?? []) : row.channel_name!,
    recipient_id: row.recipient_id,
    ...(row.stream_id === null ? {} : { stream_id: row.stream_id }),
    subject: row.stream_id === null ? '' : displayTopic(row.subject, reading.allow_empty_topic_name),
    is_me_message: isMeMessage(row.content, row.rendered_content),
    timestamp: row.timestamp,
    ...(row.last_edit_timestamp === null ? {} : { last_edit_timestamp: row.last_edit_timestamp }),
    ...(row.last_moved_timestamp === null ? {} : { last_moved_timestamp: row.last_moved_timestamp }),
  };
}

/** The newest message an account received; -1 if there is none. */
export async function findMaxMessageId(db: Connection, actor: Actor): Promise<number> {
  const plan = { ranges: await findReceivedRanges(db, actor), filters: [] };
  const [newest] = await findIds(db, plan, { order: 'descending', limit: 1 });
  return newest?.id ?? -1;
}
