// Resolves the operands of narrows: channels, people, messages. What is hidden from the reader answers like what does
// not exist.

import {
  type ChannelId,
  type MessageId,
  type NarrowTerm,
  type RecipientId,
  type UserId,
  wholeNumber,
} from '@stoa/contract';
import { maySeeUser } from '../../identity/users/user-access.queries.ts';
import { findUserByAddress, findUsersById } from '../../identity/users/users.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { loginNeeded } from '../../kit/access/login-needed.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import {
  findRangesOfChannel,
  findRangesOfKind,
  findRangesOfRecipient,
  isInRanges,
  type ReadableRange,
  wholeRange,
} from '../access/readable-ranges.queries.ts';
import { findAccess, findChannel, findChannelByName } from '../channels/channels.queries.ts';
import {
  findDirectRecipient,
  findDirectRecipients,
  findDirectRecipientsWith,
} from '../recipients/recipients.queries.ts';
import { badNarrow, isOfConversation, nameConversation } from './narrow-terms.rules.ts';

export interface NarrowReader {
  readonly db: Connection;
  readonly realm: Realm;
  readonly actor: Actor | null;
}

type Operand = NarrowTerm['operand'];
const DIGITS = /^\d{1,15}$/;

/** A message id, as a number or in digits. */
export function idOf({ operator, operand }: NarrowTerm, desc: string): MessageId {
  const id = typeof operand === 'string' ? wholeNumber(operand) : operand;
  if (typeof id !== 'number' || !Number.isSafeInteger(id))
    throw badNarrow(operator === 'with' ? 'invalid_with' : 'invalid_id', desc, { operator, operand });
  return id as MessageId;
}

/** The readable ranges of a channel, a kind of channels or the direct messages with given people. */
export async function findNamedRanges(
  reader: NarrowReader,
  { operator, operand }: NarrowTerm,
): Promise<readonly ReadableRange[]> {
  const { db, actor, realm } = reader;
  if (operator === 'channel') return findChannelRanges(reader, operand);
  if (operator === 'channels') {
    if (operand !== 'public' && operand !== 'web-public' && operand !== 'archived')
      throw badNarrow('unknown_operand', `unknown channels operand ${operand}`, { operator, operand });
    return findRangesOfKind(db, actor, realm, operand);
  }
  if (!actor) throw loginNeeded();
  const { user_id } = actor;
  if (operator === 'is') return (await findDirectRecipients(db, user_id)).map(wholeRange);
  if (operator === 'dm') {
    if (Array.isArray(operand) && operand.length === 0) return []; // no conversation, not the one with oneself
    const recipient_id = await findDirectRecipient(db, realm.realm_id, [
      ...(await userIdsOf(reader, operand)),
      user_id,
    ]);
    return recipient_id === null ? [] : findRangesOfRecipient(db, actor, realm, recipient_id);
  }
  const other = await userIdOf(reader, operand);
  const at_least = operator === 'group-pm-with' ? 3 : 1;
  return (await findDirectRecipientsWith(db, user_id, other, at_least)).map(wholeRange);
}

async function findChannelRanges(reader: NarrowReader, operand: Operand): Promise<ReadableRange[]> {
  const { db, actor } = reader;
  const channel = await channelOf(reader, operand);
  const ranges = channel ? await findRangesOfChannel(db, actor, channel) : [];
  // The same response for unknown channels and hidden ones.
  if (!channel || (ranges.length === 0 && !(await findAccess(db, actor, channel)).metadata))
    throw badNarrow('unknown_channel', `unknown channel ${operand}`, { operator: 'channel', operand });
  return ranges;
}

async function channelOf({ db, realm }: NarrowReader, operand: Operand) {
  if (typeof operand === 'number') return findChannel(db, realm.realm_id, operand as ChannelId);
  if (typeof operand !== 'string')
    throw badNarrow('unknown_channel', 'channel must be a name or an id', { operator: 'channel', operand });
  const by_name = await findChannelByName(db, realm.realm_id, operand);
  if (by_name || !DIGITS.test(operand)) return by_name;
  return findChannel(db, realm.realm_id, Number(operand) as ChannelId);
}

/** An account by id, or by an address visible to the reader. */
export async function userIdOf(reader: NarrowReader, operand: Operand): Promise<UserId> {
  const found = await findUserId(reader, operand);
  if (found === null) throw badNarrow('unknown_user', `unknown user ${operand}`, { operand });
  return found;
}

async function findUserId(reader: NarrowReader, operand: Operand): Promise<UserId | null> {
  const { db, actor, realm } = reader;
  const byId = async (id: number) => {
    const [user] = await findUsersById(db, realm.realm_id, [id as UserId]);
    return user && (!actor || (await maySeeUser(db, actor, user))) ? user : null;
  };
  if (typeof operand === 'number') return (await byId(operand))?.user_id ?? null;
  if (typeof operand !== 'string') return null;
  const found =
    (await findUserByAddress(db, reader, operand)) ?? (DIGITS.test(operand) ? await byId(Number(operand)) : null);
  return found?.user_id ?? null;
}

/** The people of a `dm` operand: ids, or ids and addresses separated by commas. */
async function userIdsOf(reader: NarrowReader, operand: Operand): Promise<UserId[]> {
  const people = Array.isArray(operand) ? operand : typeof operand === 'string' ? operand.split(',') : [operand];
  const named = people
    .map((person) => (typeof person === 'string' ? person.trim() : person))
    .filter((person) => person !== '');
  if (named.length === 0) throw badNarrow('unknown_user', `unknown user in ${operand}`, { operand });
  return Promise.all(
    named.map(async (person) => {
      const found = await findUserId(reader, person);
      if (found === null) throw badNarrow('unknown_user', `unknown user in ${operand}`, { operand });
      return found;
    }),
  );
}

/** Replaces the named conversation by the current one of the message that `with` names. [NA8] */
export async function resolveWith(reader: NarrowReader, terms: readonly NarrowTerm[]): Promise<readonly NarrowTerm[]> {
  const [named, another] = terms.filter(({ operator }) => operator === 'with');
  if (!named) return terms;
  if (another) throw badNarrow('invalid_with', "Duplicate 'with' operators.");
  if (named.negated) throw badNarrow('invalid_with', "Invalid 'with' operator");
  const found = await findConversation(reader, idOf(named, "Invalid 'with' operator"));
  const others = terms.filter((term) => term !== named);
  if (found) return [...others.filter((term) => !isOfConversation(term)), ...found];
  // A link to a deleted message still opens the conversation that the link names.
  if (!nameConversation(others)) throw badNarrow('invalid_with', "Invalid 'with' operator");
  return others;
}

interface Located {
  id: MessageId;
  recipient_id: RecipientId;
  subject: string;
  stream_id: ChannelId | null;
}

async function findConversation(reader: NarrowReader, id: MessageId): Promise<NarrowTerm[] | null> {
  const { db, actor, realm } = reader;
  const message = await db.get<Located>(
    sql`select id, messages.recipient_id, subject, stream_id from messages join recipients using (recipient_id)
     where id = ${id} and messages.realm_id = ${realm.realm_id}`,
  );
  if (!message || !isInRanges(await findRangesOfRecipient(db, actor, realm, message.recipient_id), message))
    return null;
  const { recipient_id, stream_id, subject } = message;
  if (stream_id !== null)
    return [
      { operator: 'channel', operand: stream_id, negated: false },
      { operator: 'topic', operand: subject, negated: false },
    ];
  const people = await db.all<{ user_id: UserId }>(
    sql`select user_id from recipient_users where recipient_id = ${recipient_id}`,
  );
  return [{ operator: 'dm', operand: people.map(({ user_id }) => user_id), negated: false }];
}
