// One request from its path to its answer: organization, credentials, access, parameters, handler, result. The order is the same for all.
import { type ErrorDeclaration, MethodNotAllowed, NotFound } from '@stoa/contract';
import type { Actor, Realm } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Connection, Store } from '../database/connection.ts';
import type { Writer } from '../write.ts';
import { requireAccess } from './access.ts';
import { type ResultChecking, resultChecker } from './check-result.ts';
import { parameterDecoder } from './parameters.ts';
import { readParameters } from './raw-parameters.ts';
import { respondError, respondSuccess } from './respond.ts';
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
  checking: ResultChecking;
  report(error: unknown): void;
  observe?(observation: Observation): void;
}

export type PathParameters = Readonly<Record<string, string>>;
export type Handler = (request: Request, path: PathParameters) => Promise<Response>;

/** The handler of one endpoint. */
export function dispatcher(kit: Dispatch, route: Route): Handler {
  const { endpoint } = route;
  const decode = parameterDecoder(endpoint);
  const check = resultChecker(endpoint, kit.checking, kit.report);
  const limit = endpoint.body_limit ?? BODY_LIMIT;

  const prepare = async (request: Request, path: PathParameters) => {
    const { store, gate } = kit;
    const realm = await gate.findRealm(store.db, request.headers.get('host') ?? '');
    const actor = await identify(kit, route, realm, request);
    requireAccess(endpoint.access, actor);
    const raw = await readParameters(request, limit);
    const { params, ignored } = decode(raw, path);
    const client = clientName(request.headers.get('user-agent'));
    return { context: { actor, realm, client, now: kit.clock.now() }, params, ignored };
  };

  // Promises are chained here, not awaited: ten thousand polls wait in this place, and a frame that waits keeps all it has.
  const answer = (request: Request, path: PathParameters): Promise<Response> =>
    prepare(request, path)
      .then(({ context, params, ignored }) => {
        const respond = (result: unknown) => {
          check(result);
          return respondSuccess(result, ignored);
        };
        return run(kit, route, request, context, params).then(respond);
      })
      .catch((error) => respondError(error, kit.report));
  const { observe } = kit;
  if (!observe) return answer;

  return async (request, path) => {
    const response = await answer(request, path);
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

async function identify(kit: Dispatch, route: Route, realm: Realm, request: Request): Promise<Actor | null> {
  const authorization = request.headers.get('authorization');
  if (authorization === null || route.endpoint.access === 'public') return null;
  // A write that any account may do checks the account in its transaction, so looking here too would only cost time.
  const recalled =
    route.kind === 'write' && route.endpoint.access === 'user' ? kit.gate.recall(realm, authorization) : null;
  return recalled ?? kit.gate.authenticate(kit.store.db, realm, authorization);
}

function run(
  kit: Dispatch,
  route: Route,
  request: Request,
  context: RequestContext<Actor | null>,
  params: unknown,
): Promise<unknown> {
  if (route.kind === 'action') return route.handle({ ...context, signal: request.signal }, params as never);
  if (route.kind === 'read') return route.handle({ ...context, db: kit.store.db }, params as never);
  return runWrite(kit, route, context, params);
}

async function runWrite(
  kit: Dispatch,
  route: Extract<Route, { kind: 'write' }>,
  context: RequestContext<Actor | null>,
  params: unknown,
): Promise<unknown> {
  const prepared = await route.prepare?.({ ...context, db: kit.store.db }, params as never);
  return kit.writer.write(context.realm.realm_id, async (writing) => {
    // Who was deactivated or demoted while this request waited is no longer who was let in. [HT9]
    const actor = context.actor && (await kit.gate.refresh(writing.tx, context.actor));
    if (actor) requireAccess(route.endpoint.access, actor);
    return route.handle({ ...context, ...writing, actor }, params as never, prepared as never);
  });
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
