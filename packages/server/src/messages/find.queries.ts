// Finds the ids of the messages of a narrow: the nearest to an anchor on either side, without reading what is not asked for.
import type { MessageId } from '@stoa/contract';
import type { Connection, Parameter } from '../kit/database/connection.ts';
import type { Filter, NarrowPlan } from './narrow.queries.ts';
import type { Range } from './reach.queries.ts';

/** One statement looks into so many recipients: each part of it stops at the limit, so a large one costs no more than a small. */
const RANGES_PER_STATEMENT = 50;
/** Bounds that no message reaches. */
const LOWEST = 0;
const HIGHEST = Number.MAX_SAFE_INTEGER;

export interface Search {
  /** Ids above this ... */
  readonly above?: number;
  /** ... and below this. */
  readonly below?: number;
  readonly order: 'ascending' | 'descending';
  readonly limit: number;
}

/** Placeholders numbered as they are asked for, and their values. */
class Parameters {
  readonly values: Parameter[] = [];
  add(value: Parameter): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

function conditions(filters: readonly Filter[], parameters: Parameters): string {
  return filters
    .map(({ field, value, negated }) => ` and messages.${field} ${negated ? '<>' : '='} ${parameters.add(value)}`)
    .join('');
}

/** Ids in the order asked for. [MS8] */
export async function findMessageIds(db: Connection, plan: NarrowPlan, search: Search): Promise<MessageId[]> {
  if (search.limit <= 0 || plan.ranges.length === 0) return [];
  const sender = plan.filters.find((filter) => filter.field === 'sender_id' && !filter.negated);
  const one_conversation = plan.ranges.length === 1;
  const find = sender && !one_conversation ? findBySender : findByRecipient;
  const found: MessageId[] = [];
  for (let at = 0; at < plan.ranges.length; at += RANGES_PER_STATEMENT)
    found.push(...(await find(db, plan.ranges.slice(at, at + RANGES_PER_STATEMENT), plan.filters, search)));
  const sign = search.order === 'ascending' ? 1 : -1;
  return found.sort((a, b) => sign * (a - b)).slice(0, search.limit);
}

/** Takes the nearest of each recipient, then the nearest of those. */
async function findByRecipient(db: Connection, ranges: readonly Range[], filters: readonly Filter[], search: Search) {
  const parameters = new Parameters();
  const order = search.order === 'ascending' ? 'asc' : 'desc';
  const parts = ranges.map((range, at) => {
    const above = parameters.add(Math.max(range.after_id, search.above ?? LOWEST));
    const below = parameters.add(Math.min(range.until_id + 1, search.below ?? HIGHEST));
    const recipient = parameters.add(range.recipient_id);
    const filter = conditions(filters, parameters);
    return `select id from (select id from messages where recipient_id = ${recipient} and id > ${above} and id < ${below}${filter}
      order by id ${order} limit ${parameters.add(search.limit)}) as part${at}`;
  });
  const rows = await db.all<{ id: MessageId }>(parts.join(' union all '), parameters.values);
  return rows.map((row) => row.id);
}

/** Walks the sender's own messages: they are few beside those of many channels. */
async function findBySender(db: Connection, ranges: readonly Range[], filters: readonly Filter[], search: Search) {
  const parameters = new Parameters();
  const rows = ranges.map((range) => {
    const fields = [range.recipient_id, range.after_id, range.until_id];
    return `(${fields.map((value) => `cast(${parameters.add(value)} as bigint)`).join(', ')})`;
  });
  const above = parameters.add(search.above ?? LOWEST);
  const below = parameters.add(search.below ?? HIGHEST);
  const found = await db.all<{ id: MessageId }>(
    `with reach (recipient_id, after_id, until_id) as (values ${rows.join(', ')})
     select messages.id from messages
     where messages.id > ${above} and messages.id < ${below}${conditions(filters, parameters)}
       and exists (select 1 from reach where reach.recipient_id = messages.recipient_id
         and messages.id > reach.after_id and messages.id <= reach.until_id)
     order by messages.id ${search.order === 'ascending' ? 'asc' : 'desc'} limit ${parameters.add(search.limit)}`,
    parameters.values,
  );
  return found.map((row) => row.id);
}
