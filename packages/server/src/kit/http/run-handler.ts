// Runs the handler of a call: reads on a snapshot or as long reads, writes in a transaction. Never reads requests or writes responses.
import type { Actor } from '../access/actor.ts';
import type { Connection } from '../database/connection.ts';
import type { Requester } from '../database/read-turns.ts';
import { originOf } from '../write/audit-record.ts';
import type { Attempt, RecordedResponse } from '../write/idempotency.ts';
import type { WriteContext } from '../write/write-context.ts';
import { requireAccess, requireFreshPassword, requireTwoFactor } from './callers/access.ts';
import type { Call, DispatchServices, RequestOrigin } from './handling.ts';
import type { Route } from './route.ts';

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
  record(result: unknown): RecordedResponse;
}

type ReadRoute = Extract<Route, { kind: 'read' }>;
type WriteRoute = Extract<Route, { kind: 'write' }>;

const requesterOf = ({ limit_key, request }: RequestOrigin): Requester => ({
  account: String(limit_key),
  signal: request.signal,
});

/** The handler's result. */
export function runHandler(
  services: DispatchServices,
  route: Exclude<Route, { kind: 'wait' }>,
  call: Call,
  repeatable: Repeatable | null,
): Promise<unknown> {
  const { origin, context, params } = call;
  // The actor of such a write may be recalled: it is checked in the transaction instead.
  if (!mayRecall(route)) requireFreshPassword(route.endpoint, context.actor, params, context.now);
  if (route.kind === 'action') {
    const act = () => route.handle({ ...context, signal: origin.request.signal }, params);
    return route.reads ? services.reading.during(origin.limit_key, origin.request, act) : act();
  }
  return route.kind === 'write' ? runWrite(services, route, call, repeatable) : runRead(services, route, call);
}

/** Smaller responses are read without asking for room. [HT859] */
const ROOM_FROM_BYTES = 1024 * 1024;

/** Counts a large response as unread already while it is read: what is refused should not have been made. [HT859] */
async function runRead(services: DispatchServices, route: ReadRoute, call: Call): Promise<unknown> {
  const { origin, context, params } = call;
  const bytes = (await route.bytes?.({ ...context, db: services.store.db }, params)) ?? 0;
  const read = () => readWithRoom(services, route, call);
  return bytes < ROOM_FROM_BYTES ? read() : services.unread.during(origin.limit_key, bytes, read);
}

async function readWithRoom(
  { store, reading }: DispatchServices,
  { isLong, isShort, long_part, handle }: ReadRoute,
  { origin, context, params }: Call,
): Promise<unknown> {
  const readShort = <T>(find: (db: Connection) => Promise<T>) =>
    reading.during(origin.limit_key, origin.request, () => store.snapshot(find));
  const readLong = <T>(find: (db: Connection) => Promise<T>) => store.longRead(requesterOf(origin), find);
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

/** The actor as it is now: it may have been deactivated or demoted while its request waited. Throws if it has no access any more. [HT9] */
async function refreshAllowed(
  { gate }: DispatchServices,
  { endpoint }: Route,
  db: Connection,
  actor: Actor,
): Promise<Actor> {
  const present = await gate.refresh(db, actor);
  requireTwoFactor(endpoint, present);
  requireAccess(endpoint.access, present);
  return present;
}

const prepare = (route: WriteRoute, { context, params }: Call, db: Connection, actor = context.actor) =>
  route.prepare!({ ...context, actor, db }, params);

/** Prepares a write outside of its transaction. */
async function prepareAhead(services: DispatchServices, route: WriteRoute, call: Call): Promise<unknown> {
  const { origin, context, params } = call;
  try {
    if (!route.isLong?.(params)) return await prepare(route, call, services.store.db);
    return await services.store.longRead(requesterOf(origin), (db) => prepare(route, call, db));
  } catch (error) {
    // A recalled actor may have no access any more, and then learns nothing else.
    if (route.prepares_again && context.actor) await refreshAllowed(services, route, services.store.db, context.actor);
    throw error;
  }
}

async function runWrite(
  services: DispatchServices,
  route: WriteRoute,
  call: Call,
  repeatable: Repeatable | null,
): Promise<unknown> {
  const recorded_response = repeatable && (await findRecorded(services, route, call, repeatable));
  if (recorded_response) return recorded_response;
  const { origin, context, params } = call;
  const prepared = route.prepare && (await prepareAhead(services, route, call));
  const write = async (writing: WriteContext) => {
    const actor = context.actor && (await refreshAllowed(services, route, writing.tx, context.actor));
    requireFreshPassword(route.endpoint, actor, params, context.now);
    const is_outdated = route.prepares_again === true && actor !== context.actor;
    const ready = is_outdated ? await prepare(route, call, writing.tx, actor) : prepared;
    const handle = () => route.handle({ ...context, ...writing, actor }, params, ready);
    if (!repeatable) return handle();
    const { attempt, record } = repeatable;
    return services.idempotency.once(writing, attempt, async () => record(await handle()));
  };
  const { lookUp } = route;
  // With the account as it was: what is looked up is only read again, by the write and for the account as it is.
  const lookUpAhead = async (db: Connection) => {
    const { actor } = context;
    if (actor) await Promise.all([services.gate.refresh(db, actor), lookUp?.(db, actor, params)]);
  };
  return services.writer.write(context.realm.realm_id, write, {
    ...route.options,
    origin: originOf(context.actor),
    limit_key: origin.limit_key,
    lookUp: lookUp && lookUpAhead,
  });
}

/** Finds a recorded response before the expensive work; a repetition passes the same access checks. [IK6] */
async function findRecorded(
  services: DispatchServices,
  route: WriteRoute,
  { context: { actor, now }, params }: Call,
  { attempt }: Repeatable,
): Promise<RecordedResponse | null> {
  const { db } = services.store;
  const recorded_response = await services.idempotency.find(db, now, attempt);
  if (recorded_response && actor)
    requireFreshPassword(route.endpoint, await refreshAllowed(services, route, db, actor), params, now);
  return recorded_response;
}
