// Processes one request in a fixed order: organization, credentials, access, parameters, handler, result.
import { ApiError } from '@stoa/contract';
import type { Actor, Realm } from '../access/actor.ts';
import { requireScope } from '../access/token-scopes.ts';
import { IDEMPOTENCY_HEADER, RecordedResponse } from '../write/idempotency.ts';
import { requireAccess, requireKind, requireTwoFactor } from './callers/access.ts';
import type { Peers } from './callers/client-address.ts';
import { limitKeyOf, refusesCredentials, takeForAddress, traceActor } from './callers/request-counting.ts';
import { clientName } from './callers/user-agent.ts';
import type {
  CountedRequest,
  DispatchServices,
  Handler,
  PathParameters,
  PreparedCall,
  RequestOrigin,
} from './handling.ts';
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
export function dispatcher(services: DispatchServices, route: Route): Handler {
  const { endpoint } = route;
  const decode = parameterDecoder(endpoint);
  const check = resultChecker(endpoint, services.checking, services.report);

  const prepare = async (
    request: Request,
    path: PathParameters,
    peers: Peers,
    counted: CountedRequest,
  ): Promise<PreparedCall> => {
    const { store, gate } = services;
    const trace = traceOf(request);
    if (trace) trace.endpoint = endpoint.id;
    // Before any query, and while the connection is surely open.
    const anonymous = endpoint.access === 'public' || !request.headers.has('authorization');
    if (anonymous) counted.limit_status = takeForAddress(services, request, peers);
    const realm = await gate.findRealm(store.db, request.headers.get('host') ?? '');
    const actor = await identify(services, route, realm, request).catch((error) => {
      if (refusesCredentials(error)) counted.limit_status = takeForAddress(services, request, peers);
      throw error;
    });
    if (trace) traceActor(trace, realm, actor);
    if (actor) counted.limit_status = services.limits?.takeForActor(actor) ?? null;
    counted.limit_key = limitKeyOf(services, actor, request, peers);
    requireKind(endpoint, actor);
    requireTwoFactor(endpoint, actor);
    requireScope(endpoint.scope, actor);
    requireAccess(endpoint.access, actor);
    const { raw, files, end } = await receiveParameters(
      services,
      route,
      { request, peers, limit_key: counted.limit_key },
      actor,
    );
    try {
      const { params, ignored } = decode(raw, path);
      requireScope(endpoint.scope, actor, params);
      const client = clientName(request.headers.get('user-agent'));
      const key = route.kind === 'write' ? request.headers.get(IDEMPOTENCY_HEADER) : null;
      const content = { endpoint: endpoint.id, path, parameters: raw, files };
      const attempt = key === null ? null : await services.idempotency.attempt(actor, key, content);
      return { context: { actor, realm, client, now: services.clock.now(), files }, params, ignored, attempt, end };
    } catch (error) {
      await discardFiles(services, files);
      end?.();
      throw error;
    }
  };

  const watched = (handler: Handler) => (services.observe ? observed(endpoint.id, handler, services.observe) : handler);
  if (route.kind === 'wait')
    return watched(waitingHandler(route, { check, report: services.report, unread: services.unread }, prepare));

  const responding = (request: Request, ignored: readonly string[], counted: CountedRequest) => (result: unknown) => {
    if (result instanceof RecordedResponse) return respondRecorded(result, counted.limit_status);
    if (result instanceof ApiError) throw result;
    check(result);
    // What was written can't be refused any more.
    const delivery = route.kind === 'write' ? null : { unread: services.unread, limit_key: counted.limit_key };
    return endpoint.compressed
      ? respondCompressed(request, result, ignored, counted.limit_status, delivery)
      : respondSuccess(result, ignored, counted.limit_status, delivery);
  };
  const recording = (ignored: readonly string[]) => (result: unknown) => {
    if (result instanceof ApiError) return new RecordedResponse(result.status, errorBody(result), false);
    check(result);
    return new RecordedResponse(200, successBody(result, ignored), false);
  };
  const carryOut = (
    origin: RequestOrigin,
    { context, params, ignored, attempt, end }: PreparedCall,
    counted: CountedRequest,
  ) => {
    const repeatable = attempt && { attempt, record: recording(ignored) };
    const done = runHandler(services, route, { origin, context, params }, repeatable).then(
      responding(origin.request, ignored, counted),
    );
    return end === null ? done : done.finally(() => discardFiles(services, context.files)).finally(end);
  };

  const handle = (request: Request, path: PathParameters, peers: Peers): Promise<Response> => {
    const counted: CountedRequest = { limit_status: null, limit_key: '' };
    return prepare(request, path, peers, counted)
      .then((prepared) => carryOut({ request, peers, limit_key: counted.limit_key }, prepared, counted))
      .catch((error) => respondError(error, services.report, { request, limit_status: counted.limit_status }));
  };
  return watched(handle);
}

function observed(endpoint: string, handle: Handler, observe: NonNullable<DispatchServices['observe']>): Handler {
  return async (request, path, peers) => {
    const response = await handle(request, path, peers);
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

async function identify(
  services: DispatchServices,
  route: Route,
  realm: Realm,
  request: Request,
): Promise<Actor | null> {
  const authorization = request.headers.get('authorization');
  if (authorization === null || route.endpoint.access === 'public') return null;
  const recalled = mayRecall(route) ? services.gate.recall(realm, authorization) : null;
  return recalled ?? services.gate.authenticate(services.store.db, realm, authorization);
}
