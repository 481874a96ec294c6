// One request from its path to its answer: organization, credentials, access, parameters, handler, result. The order is the same for all.
import { ApiError, type ErrorDeclaration, MethodNotAllowed, NotFound } from '@stoa/contract';
import { type Actor, accountable, type Realm } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Connection, Store } from '../database/connection.ts';
import type { Asker } from '../database/read-turns.ts';
import type { Incoming } from '../files/incoming.ts';
import { type Attempt, IDEMPOTENCY_HEADER, type Idempotency, RecordedAnswer } from '../idempotency.ts';
import type { AddressRange } from '../outbound-addresses.ts';
import type { LimitStatus, RateLimits } from '../rate-limits.ts';
import type { WriteContext, Writer } from '../write.ts';
import { requireAccess, requireFreshPassword, requireKind } from './access.ts';
import { type ResultChecking, resultChecker } from './check-result.ts';
import { clientAddress, type Peers } from './client-address.ts';
import { parameterDecoder } from './parameters.ts';
import { type RawParameters, readParameters, readQuery } from './raw-parameters.ts';
import type { RawContext, RawRoute } from './raw-route.ts';
import { carriesFiles, expectedBytes, type ReceivedFile, receiveFiles } from './received-files.ts';
import { errorBody, respondCompressed, respondError, respondRecorded, respondSuccess, successBody } from './respond.ts';
import type { RequestContext, Route } from './route.ts';
import { clientName } from './user-agent.ts';

const BODY_LIMIT = 1024 * 1024;

/** What the kit must be told about organizations and accounts. */
export interface Gate {
  findRealm(db: Connection, host: string): Promise<Realm>;
  /** Throws unless the credentials are good. */
  authenticate(db: Connection, realm: Realm, authorization: string): Promise<Actor>;
  /** Whom the same credentials let in lately, without asking the store; good enough only for who is refreshed later. */
  recall(realm: Realm, authorization: string): Actor | null;
  /** The actor as the transaction sees it; throws if deactivated or given another key since. */
  refresh(tx: Connection, actor: Actor): Promise<Actor>;
}

/** What one request came to, for tests and logs. */
export interface Observation {
  readonly endpoint: string;
  readonly path: string;
  readonly status: number;
  readonly params: Readonly<Record<string, string>>;
  readonly response: Response;
}

export interface Dispatch {
  store: Store;
  writer: Writer;
  clock: Clock;
  gate: Gate;
  idempotency: Idempotency;
  /** Where files of requests are put while they are worked on. */
  incoming: Incoming;
  /** Who may send files, and how much at once. */
  arrivals: { begin(actor: Actor, bytes: number): Promise<() => void> };
  checking: ResultChecking;
  /** Null: nothing is limited. */
  limits: RateLimits | null;
  /** Whose word on where a request comes from is taken. */
  trusted_proxies: readonly AddressRange[];
  report(error: unknown): void;
  observe?(observation: Observation): void;
}

const NO_FILES: readonly ReceivedFile[] = [];
const nothing = () => {};

interface Received {
  readonly raw: RawParameters;
  readonly files: readonly ReceivedFile[];
  /** Says that nothing of the request is on the disk any more. */
  end(): void;
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

async function discard({ incoming }: Dispatch, files: readonly ReceivedFile[]): Promise<void> {
  await Promise.all(files.map(({ path }) => incoming.discard(path)));
}

export type PathParameters = Readonly<Record<string, string>>;
export type Handler = (request: Request, path: PathParameters, peers: Peers) => Promise<Response>;

/** Where the caller of one request stands, once it is known who that is. */
interface Tally {
  standing: LimitStatus | null;
}

/** Counts a request that no account stands for. */
export function takeForAddress(
  { limits, trusted_proxies }: Dispatch,
  request: Request,
  peers: Peers,
): LimitStatus | null {
  return limits?.ip?.take(clientAddress(request, peers, trusted_proxies)) ?? null;
}

/** The handler of one endpoint. */
export function dispatcher(kit: Dispatch, route: Route): Handler {
  const { endpoint } = route;
  const decode = parameterDecoder(endpoint);
  const check = resultChecker(endpoint, kit.checking, kit.report);
  const limit = endpoint.body_limit ?? BODY_LIMIT;

  const prepare = async (request: Request, path: PathParameters, peers: Peers, tally: Tally) => {
    const { store, gate } = kit;
    // Before anything that asks the store, and while the other end is surely known.
    const anonymous = endpoint.access === 'public' || !request.headers.has('authorization');
    if (anonymous) tally.standing = takeForAddress(kit, request, peers);
    const realm = await gate.findRealm(store.db, request.headers.get('host') ?? '');
    const actor = await identify(kit, route, realm, request).catch((error) => {
      if (refusesCredentials(error)) tally.standing = takeForAddress(kit, request, peers);
      throw error;
    });
    if (actor) tally.standing = kit.limits?.takeForActor(actor) ?? null;
    requireKind(endpoint, actor);
    requireAccess(endpoint.access, actor);
    const { raw, files, end } = await read(request, actor);
    try {
      const { params, ignored } = decode(raw, path);
      const client = clientName(request.headers.get('user-agent'));
      const key = route.kind === 'write' ? request.headers.get(IDEMPOTENCY_HEADER) : null;
      const said = { endpoint: endpoint.id, path, parameters: raw, files };
      const attempt = key === null ? null : await kit.idempotency.attempt(actor?.user_id ?? null, key, said);
      return { context: { actor, realm, client, now: kit.clock.now(), files }, params, ignored, attempt, end };
    } catch (error) {
      await discard(kit, files);
      end();
      throw error;
    }
  };

  const read = async (request: Request, actor: Actor | null): Promise<Received> => {
    const { files_limit_mib } = endpoint;
    if (files_limit_mib === undefined || !carriesFiles(request))
      return { raw: await readParameters(request, limit), files: NO_FILES, end: nothing };
    const raw = readQuery(request);
    const files: ReceivedFile[] = [];
    const end = actor ? await kit.arrivals.begin(actor, expectedBytes(request, files_limit_mib)) : nothing;
    try {
      await receiveFiles(request, files_limit_mib, kit.incoming, raw, files);
      return { raw, files, end };
    } catch (error) {
      await discard(kit, files);
      end();
      throw error;
    }
  };

  // Promises are chained here, not awaited: ten thousand polls wait in this place, and a frame that waits keeps all it has.
  const answer = (request: Request, path: PathParameters, peers: Peers): Promise<Response> => {
    const tally: Tally = { standing: null };
    return prepare(request, path, peers, tally)
      .then(({ context, params, ignored, attempt, end }) => {
        const respond = (result: unknown) => {
          if (result instanceof RecordedAnswer) return respondRecorded(result, tally.standing);
          if (result instanceof ApiError) throw result;
          check(result);
          return endpoint.compressed
            ? respondCompressed(request, result, ignored, tally.standing)
            : respondSuccess(result, ignored, tally.standing);
        };
        const record = (result: unknown) => {
          if (result instanceof ApiError) return new RecordedAnswer(result.status, errorBody(result), false);
          check(result);
          return new RecordedAnswer(200, successBody(result, ignored), false);
        };
        const repeatable = attempt && { attempt, record };
        const asker = () => askerOf(kit, request, peers, context.actor);
        const done = run(kit, route, request, asker, context, params, repeatable).then(respond);
        if (end === nothing) return done;
        return done.finally(() => discard(kit, context.files)).finally(end);
      })
      .catch((error) => respondError(error, kit.report, tally.standing));
  };
  const { observe } = kit;
  if (!observe) return answer;

  return async (request, path, peers) => {
    const response = await answer(request, path, peers);
    observe({
      endpoint: endpoint.id,
      // A hostile Host header makes the whole address unreadable.
      path: URL.parse(request.url)?.pathname ?? request.url,
      status: response.status,
      params: path,
      response,
    });
    return response;
  };
}

/** The handler of a path whose request and answer are the route's own. */
export function rawHandler(kit: Dispatch, route: RawRoute): Handler {
  const count = (actor: Actor): void => void kit.limits?.takeForActor(actor);
  const handle = async (request: Request, path: PathParameters): Promise<Response> => {
    const realm = await kit.gate.findRealm(kit.store.db, request.headers.get('host') ?? '');
    const authorization = request.headers.get('authorization');
    const actor =
      authorization === null || route.access === 'public'
        ? null
        : await kit.gate.authenticate(kit.store.db, realm, authorization);
    requireKind({}, actor);
    // Reading files is no call of the API: a page of pictures may have hundreds.
    if (actor && !READING.has(request.method)) count(actor);
    requireAccess(route.access, actor);
    const context: RawContext = {
      actor,
      realm,
      db: kit.store.db,
      now: kit.clock.now(),
      request,
      tail: path.tail ?? '',
      count,
    };
    return route.handle(context);
  };
  return (request, path, peers) =>
    handle(request, path)
      .catch((error) => {
        if (refusesCredentials(error)) takeForAddress(kit, request, peers);
        throw error;
      })
      .catch((error) => respondError(error, kit.report));
}

function refusesCredentials(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

async function identify(kit: Dispatch, route: Route, realm: Realm, request: Request): Promise<Actor | null> {
  const authorization = request.headers.get('authorization');
  if (authorization === null || route.endpoint.access === 'public') return null;
  // A write that any account may do checks the account in its transaction, so looking here too would only cost time; what
  // is prepared before that must not be for somebody who was let in once. [HT9]
  const recalled =
    route.kind === 'write' && !route.prepare && route.endpoint.access === 'user'
      ? kit.gate.recall(realm, authorization)
      : null;
  return recalled ?? kit.gate.authenticate(kit.store.db, realm, authorization);
}

/** A write with a key, and how its answer is kept. */
interface Repeatable {
  readonly attempt: Attempt;
  record(result: unknown): RecordedAnswer;
}

/** Who a long read counts for: the account, or the address of who has none. */
function askerOf({ trusted_proxies }: Dispatch, request: Request, peers: Peers, actor: Actor | null): Asker {
  const account = actor ? `account ${accountable(actor)}` : clientAddress(request, peers, trusted_proxies);
  return { account, signal: request.signal };
}

function run(
  kit: Dispatch,
  route: Route,
  request: Request,
  asker: () => Asker,
  context: RequestContext<Actor | null>,
  params: unknown,
  repeatable: Repeatable | null,
): Promise<unknown> {
  // A write that nothing is prepared for may come from an actor remembered from before: it is asked in its transaction.
  if (route.kind !== 'write' || route.prepare) requireFreshPassword(route.endpoint, context.actor, params, context.now);
  if (route.kind === 'action') return route.handle({ ...context, signal: request.signal }, params as never);
  if (route.kind === 'write') return runWrite(kit, route, asker, context, params, repeatable);
  const read = (db: Connection) => route.handle({ ...context, db }, params as never);
  return route.isLong(params as never) ? kit.store.longRead(asker(), read) : kit.store.snapshot(read);
}

async function runWrite(
  kit: Dispatch,
  route: Extract<Route, { kind: 'write' }>,
  asker: () => Asker,
  context: RequestContext<Actor | null>,
  params: unknown,
  repeatable: Repeatable | null,
): Promise<unknown> {
  const known = repeatable && (await findAnswered(kit, route, context, params, repeatable));
  if (known) return known;
  const prepare = (db: Connection) => route.prepare!({ ...context, db }, params as never);
  const is_long = route.isLong?.(params as never) ?? false;
  const prepared = route.prepare && (await (is_long ? kit.store.longRead(asker(), prepare) : prepare(kit.store.db)));
  const write = async (writing: WriteContext) => {
    // Who was deactivated or demoted while this request waited is no longer who was let in. [HT9]
    const actor = context.actor && (await kit.gate.refresh(writing.tx, context.actor));
    if (actor) requireAccess(route.endpoint.access, actor);
    requireFreshPassword(route.endpoint, actor, params, context.now);
    const handle = () => route.handle({ ...context, ...writing, actor }, params as never, prepared as never);
    if (!repeatable) return handle();
    const { attempt, record } = repeatable;
    return kit.idempotency.once(writing, attempt, async () => record(await handle()));
  };
  return kit.writer.write(context.realm.realm_id, write, route.options);
}

/** Spares who repeats a request the work before the transaction; they must be let in as at first. [IK6] */
async function findAnswered(
  { store, gate, idempotency }: Dispatch,
  { endpoint }: Route,
  { actor, now }: RequestContext<Actor | null>,
  params: unknown,
  { attempt }: Repeatable,
): Promise<RecordedAnswer | null> {
  const known = await idempotency.find(store.db, now, attempt);
  if (known && actor) {
    const present = await gate.refresh(store.db, actor);
    requireAccess(endpoint.access, present);
    requireFreshPassword(endpoint, present, params, now);
  }
  return known;
}

/** Answers for what has no endpoint. */
export function refuse(kit: Dispatch, error: ReturnType<ErrorDeclaration>): Response {
  return respondError(error, kit.report);
}

export function notFound(kit: Dispatch): Response {
  return refuse(kit, NotFound('No such endpoint: the path of the request is unknown'));
}

export function methodNotAllowed(kit: Dispatch, allowed: readonly string[]): Response {
  const response = refuse(
    kit,
    MethodNotAllowed(`Method not allowed: use ${allowed.join(' or ')}`, { allowed_methods: [...allowed] }),
  );
  response.headers.set('allow', allowed.join(', '));
  return response;
}
