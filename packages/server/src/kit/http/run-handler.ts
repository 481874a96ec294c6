// Runs the handler of a call: reads on a snapshot or as long reads, writes in a transaction. Never reads requests or writes responses.
import { type Actor, accountable } from '../actor.ts';
import { originOf } from '../audit-record.ts';
import type { Connection } from '../database/connection.ts';
import type { Requester } from '../database/read-turns.ts';
import type { Attempt, RecordedAnswer } from '../idempotency.ts';
import type { WriteContext } from '../write-context.ts';
import { requireAccess, requireFreshPassword, requireTwoFactor } from './access.ts';
import { clientAddress } from './client-address.ts';
import type { Dispatch, RequestOrigin } from './handling.ts';
import type { RequestContext, Route } from './route.ts';

/**
 * Such a write checks the account in its own transaction, so checking before would only cost time; but nothing may be prepared
 * for a recalled actor that can't be prepared again. [HT9]
 */
export function mayRecall(route: Route): boolean {
  return (
    route.kind === 'write' && (!route.prepare || route.prepares_again === true) && route.endpoint.access === 'user'
  );
}

/** A write with an idempotency key, and how its response is stored. */
export interface Repeatable {
  readonly attempt: Attempt;
  record(result: unknown): RecordedAnswer;
}

/** The account that a long read counts for, or the client's address. */
function requesterOf({ trusted_proxies }: Dispatch, { request, peers }: RequestOrigin, actor: Actor | null): Requester {
  const account = actor ? `account ${accountable(actor)}` : clientAddress(request, peers, trusted_proxies);
  return { account, signal: request.signal };
}

/** The handler's result. */
export function runHandler(
  kit: Dispatch,
  route: Exclude<Route, { kind: 'wait' }>,
  origin: RequestOrigin,
  context: RequestContext<Actor | null>,
  params: unknown,
  repeatable: Repeatable | null,
): Promise<unknown> {
  // The actor of such a write may be recalled: it is checked in the transaction instead.
  if (!mayRecall(route)) requireFreshPassword(route.endpoint, context.actor, params, context.now);
  if (route.kind === 'action') {
    const act = () => route.handle({ ...context, signal: origin.request.signal }, params);
    return route.reads ? kit.reading.during(origin.caller, origin.request, act) : act();
  }
  if (route.kind === 'write') return runWrite(kit, route, origin, context, params, repeatable);
  return runRead(kit, route, origin, context, params);
}

async function runRead(
  kit: Dispatch,
  { isLong, isShort, long_part, handle }: Extract<Route, { kind: 'read' }>,
  origin: RequestOrigin,
  context: RequestContext<Actor | null>,
  params: unknown,
): Promise<unknown> {
  const { store } = kit;
  const { caller, request } = origin;
  const readShort = <T>(find: (db: Connection) => Promise<T>) =>
    kit.reading.during(caller, request, () => store.snapshot(find));
  const readLong = <T>(find: (db: Connection) => Promise<T>) =>
    store.longRead(requesterOf(kit, origin, context.actor), find);
  const is_long = isLong(params) && !(await isShort?.({ ...context, db: store.db }, params));
  if (is_long) return readLong((db) => handle({ ...context, db }, params));
  if (!long_part?.isNeeded(params)) return readShort((db) => handle({ ...context, db }, params));
  const short = await readShort(async (db) => {
    const found = await long_part.findAmongFew({ ...context, db }, params);
    return found === null ? null : { result: await handle({ ...context, db }, found) };
  });
  if (short !== null) return short.result;
  const found = await readLong((db) => long_part.find({ ...context, db }, params));
  return readShort((db) => handle({ ...context, db }, found));
}

async function runWrite(
  kit: Dispatch,
  route: Extract<Route, { kind: 'write' }>,
  origin: RequestOrigin,
  context: RequestContext<Actor | null>,
  params: unknown,
  repeatable: Repeatable | null,
): Promise<unknown> {
  const recorded_answer = repeatable && (await findAnswered(kit, route, context, params, repeatable));
  if (recorded_answer) return recorded_answer;
  const prepare = (db: Connection, actor = context.actor) => route.prepare!({ ...context, actor, db }, params);
  const is_long = route.isLong?.(params) ?? false;
  const preparing = async () =>
    is_long ? kit.store.longRead(requesterOf(kit, origin, context.actor), (db) => prepare(db)) : prepare(kit.store.db);
  const prepared =
    route.prepare &&
    (await preparing().catch(async (error) => {
      // A recalled actor may have no access any more, and then learns nothing else.
      if (route.prepares_again && context.actor) {
        const present = await kit.gate.refresh(kit.store.db, context.actor);
        requireTwoFactor(route.endpoint, present);
        requireAccess(route.endpoint.access, present);
      }
      throw error;
    }));
  const write = async (writing: WriteContext) => {
    // The actor may have been deactivated or demoted while this request waited. [HT9]
    const actor = context.actor && (await kit.gate.refresh(writing.tx, context.actor));
    requireTwoFactor(route.endpoint, actor);
    if (actor) requireAccess(route.endpoint.access, actor);
    requireFreshPassword(route.endpoint, actor, params, context.now);
    const is_outdated = route.prepares_again === true && actor !== context.actor;
    const ready = is_outdated ? await prepare(writing.tx, actor) : prepared;
    const handle = () => route.handle({ ...context, ...writing, actor }, params, ready);
    if (!repeatable) return handle();
    const { attempt, record } = repeatable;
    return kit.idempotency.once(writing, attempt, async () => record(await handle()));
  };
  const { lookUp } = route;
  // With the account as it was: what is looked up is only read again, by the write and for the account as it is.
  const lookUpAhead = async (db: Connection) => {
    const { actor } = context;
    if (actor) await Promise.all([kit.gate.refresh(db, actor), lookUp?.(db, actor, params)]);
  };
  const origin_of_write = originOf(context.actor);
  return kit.writer.write(context.realm.realm_id, write, {
    ...route.options,
    origin: origin_of_write,
    caller: origin.caller,
    lookUp: lookUp && lookUpAhead,
  });
}

/** Finds a recorded response before the expensive work; a repetition passes the same access checks. [IK6] */
async function findAnswered(
  { store, gate, idempotency }: Dispatch,
  { endpoint }: Route,
  { actor, now }: RequestContext<Actor | null>,
  params: unknown,
  { attempt }: Repeatable,
): Promise<RecordedAnswer | null> {
  const recorded_answer = await idempotency.find(store.db, now, attempt);
  if (recorded_answer && actor) {
    const present = await gate.refresh(store.db, actor);
    requireTwoFactor(endpoint, present);
    requireAccess(endpoint.access, present);
    requireFreshPassword(endpoint, present, params, now);
  }
  return recorded_answer;
}
