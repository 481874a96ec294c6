// What happens before the handler of a call runs: organization, credentials, access and parameters, in this order.
import type { Actor, Realm } from '../access/actor.ts';
import { requireScope } from '../access/token-scopes.ts';
import { inTurn } from '../scheduling/processor-turns.ts';
import { IDEMPOTENCY_HEADER } from '../write/idempotency.ts';
import { requireAccess, requireKind, requireTwoFactor } from './callers/access.ts';
import type { Peers } from './callers/client-address.ts';
import { limitKeyOf, refusesCredentials, takeForAddress, traceActor } from './callers/request-counting.ts';
import { clientName } from './callers/user-agent.ts';
import type { CountedRequest, DispatchServices, PathParameters, PreparedCall } from './handling.ts';
import { traceOf } from './observers/request-trace.ts';
import { parameterDecoder } from './parameters/parameters.ts';
import type { RawParameters } from './parameters/raw-parameters.ts';
import { discardFiles, receiveParameters } from './parameters/receive-parameters.ts';
import type { Route } from './route.ts';
import { mayRecall } from './run-handler.ts';

/** Throws whatever is wrong with the request; sets `counted` as soon as it is known for whom the request counts. */
export type PrepareCall = (
  request: Request,
  path: PathParameters,
  peers: Peers,
  counted: CountedRequest,
) => Promise<PreparedCall>;

/** Parameters of this many characters take up to half a millisecond to decode and validate; a mebibyte up to a tenth of a second. */
const LONG_PARAMETERS = 4096;

function areLong(raw: RawParameters): boolean {
  let length = 0;
  for (const value of raw.values()) length += value.length;
  return length >= LONG_PARAMETERS;
}

export function callPreparer(services: DispatchServices, route: Route): PrepareCall {
  const { endpoint } = route;
  const decode = parameterDecoder(endpoint);
  return async (request, path, peers, counted) => {
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
      const decodeAll = () => decode(raw, path);
      // However many arrive at once, others wait for one of them. [HT892]
      const { params, ignored } = areLong(raw) ? await inTurn(counted.limit_key, decodeAll) : decodeAll();
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
