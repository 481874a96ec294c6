// Finds the first unread message of a narrow.
import { narrowFewToUnread, narrowToUnread } from '../read-ranges/unread.queries.ts';
import { findIds } from './find.queries.ts';
import type { NarrowPlan } from './narrow.queries.ts';
import { unread } from './narrow-filters.rules.ts';
import type { NarrowReader } from './narrow-operands.queries.ts';

/** Looking through this many takes less than a millisecond, and less than a long read takes to begin. [MS76] */
const FEW_MESSAGES = 300;

async function firstOf({ db, actor }: NarrowReader, plan: NarrowPlan): Promise<number | null> {
  const filters = [...plan.filters, unread(actor!.user_id)];
  const [first] = await findIds(db, { ...plan, filters }, { order: 'ascending', limit: 1 });
  return first?.id ?? null;
}

/** Its id; null if everything is read. */
export async function findFirstUnread(reader: NarrowReader, plan: NarrowPlan): Promise<number | null> {
  const { db, actor } = reader;
  return actor && firstOf(reader, { ...plan, ranges: await narrowToUnread(db, actor.user_id, plan.ranges) });
}

/** The same for few conversations, if few rows tell; else undefined. */
export async function findFirstUnreadOfFew(reader: NarrowReader, plan: NarrowPlan): Promise<number | null | undefined> {
  const { db, actor } = reader;
  if (!actor) return null;
  const ranges = await narrowFewToUnread(db, actor.user_id, plan.ranges);
  if (ranges === null) return undefined;
  const narrowed = { ...plan, ranges };
  const ids = await findIds(db, narrowed, { order: 'ascending', limit: FEW_MESSAGES + 1 });
  return ids.length > FEW_MESSAGES ? undefined : firstOf(reader, narrowed);
}
