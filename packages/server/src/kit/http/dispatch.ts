// Processes one request in a fixed order: organization, credentials, access, parameters, handler, result.
import { ApiError } from '@stoa/contract';
import type { Actor, Realm } from '../access/actor.ts';
import { requireScope } from '../access/token-scopes.ts';
import { IDEMPOTENCY_HEADER, RecordedAnswer } from '../write/idempotency.ts';
import { requireAccess, requireKind, requireTwoFactor } from './callers/access.ts';
import type { Peers } from './callers/client-address.ts';
import { callerOf, noteCaller, refusesCredentials, takeForAddress } from './callers/request-caller.ts';
import { clientName } from './callers/user-agent.ts';
import type { Dispatch, Handler, PathParameters, PreparedCall, RequestOrigin, Tally } from './handling.ts';
import { traceOf } from './observers/request-trace.ts';
import { parameterDecoder } from './parameters/parameters.ts';
import { discardFiles, receiveParameters } from './parameters/receive-parameters.ts';
import { waitingHandler } from './pending-call.ts';
import { resultChecker } from './responses/check-result.ts';
import {
  errorBody,
  respondCompressed,
  respondError,
  respondRecorded,
  respondSuccess,
  successBody,
} from './responses/respond.ts';
import type { Route } from './route.ts';
import { mayRecall, runHandler } from './run-handler.ts';

/** Builds the handler of one endpoint. */
export function dispatcher(kit: Dispatch, route: Route): Handler {
  const { endpoint } = route;
  const decode = parameterDecoder(endpoint);
  const check = resultChecker(endpoint, kit.checking, kit.report);

  const prepare = async (request: Request, path: PathParameters, peers: Peers, tally: Tally): Promise<PreparedCall> => {
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
      end?.();
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
  const carryOut = (origin: RequestOrigin, { context, params, ignored, attempt, end }: PreparedCall, tally: Tally) => {
    const repeatable = attempt && { attempt, record: recording(ignored) };
    const done = runHandler(kit, route, { origin, context, params }, repeatable).then(
      responding(origin.request, ignored, tally),
    );
    return end === null ? done : done.finally(() => discardFiles(kit, context.files)).finally(end);
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

async function identify(kit: Dispatch, route: Route, realm: Realm, request: Request): Promise<Actor | null> {
  const authorization = request.headers.get('authorization');
  if (authorization === null || route.endpoint.access === 'public') return null;
  const recalled = mayRecall(route) ? kit.gate.recall(realm, authorization) : null;
  return recalled ?? kit.gate.authenticate(kit.store.db, realm, authorization);
}
