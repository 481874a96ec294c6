// Processes one request in a fixed order: organization, credentials, access, parameters, handler, result.
import { ApiError, type ErrorDeclaration, MethodNotAllowed, NotFound } from '@stoa/contract';
import { type Actor, accountable, type Caller, type Realm } from '../actor.ts';
import { IDEMPOTENCY_HEADER, RecordedAnswer } from '../idempotency.ts';
import type { LimitStatus } from '../rate-limits.ts';
import { requireScope } from '../token-scopes.ts';
import { requireAccess, requireKind, requireTwoFactor } from './access.ts';
import { endpointCaller } from './call-endpoint.ts';
import { resultChecker } from './check-result.ts';
import { clientAddress, type Peers } from './client-address.ts';
import type { Dispatch, Handler, PathParameters, Prepared, RequestOrigin, Tally } from './handling.ts';
import { parameterDecoder } from './parameters.ts';
import { waitingHandler } from './pending-call.ts';
import { expectedBytes, type RawParameters, readParameters, readQuery } from './raw-parameters.ts';
import type { RawContext, RawRoute } from './raw-route.ts';
import { carriesFiles, type ReceivedFile, receiveFiles } from './received-files.ts';
import { type RequestTrace, traceOf } from './request-trace.ts';
import { errorBody, respondCompressed, respondError, respondRecorded, respondSuccess, successBody } from './respond.ts';
import type { Route } from './route.ts';
import { mayRecall, runHandler } from './run-handler.ts';
import { withoutTimeLimit } from './slow-bodies.ts';
import { clientName } from './user-agent.ts';

const MIB = 1024 * 1024;
const BODY_LIMIT = MIB;
/** Smaller bodies arrive at once. */
const COUNTED_FROM_BYTES = 64 * 1024;

const NO_FILES: readonly ReceivedFile[] = [];
const nothing = () => {};

interface Received {
  readonly raw: RawParameters;
  readonly files: readonly ReceivedFile[];
  /** Declares that no bytes of the request are left on disk. */
  end(): void;
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

async function discardFiles({ incoming }: Dispatch, files: readonly ReceivedFile[]): Promise<void> {
  await Promise.all(files.map(({ path }) => incoming.discard(path)));
}

/** Counts a request without an account. */
export function takeForAddress(
  { limits, trusted_proxies }: Dispatch,
  request: Request,
  peers: Peers,
): LimitStatus | null {
  return limits?.ip?.take(clientAddress(request, peers, trusted_proxies)) ?? null;
}

/** Refuses a request without an account whose address has used up its limit; counts nothing. */
function checkAddress({ limits, trusted_proxies }: Dispatch, request: Request, peers: Peers): void {
  limits?.ip?.check(clientAddress(request, peers, trusted_proxies));
}

/** For whom a request counts: the account, a bot's owner, or the client's address. */
const callerOf = ({ trusted_proxies }: Dispatch, actor: Actor | null, request: Request, peers: Peers): Caller =>
  actor ? accountable(actor) : clientAddress(request, peers, trusted_proxies);

/** Reads the parameters of a request without files; a large body counts for the caller until it is there. [HT801] */
function receiveText({ arriving }: Dispatch, request: Request, limit: number, caller: Caller): Promise<RawParameters> {
  const size = expectedBytes(request, limit);
  if (size < COUNTED_FROM_BYTES) return readParameters(request, limit);
  return arriving.during(caller, size, () => readParameters(request, limit));
}

/** Reads the parameters of a request, and its files to disk. */
async function receiveParameters(
  kit: Dispatch,
  { endpoint }: Route,
  { request, peers, caller }: RequestOrigin,
  actor: Actor | null,
): Promise<Received> {
  const { files_limit_mib } = endpoint;
  if (files_limit_mib === undefined || !carriesFiles(request))
    return {
      raw: await receiveText(kit, request, endpoint.body_limit ?? BODY_LIMIT, caller),
      files: NO_FILES,
      end: nothing,
    };
  const raw = readQuery(request);
  const files: ReceivedFile[] = [];
  const end = actor ? await kit.running_uploads.begin(actor, expectedBytes(request, files_limit_mib * MIB)) : nothing;
  try {
    await withoutTimeLimit(request, peers, () => receiveFiles(request, files_limit_mib, kit.incoming, raw, files));
    return { raw, files, end };
  } catch (error) {
    await discardFiles(kit, files);
    end();
    throw error;
  }
}

/** Builds the handler of one endpoint. */
export function dispatcher(kit: Dispatch, route: Route): Handler {
  const { endpoint } = route;
  const decode = parameterDecoder(endpoint);
  const check = resultChecker(endpoint, kit.checking, kit.report);

  const prepare = async (request: Request, path: PathParameters, peers: Peers, tally: Tally): Promise<Prepared> => {
    const { store, gate } = kit;
    const trace = traceOf(request);
    if (trace) trace.endpoint = endpoint.id;
    // Before any query, and while the connection is surely open.
    const anonymous = endpoint.access === 'public' || !request.headers.has('authorization');
    if (anonymous) tally.limit_status = takeForAddress(kit, request, peers);
    const realm = await gate.findRealm(store.db, request.headers.get('host') ?? '');
    const actor = await identify(kit, route, realm, request).catch((error) => {
      if (refusesCredentials(error)) tally.limit_status = takeForAddress(kit, request, peers);
      throw error;
    });
    if (trace) noteCaller(trace, realm, actor);
    if (actor) tally.limit_status = kit.limits?.takeForActor(actor) ?? null;
    tally.caller = callerOf(kit, actor, request, peers);
    requireKind(endpoint, actor);
    requireTwoFactor(endpoint, actor);
    requireScope(endpoint.scope, actor);
    requireAccess(endpoint.access, actor);
    const { raw, files, end } = await receiveParameters(kit, route, { request, peers, caller: tally.caller }, actor);
    try {
      const { params, ignored } = decode(raw, path);
      requireScope(endpoint.scope, actor, params);
      const client = clientName(request.headers.get('user-agent'));
      const key = route.kind === 'write' ? request.headers.get(IDEMPOTENCY_HEADER) : null;
      const content = { endpoint: endpoint.id, path, parameters: raw, files };
      const attempt = key === null ? null : await kit.idempotency.attempt(actor, key, content);
      return { context: { actor, realm, client, now: kit.clock.now(), files }, params, ignored, attempt, end };
    } catch (error) {
      await discardFiles(kit, files);
      end();
      throw error;
    }
  };

  const watched = (handler: Handler) => (kit.observe ? observed(endpoint.id, handler, kit.observe) : handler);
  if (route.kind === 'wait')
    return watched(waitingHandler(route, { check, report: kit.report, unread: kit.unread }, prepare));

  const responding = (request: Request, ignored: readonly string[], tally: Tally) => (result: unknown) => {
    if (result instanceof RecordedAnswer) return respondRecorded(result, tally.limit_status);
    if (result instanceof ApiError) throw result;
    check(result);
    // What was written can't be refused any more.
    const delivery = route.kind === 'write' ? null : { unread: kit.unread, caller: tally.caller };
    return endpoint.compressed
      ? respondCompressed(request, result, ignored, tally.limit_status, delivery)
      : respondSuccess(result, ignored, tally.limit_status, delivery);
  };
  const recording = (ignored: readonly string[]) => (result: unknown) => {
    if (result instanceof ApiError) return new RecordedAnswer(result.status, errorBody(result), false);
    check(result);
    return new RecordedAnswer(200, successBody(result, ignored), false);
  };
  const carryOut = (origin: RequestOrigin, { context, params, ignored, attempt, end }: Prepared, tally: Tally) => {
    const repeatable = attempt && { attempt, record: recording(ignored) };
    const done = runHandler(kit, route, origin, context, params, repeatable).then(
      responding(origin.request, ignored, tally),
    );
    return end === nothing ? done : done.finally(() => discardFiles(kit, context.files)).finally(end);
  };

  const answer = (request: Request, path: PathParameters, peers: Peers): Promise<Response> => {
    const tally: Tally = { limit_status: null, caller: '' };
    return prepare(request, path, peers, tally)
      .then((prepared) => carryOut({ request, peers, caller: tally.caller }, prepared, tally))
      .catch((error) => respondError(error, kit.report, { request, limit_status: tally.limit_status }));
  };
  return watched(answer);
}

function observed(endpoint: string, answer: Handler, observe: NonNullable<Dispatch['observe']>): Handler {
  return async (request, path, peers) => {
    const response = await answer(request, path, peers);
    observe({
      endpoint,
      // A malformed Host header makes the whole URL unparsable.
      path: URL.parse(request.url)?.pathname ?? request.url,
      status: response.status,
      params: path,
      response,
    });
    return response;
  };
}

/** Builds the handler of a path that reads requests and writes responses itself; it may call `endpoints`, which are by their ids. */
export function rawHandler(kit: Dispatch, route: RawRoute, endpoints: ReadonlyMap<string, Handler>): Handler {
  const count = (actor: Actor): void => void kit.limits?.takeForActor(actor);
  const handle = async (request: Request, path: PathParameters, peers: Peers): Promise<Response> => {
    const realm = await kit.gate.findRealm(kit.store.db, request.headers.get('host') ?? '');
    const sent = request.headers.get('authorization');
    const authorization = sent !== null && route.basicFrom ? route.basicFrom(sent) : sent;
    const actor =
      authorization === null || route.access === 'public'
        ? null
        : await kit.gate.authenticate(kit.store.db, realm, authorization);
    const trace = traceOf(request);
    if (trace) noteCaller(trace, realm, actor);
    requireKind({}, actor);
    requireTwoFactor({}, actor);
    // Reading a file does not count: a page may have hundreds of pictures.
    if (actor && !READING.has(request.method)) count(actor);
    if (route.scope !== 'by-call') requireScope(route.scope, actor);
    requireAccess(route.access, actor);
    const context: RawContext = {
      actor,
      realm,
      caller: callerOf(kit, actor, request, peers),
      db: kit.store.db,
      now: kit.clock.now(),
      request,
      tail: path.tail ?? '',
      count,
      checkAddress: () => checkAddress(kit, request, peers),
      countForAddress: () => void takeForAddress(kit, request, peers),
      arriving: kit.arriving,
      call: endpointCaller(endpoints, { request, peers }, authorization),
    };
    return route.handle(context);
  };
  return (request, path, peers) =>
    handle(request, path, peers)
      .catch((error) => {
        if (refusesCredentials(error)) takeForAddress(kit, request, peers);
        throw error;
      })
      .catch((error) => respondError(error, kit.report, { request, form: route.error_form }));
}

function noteCaller(trace: RequestTrace, realm: Realm, actor: Actor | null): void {
  trace.realm_id = realm.realm_id;
  trace.user_id = actor?.user_id ?? null;
}

function refusesCredentials(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

async function identify(kit: Dispatch, route: Route, realm: Realm, request: Request): Promise<Actor | null> {
  const authorization = request.headers.get('authorization');
  if (authorization === null || route.endpoint.access === 'public') return null;
  const recalled = mayRecall(route) ? kit.gate.recall(realm, authorization) : null;
  return recalled ?? kit.gate.authenticate(kit.store.db, realm, authorization);
}

/** Answers an error for paths without an endpoint. */
export function refuse(kit: Dispatch, error: ReturnType<ErrorDeclaration>, request?: Request): Response {
  return respondError(error, kit.report, { request });
}

export function notFound(kit: Dispatch): Response {
  return refuse(kit, NotFound('No such endpoint: the path of the request is unknown'));
}

export function methodNotAllowed(kit: Dispatch, allowed: readonly string[]): Response {
  return refuse(
    kit,
    MethodNotAllowed(`Method not allowed: use ${allowed.join(' or ')}`, { allowed_methods: [...allowed] }),
  );
}
