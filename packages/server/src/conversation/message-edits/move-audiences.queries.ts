// The audiences of a move: readers of the messages in the new place learn of the move, those who lose access learn of a
// deletion, nobody else anything. [ED42] [ED43]

import type { MessageId, Role, UserId } from '@stoa/contract';
import { ROLE } from '@stoa/contract';
import { findHolders, type Holders } from '../../identity/membership/membership.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { hasProtectedHistory } from '../channels/channels.rules.ts';
import { audiencesOfMessages, findStarringOutsiders, withStarring } from '../recipients/audience.queries.ts';

export interface MoveAudience {
  readonly ids: MessageId[];
  readonly moved: Audience;
  /** Those who can no longer read the messages; null: nobody. */
  readonly gone: Audience | null;
}

interface Person {
  readonly user_id: UserId;
  readonly role: Role;
  readonly in_from: boolean;
  readonly in_to: boolean;
  /** Starred one of the messages without being subscribed to their channel. */
  readonly is_starring: boolean;
}
interface MemberSpan {
  readonly user_id: UserId;
  readonly after_message_id: number;
  readonly until_message_id: number | null;
}

async function findPeople(
  db: Connection,
  from: ChannelRow,
  to: ChannelRow,
  ids: readonly MessageId[],
): Promise<Person[]> {
  const rows = await db.all<{ user_id: UserId; role: Role; in_from: number; in_to: number }>(
    sql`select users.user_id, role, max(case when stream_id = ${from.stream_id} then 1 else 0 end) as in_from,
       max(case when stream_id = ${to.stream_id} then 1 else 0 end) as in_to
     from subscriptions join users on users.user_id = subscriptions.user_id
     where stream_id in (${from.stream_id}, ${to.stream_id}) and active and is_active group by users.user_id, role order by users.user_id`,
  );
  const people = new Map(
    rows.map((row) => [
      row.user_id,
      { ...row, in_from: row.in_from === 1, in_to: row.in_to === 1, is_starring: false },
    ]),
  );
  for (const person of await findStarringOutsiders(db, from.stream_id, ids)) {
    const { in_to } = people.get(person.user_id) ?? { in_to: false };
    people.set(person.user_id, { ...person, in_from: false, in_to, is_starring: true });
  }
  return [...people.values()];
}

/** Whether people may read a channel, whichever messages of it: [CH6] for many at once. */
async function readersOf(
  db: Connection,
  channel: ChannelRow,
): Promise<(role: Role, id: UserId, is_in: boolean) => boolean> {
  if (channel.is_web_public) return () => true;
  if (!channel.invite_only) return (role, _, is_in) => is_in || role < ROLE.guest;
  const holders: Holders = await findHolders(db, [channel.can_subscribe_group, channel.can_add_subscribers_group]);
  const single = new Set(holders.users);
  const holds = (role: Role, id: UserId) =>
    role < ROLE.guest && (single.has(id) || (holders.role_at_most !== null && role <= holders.role_at_most));
  return (role, id, is_in) => is_in || holds(role, id);
}

/** The spans each member received in a channel with protected history. */
async function findMemberSpans(db: Connection, channel: ChannelRow): Promise<ReadonlyMap<UserId, MemberSpan[]>> {
  const spans = new Map<UserId, MemberSpan[]>();
  if (!hasProtectedHistory(channel)) return spans;
  const rows = await db.all<MemberSpan>(
    sql`select user_id, after_message_id, until_message_id from subscription_spans where stream_id = ${channel.stream_id}`,
  );
  for (const row of rows) spans.set(row.user_id, [...(spans.get(row.user_id) ?? []), row]);
  return spans;
}

const received = (spans: readonly MemberSpan[] | undefined, id: MessageId) =>
  spans?.some((span) => span.after_message_id < id && (span.until_message_id ?? Number.MAX_SAFE_INTEGER) >= id) ??
  false;

/** Ids ascending. With protected history, neighbouring messages with the same readers share an event. */
export async function findMoveAudiences(
  db: Connection,
  from: ChannelRow,
  to: ChannelRow,
  ids: readonly MessageId[],
): Promise<MoveAudience[]> {
  if (from.stream_id === to.stream_id) return audiencesWithin(db, from, ids);
  const people = await findPeople(db, from, to, ids);
  const may_read_from = await readersOf(db, from);
  const may_read_to = await readersOf(db, to);
  const stays_from = await findMemberSpans(db, from);
  const stays_to = await findMemberSpans(db, to);
  const could = ({ user_id, role, in_from }: Person, id: MessageId) =>
    may_read_from(role, user_id, in_from) && (!hasProtectedHistory(from) || received(stays_from.get(user_id), id));
  const can = ({ user_id, role, in_to }: Person, id: MessageId) =>
    may_read_to(role, user_id, in_to) && (!hasProtectedHistory(to) || received(stays_to.get(user_id), id));
  const audiences = new Map<string, MoveAudience>();
  let current: { key: string; audience: Omit<MoveAudience, 'ids'> } | null = null;
  const bounds = boundsOf([...stays_from.values(), ...stays_to.values()].flat());
  let next_bound = 0;
  for (const id of ids) {
    while (next_bound < bounds.length && bounds[next_bound]! < id) {
      next_bound++;
      current = null;
    }
    current ??= keyed(audiencesAt(id, people, from, could, can));
    const group = audiences.get(current.key) ?? { ids: [], ...current.audience };
    audiences.set(current.key, group);
    group.ids.push(id);
  }
  return [...audiences.values()];
}

const keyed = (audience: Omit<MoveAudience, 'ids'>) => ({ key: JSON.stringify(audience), audience: audience });

/** The span bounds at which readers change; between two of them the readers are the same. */
function boundsOf(spans: readonly MemberSpan[]): number[] {
  const ids = spans.flatMap(({ after_message_id, until_message_id }) => [after_message_id, until_message_id ?? 0]);
  return [...new Set(ids)].sort((a, b) => a - b);
}

function audiencesAt(
  id: MessageId,
  people: readonly Person[],
  from: ChannelRow,
  could: (person: Person, id: MessageId) => boolean,
  can: (person: Person, id: MessageId) => boolean,
): Omit<MoveAudience, 'ids'> {
  const readers = people.filter((person) => could(person, id));
  const idsOf = (some: readonly Person[]) => some.map(({ user_id }) => user_id);
  const keeping = readers.filter((person) => can(person, id));
  const lost = idsOf(readers.filter((person) => (person.in_from || person.is_starring) && !can(person, id)));
  const gone = lost.length > 0 ? { users: lost } : null;
  if (hasProtectedHistory(from)) return { moved: { users: idsOf(keeping) }, gone };
  // Readers who are not in the old channel are named; the others are described by it.
  const arrived = idsOf(keeping.filter(({ in_from }) => !in_from));
  const moved: Audience = {
    stream_id: from.stream_id,
    ...(arrived.length > 0 ? { users: arrived } : {}),
    ...(lost.length > 0 ? { except: lost } : {}),
  };
  return { moved, gone };
}

async function audiencesWithin(
  db: Connection,
  channel: ChannelRow,
  ids: readonly MessageId[],
): Promise<MoveAudience[]> {
  if (!channel.invite_only) {
    const moved = await withStarring(db, { stream_id: channel.stream_id }, ids);
    return [{ ids: [...ids], moved, gone: null }];
  }
  const audiences = await audiencesOfMessages(db, channel, ids);
  const by_key = new Map<string, MoveAudience>();
  for (const id of ids) {
    const moved = audiences(id);
    const key = JSON.stringify(moved);
    const group = by_key.get(key) ?? { ids: [], moved, gone: null };
    by_key.set(key, group);
    group.ids.push(id);
  }
  return [...by_key.values()];
}
