// Processes a request to a raw route: organization, credentials and access, as for endpoints; the route does the rest.
import type { Actor } from '../access/actor.ts';
import { requireScope } from '../access/token-scopes.ts';
import { endpointCaller } from './call-endpoint.ts';
import { requireAccess, requireKind, requireTwoFactor } from './callers/access.ts';
import type { Peers } from './callers/client-address.ts';
import { callerOf, checkAddress, noteCaller, refusesCredentials, takeForAddress } from './callers/request-caller.ts';
import type { Dispatch, Handler, PathParameters } from './handling.ts';
import { isSafe } from './methods.ts';
import { traceOf } from './observers/request-trace.ts';
import type { RawContext, RawRoute } from './raw-route.ts';
import { respondError } from './responses/respond.ts';

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
    if (actor && !isSafe(request)) count(actor);
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
