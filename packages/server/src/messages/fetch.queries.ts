// GET /messages: a range around an anchor, or messages by id. Spec 4.6.
import { type MessageId, type Narrow, NEWEST_ANCHOR, type RecipientId, type UserId } from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { placeholders } from '../kit/database/placeholders.ts';
import type { Anchor } from './anchor.rules.ts';
import { findMessageIds } from './find.queries.ts';
import { type Asking, conditionsOf, type Filter, type NarrowPlan } from './narrow.queries.ts';
import { type Range, reaches, reachOfRecipient } from './reach.queries.ts';

export interface Fetched {
  readonly anchor: number;
  readonly ids: MessageId[];
  readonly found_newest: boolean;
  readonly found_oldest: boolean;
  readonly found_anchor: boolean;
}

export interface FetchRange {
  readonly anchor: Anchor;
  readonly include_anchor: boolean;
  readonly num_before: number;
  readonly num_after: number;
}

/** The id a named anchor stands for; null for the newest message. */
async function resolveAnchor(
  db: Connection,
  actor: Actor | null,
  plan: NarrowPlan,
  anchor: Anchor,
): Promise<number | null> {
  if (anchor.kind === 'id') return anchor.id;
  if (anchor.kind === 'oldest') return 0;
  if (anchor.kind === 'newest') return null;
  if (anchor.kind === 'first_unread') {
    if (!actor) return null;
    // What somebody wrote themselves they have read; nothing else is known to be read yet.
    const unread: Filter = { field: 'sender_id', value: actor.user_id, negated: true };
    const [first] = await findMessageIds(
      db,
      { ...plan, filters: [...plan.filters, unread] },
      { order: 'ascending', limit: 1 },
    );
    return first ?? null;
  }
  const since = await firstIdSince(db, anchor.timestamp);
  if (since === null) return null;
  const [first] = await findMessageIds(db, plan, { above: since - 1, order: 'ascending', limit: 1 });
  return first ?? null;
}

/** The first message of the server at or after a time. Ids follow time, so a few looks at the primary key find it. */
async function firstIdSince(db: Connection, timestamp: number): Promise<MessageId | null> {
  const newest = await db.get<{ id: number | null }>('select max(id) as id from messages');
  let low = 1;
  let high = (newest?.id ?? 0) + 1;
  let found: MessageId | null = null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await db.get<{ id: MessageId; timestamp: number }>(
      'select id, timestamp from messages where id >= $1 order by id limit 1',
      [middle],
    );
    if (!row || row.timestamp >= timestamp) {
      if (row) found = row.id;
      high = middle;
    } else low = row.id + 1;
  }
  return found;
}

export async function fetchRange(
  db: Connection,
  actor: Actor | null,
  plan: NarrowPlan,
  range: FetchRange,
): Promise<Fetched> {
  const anchor = await resolveAnchor(db, actor, plan, range.anchor);
  if (anchor === null) {
    const ids = await findMessageIds(db, plan, { order: 'descending', limit: range.num_before });
    return {
      anchor: NEWEST_ANCHOR,
      ids: ids.reverse(),
      found_newest: true,
      found_oldest: ids.length < range.num_before,
      found_anchor: false,
    };
  }
  const before = await findMessageIds(db, plan, { below: anchor, order: 'descending', limit: range.num_before });
  const at = range.include_anchor
    ? await findMessageIds(db, plan, { above: anchor - 1, below: anchor + 1, order: 'ascending', limit: 1 })
    : [];
  const after = await findMessageIds(db, plan, { above: anchor, order: 'ascending', limit: range.num_after });
  return {
    anchor,
    ids: [...before.reverse(), ...at, ...after],
    found_newest: after.length < range.num_after,
    found_oldest: anchor === 0 || before.length < range.num_before,
    found_anchor: at.length > 0,
  };
}

interface Candidate {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
  readonly sender_id: UserId;
  readonly topic_key: string;
}

/** Those of some ids that exist, that the reader may read and that meet the narrow, in order. */
export async function fetchAmong(asking: Asking, narrow: Narrow, ids: readonly MessageId[]): Promise<MessageId[]> {
  const { db, actor, realm } = asking;
  const { ranges, without, filters } = await conditionsOf(asking, narrow);
  const unique = [...new Set(ids)];
  if (unique.length === 0) return [];
  const candidates = await db.all<Candidate>(
    `select id, recipient_id, sender_id, topic_key from messages
     where realm_id = $1 and id in (${placeholders(unique.length, 2)}) order by id`,
    [realm.realm_id, ...unique],
  );
  const reach = new Map<RecipientId, readonly Range[]>();
  for (const recipient_id of new Set(candidates.map((candidate) => candidate.recipient_id))) {
    if (without.has(recipient_id)) continue;
    reach.set(recipient_id, ranges ?? (await reachOfRecipient(db, actor, realm, recipient_id)));
  }
  const meets = (candidate: Candidate) =>
    reaches(reach.get(candidate.recipient_id) ?? [], candidate) &&
    filters.every(({ field, value, negated }) => (candidate[field] === value) !== negated);
  return candidates.filter(meets).map(({ id }) => id);
}
