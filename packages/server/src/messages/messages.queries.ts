// Reads stored messages whole, as one reader gets them.
import type { ChannelId, DirectRecipient, Message, MessageId, ReadMessage, RecipientId, UserId } from '@stoa/contract';
import type { z } from 'zod';
import type { Actor, Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { placeholders } from '../kit/database/placeholders.ts';
import { getOrSet } from '../kit/get-or-set.ts';
import { findReactions } from '../reactions/reactions.queries.ts';
import { apiEmail, avatarUrl, type UserRow, type Viewer } from '../users/users.present.ts';
import { emailHost } from '../users/users.queries.ts';
import { isMeMessage } from './content.rules.ts';
import { findMessageIds } from './find.queries.ts';
import { reachReceived } from './reach.queries.ts';
import { displayTopic } from './topics.rules.ts';

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
  stream_id: ChannelId | null;
  channel_name: string | null;
}

type Sender = Pick<UserRow, 'user_id' | 'email' | 'full_name' | 'is_bot' | 'avatar_version' | 'settings'>;
type StoredMessage = MessageRow & Omit<Sender, 'user_id'>;

const COLUMNS = `messages.id, messages.recipient_id, sender_id, subject, content, rendered_content, client, timestamp,
  last_edit_timestamp, last_moved_timestamp, recipients.stream_id, channels.name as channel_name,
  users.email, users.full_name, users.is_bot, users.avatar_version, users.settings`;
const FROM = `from messages join users on users.user_id = messages.sender_id
  join recipients on recipients.recipient_id = messages.recipient_id
  left join channels on channels.stream_id = recipients.stream_id`;
const IDS_PER_STATEMENT = 1000;

export async function findMessageRow(db: Connection, realm: Realm, id: MessageId): Promise<StoredMessage | null> {
  return db.get<StoredMessage>(`select ${COLUMNS} ${FROM} where messages.id = $1 and messages.realm_id = $2`, [
    id,
    realm.realm_id,
  ]);
}

async function findMessageRows(db: Connection, ids: readonly MessageId[]): Promise<StoredMessage[]> {
  const rows: StoredMessage[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
    const some = ids.slice(at, at + IDS_PER_STATEMENT);
    const places = placeholders(some.length);
    rows.push(...(await db.all<StoredMessage>(`select ${COLUMNS} ${FROM} where messages.id in (${places})`, some)));
  }
  return rows.sort((a, b) => a.id - b.id);
}

export type DirectPeople = z.output<typeof DirectRecipient>[];

/** The people of direct conversations, by recipient, each list in order of id. */
async function findDirectPeople(
  db: Connection,
  realm: Realm,
  recipient_ids: readonly RecipientId[],
): Promise<Map<RecipientId, DirectPeople>> {
  const people = new Map<RecipientId, DirectPeople>();
  const ids = [...new Set(recipient_ids)];
  for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
    const some = ids.slice(at, at + IDS_PER_STATEMENT);
    const rows = await db.all<{ recipient_id: RecipientId } & UserRow>(
      `select recipient_id, users.user_id, email, full_name, is_bot, settings from recipient_users join users using (user_id)
       where recipient_id in (${placeholders(some.length)}) order by users.user_id`,
      some,
    );
    for (const row of rows)
      getOrSet(people, row.recipient_id, () => [] as DirectPeople).push({
        id: row.user_id,
        email: apiEmail(row, emailHost(realm)),
        full_name: row.full_name,
        is_mirror_dummy: false,
      });
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

/** Messages by id, in order; the caller has checked that the reader may read them. */
export async function readMessages(
  db: Connection,
  reading: Reading,
  ids: readonly MessageId[],
): Promise<ReadMessage[]> {
  const rows = await findMessageRows(db, ids);
  const direct = rows.filter((row) => row.stream_id === null).map((row) => row.recipient_id);
  const people = await findDirectPeople(db, reading.realm, direct);
  const host = emailHost(reading.realm);
  const reactions = await findReactions(db, ids);
  return rows.map((row) => ({
    ...presentRow(row, host, people, reading),
    reactions: reactions.get(row.id) ?? [],
    flags: flagsOf(row, reading.actor),
  }));
}

/** What of a message is one reader's own. Until read state is kept, only what somebody wrote themselves counts as read. */
function flagsOf(row: MessageRow, actor: Actor | null): string[] {
  return row.sender_id === actor?.user_id ? ['read'] : [];
}

function presentRow(
  row: StoredMessage,
  host: string,
  people: ReadonlyMap<RecipientId, DirectPeople>,
  reading: Omit<Reading, 'actor' | 'realm'>,
): Omit<Message, 'reactions'> {
  const sender = { ...row, user_id: row.sender_id } as unknown as UserRow;
  return {
    id: row.id,
    type: row.stream_id === null ? 'private' : 'stream',
    sender_id: row.sender_id,
    sender_email: apiEmail(sender, host),
    sender_full_name: row.full_name,
    sender_realm_str: '',
    avatar_url: avatarUrl(sender, reading.viewer),
    client: row.client,
    content: reading.apply_markdown ? row.rendered_content : row.content,
    content_type: reading.apply_markdown ? 'text/html' : 'text/x-markdown',
    display_recipient: row.stream_id === null ? (people.get(row.recipient_id) ?? []) : row.channel_name!,
    recipient_id: row.recipient_id,
    ...(row.stream_id === null ? {} : { stream_id: row.stream_id }),
    subject: row.stream_id === null ? '' : displayTopic(row.subject, reading.allow_empty_topic_name),
    is_me_message: isMeMessage(row.content),
    timestamp: row.timestamp,
    ...(row.last_edit_timestamp === null ? {} : { last_edit_timestamp: row.last_edit_timestamp }),
    ...(row.last_moved_timestamp === null ? {} : { last_moved_timestamp: row.last_moved_timestamp }),
    submessages: [],
    topic_links: [],
  };
}

/** The newest message somebody has received; -1 if there is none. */
export async function findMaxMessageId(db: Connection, actor: Actor): Promise<number> {
  const plan = { ranges: await reachReceived(db, actor), filters: [] };
  const [newest] = await findMessageIds(db, plan, { order: 'descending', limit: 1 });
  return newest ?? -1;
}
