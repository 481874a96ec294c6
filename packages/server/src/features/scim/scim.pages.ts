// The paths of SCIM: who calls, what is read, and the form of responses.

import { type RealmId, Unauthorized } from '@stoa/contract';
import type { Connection, Store } from '../../kit/database/connection.ts';
import { readQuery } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { type RateLimitRule, type RateLimits, RequestLimit } from '../../kit/limits/rate-limits.ts';
import type { LastUseRecorder } from '../../kit/sign-in/last-use-recorder.ts';
import { type Clock, seconds } from '../../kit/time/clock.ts';
import { bySCIM } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.rules.ts';
import { isLong } from './filter.rules.ts';
import { attributeChoice, listQuery, searchQuery } from './list-query.rules.ts';
import { groupResources, type Resources, userResources } from './resources.ts';
import { asScimError, notFound, SCIM_TYPE, scimError, scimErrorBody } from './scim-error.rules.ts';
import { bodyOf, listOf, respond } from './scim-messages.ts';
import { SCIM_PATH } from './scim-path.ts';
import { scimTokenUses } from './scim-tokens.actions.ts';
import { findScimToken, isScimToken, type ScimToken } from './scim-tokens.queries.ts';
import { operationsOf } from './user-changes.rules.ts';
import { pathOf } from './user-resource.rules.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Entra ID asks for 25 a second. */
const REQUESTS: RateLimitRule = { requests: 1500, period_ms: 60_000 };
const TOKEN = /^Bearer +([!-~]{1,200})$/i;
const NO_TOKEN = 'A bearer token is expected, as "stoa scim-token create" prints it';

export interface ScimParts {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly limits: RateLimits | null;
}

export function scimPages(parts: ScimParts): RawRoute[] {
  const requests = new ScimRequests(parts);
  const handle = (context: RawContext) =>
    requests.respond(context).catch((error: unknown) => {
      throw asScimError(error);
    });
  const error_form = { type: SCIM_TYPE, body: scimErrorBody, challenge: 'Bearer realm="stoa"' };
  return [SCIM_PATH, `${SCIM_PATH}/*`].map((path) => ({
    methods: METHODS,
    path,
    access: 'public' as const,
    error_form,
    handle,
  }));
}

const RESOURCES: ReadonlyMap<string, Resources> = new Map([
  ['users', userResources],
  ['groups', groupResources],
]);

class ScimRequests {
  private readonly store: Store;
  private readonly writer: Writer;
  private readonly clock: Clock;
  private readonly uses: LastUseRecorder;
  private readonly limit: RequestLimit | null;

  constructor({ store, writer, clock, limits }: ScimParts) {
    this.store = store;
    this.writer = writer;
    this.clock = clock;
    this.uses = scimTokenUses(writer);
    this.limit = limits && new RequestLimit(REQUESTS, clock);
  }

  async respond(context: RawContext): Promise<Response> {
    const { request, realm, tail } = context;
    const token = await this.authenticate(context);
    const [kind = '', id, ...rest] = tail.replace(/\/$/, '').split('/');
    const resources = RESOURCES.get(kind.toLowerCase());
    if (rest.length > 0) throw nothingHere();
    if (resources && id === '.search' && request.method === 'POST')
      return this.search(context, resources, searchQuery(await bodyOf(context)));
    if (resources)
      return id === undefined
        ? this.respondForAll(context, resources, token)
        : this.respondForOne(context, resources, id, token);
    if (['me', 'bulk'].includes(kind.toLowerCase())) throw scimError(501, `${kind} is not supported`);
    const found = discover(realm.url, kind.toLowerCase(), id);
    if (!isReading(request)) throw wrongMethod('GET');
    return respond(found);
  }

  /** The token. Wrong ones count for the address, as any wrong credentials do. [SI2] */
  private async authenticate({ request, realm, db }: RawContext): Promise<ScimToken> {
    const [, sent] = TOKEN.exec(request.headers.get('authorization') ?? '') ?? [];
    if (sent === undefined) throw Unauthorized(NO_TOKEN);
    const token = await findScimToken(db, realm.realm_id, sent);
    if (!token) throw Unauthorized('The token is not known here');
    this.limit?.take(token.token_id);
    this.uses.note(token.token_id, token.last_used_at, seconds(this.clock.now()));
    return token;
  }

  private write<T>(
    realm_id: RealmId,
    { token_id, name }: ScimToken,
    work: (context: WriteContext) => Promise<T>,
  ): Promise<T> {
    const workIfTokenRemains = async (context: WriteContext) => {
      if (!(await isScimToken(context.tx, token_id))) throw Unauthorized('The token is not known here');
      return work(context);
    };
    return this.writer.write(realm_id, workIfTokenRemains, { origin: bySCIM(name) });
  }

  private async search(
    { request, realm }: RawContext,
    resources: Resources,
    query: ReadonlyMap<string, string>,
  ): Promise<Response> {
    const list = listQuery(query);
    const find = (db: Connection) => resources.find(db, realm, list, attributeChoice(query));
    const requester = { account: `scim ${realm.realm_id}`, signal: request.signal };
    const { total, rows } = await (isLong(list.filter)
      ? this.store.longRead(requester, find)
      : this.store.snapshot(find));
    return respond(listOf(rows, total, list.offset));
  }

  /** Requests of `/Users` and `/Groups`. */
  private async respondForAll(context: RawContext, resources: Resources, token: ScimToken): Promise<Response> {
    const { request, realm } = context;
    const query = readQuery(request);
    if (request.method === 'POST') {
      const isChosen = attributeChoice(query);
      const body = await bodyOf(context);
      const id = await this.write(realm.realm_id, token, (writing) => resources.create(writing, realm, body));
      const created = await this.store.snapshot((db) => resources.get(db, realm, String(id), isChosen));
      return respond(created, 201, { location: realm.url + pathOf(resources.path, id) });
    }
    if (!isReading(request)) throw wrongMethod('GET or POST');
    return this.search(context, resources, query);
  }

  /** Requests of one user or group. */
  private async respondForOne(
    context: RawContext,
    resources: Resources,
    id: string,
    token: ScimToken,
  ): Promise<Response> {
    const { request, realm } = context;
    const { realm_id } = realm;
    const query = readQuery(request);
    const isChosen = attributeChoice(query);
    const shown = () => this.store.snapshot((db) => resources.get(db, realm, id, isChosen));
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        return respond(await shown());
      case 'PUT': {
        const body = await bodyOf(context);
        await this.write(realm_id, token, (writing) => resources.replace(writing, realm, id, body));
        return respond(await shown());
      }
      case 'PATCH': {
        const operations = operationsOf(await bodyOf(context));
        await this.write(realm_id, token, (writing) => resources.patch(writing, realm, id, operations));
        // A large group is not sent for each member that joins.
        return resources.returns_patched || query.has('attributes') ? respond(await shown()) : respond(null, 204);
      }
      case 'DELETE':
        await this.write(realm_id, token, (writing) => resources.delete(writing, realm, id));
        return respond(null, 204);
      default:
        throw wrongMethod('GET, PUT, PATCH or DELETE');
    }
  }
}

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD';
const wrongMethod = (methods: string) => scimError(405, `Use ${methods}`);
const nothingHere = () => notFound('There is nothing at this path');

/** `id` is of one resource type or schema. */
function discover(url: string, kind: string, id: string | undefined): unknown {
  if (kind === 'serviceproviderconfig' && id === undefined) return serviceProviderConfig(url);
  const all = kind === 'resourcetypes' ? resourceTypes(url) : kind === 'schemas' ? schemas(url) : [];
  if (id === undefined && all.length > 0) return listOf(all);
  const one = all.find((each) => each.id.toLowerCase() === id?.toLowerCase());
  if (!one) throw nothingHere();
  return one;
}
