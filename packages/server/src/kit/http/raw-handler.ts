// Processes a request to a raw route: organization, credentials and access, as for endpoints; the route does the rest.
import type { Actor } from '../access/actor.ts';
import { requireScope } from '../access/token-scopes.ts';
import { endpointCaller } from './call-endpoint.ts';
import { requireAccess, requireKind, requireTwoFactor } from './callers/access.ts';
import type { Peers } from './callers/client-address.ts';
import {
  checkAddress,
  limitKeyOf,
  refusesCredentials,
  takeForAddress,
  traceActor,
} from './callers/request-counting.ts';
import type { DispatchServices, Handler, PathParameters } from './handling.ts';
import { isSafe } from './methods.ts';
import { traceOf } from './observers/request-trace.ts';
import type { RawContext, RawRoute } from './raw-route.ts';
import { respondError } from './responses/respond.ts';

/** Builds the handler of a path that reads requests and writes responses itself; it may call `endpoints`, which are by their ids. */
export function rawHandler(
  services: DispatchServices,
  route: RawRoute,
  endpoints: ReadonlyMap<string, Handler>,
): Handler {
  const count = (actor: Actor): void => void services.limits?.takeForActor(actor);
  const handle = async (request: Request, path: PathParameters, peers: Peers): Promise<Response> => {
    const realm = await services.gate.findRealm(services.store.db, request.headers.get('host') ?? '');
    const sent = request.headers.get('authorization');
    const authorization = sent !== null && route.basicFrom ? route.basicFrom(sent) : sent;
    const actor =
      authorization === null || route.access === 'public'
        ? null
        : await services.gate.authenticate(services.store.db, realm, authorization);
    const trace = traceOf(request);
    if (trace) traceActor(trace, realm, actor);
    requireKind({}, actor);
    requireTwoFactor({}, actor);
    // Reading a file does not count: a page may have hundreds of pictures.
    if (actor && !isSafe(request)) count(actor);
    if (route.scope !== 'by-call') requireScope(route.scope, actor);
    requireAccess(route.access, actor);
    const context: RawContext = {
      actor,
      realm,
      limit_key: limitKeyOf(services, actor, request, peers),
      db: services.store.db,
      now: services.clock.now(),
      request,
      tail: path.tail ?? '',
      count,
      checkAddress: () => checkAddress(services, request, peers),
      countForAddress: () => void takeForAddress(services, request, peers),
      arriving: services.arriving,
      call: endpointCaller(endpoints, { request, peers }, authorization),
    };
    return route.handle(context);
  };
  return (request, path, peers) =>
    handle(request, path, peers)
      .catch((error) => {
        if (refusesCredentials(error)) takeForAddress(services, request, peers);
        throw error;
      })
      .catch((error) => respondError(error, services.report, { request, form: route.error_form }));
}
