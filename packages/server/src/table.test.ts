// Every endpoint against credentials, roles, missing, invalid and unknown parameters, and methods. A new endpoint is
// tested by being declared.
import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type Endpoint, endpoints, pathParameters } from '@stoa/contract';
import {
  callerOf,
  callRaw,
  endpointUrl,
  type Person,
  rawRequest,
  type Stage,
  samples,
  serveTests,
  setStage,
  signIn,
  texts,
} from '@stoa/testkit';
import type { z } from 'zod';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests({ dev: true });
let stage: Stage;
/** Deactivated, and deactivated and reactivated: each with its old key. */
let deactivated: Person;
let back: Person;
beforeAll(async () => {
  stage = await setStage(cast, server);
  [deactivated, back] = await Promise.all([leaver('gone'), returner()]);
});

let returners = 0;
async function returner(): Promise<Person> {
  const person = await leaver(`back${++returners}`);
  await cast.ada.reactivateUser({ user_id: person.user_id });
  return person;
}

async function leaver(name: string): Promise<Person> {
  const account = { email: `${name}@stoa.example`, full_name: name, password: `${name} and nobody else` };
  await cast.ada.createUser(account);
  const person = await signIn((email, api_key) => server.client(email, api_key), account);
  // The server has seen the key before, and its end.
  await person.getOwnUser();
  await cast.ada.deactivateUser({ user_id: person.user_id });
  return person;
}

const all = Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][];
const shapeOf = (endpoint: Endpoint) => Object.entries(endpoint.params.shape as Record<string, z.ZodType>);

/** Texts that are valid or broken JSON, and hardly any parameter's value. */
const STRANGE = ['{"strange":{"er":[1]}}', '[[{"strange":1}]]', '{"strange', '-1.5', '"strange"', 'true'];

/** A text that is invalid for the schema, or null if every text is valid. */
function wrongFor(schema: z.ZodType): string | null {
  const fits = (value: unknown) => schema.safeParse(value).success;
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };
  return STRANGE.find((text) => !fits(text) && (parse(text) === undefined || !fits(parse(text)))) ?? null;
}

const RANKS = ['guest', 'member', 'moderator', 'administrator', 'owner'] as const;
/** Paths that also redirect, which no endpoint does. */
const REDIRECTING: ReadonlySet<string> = new Set(['/realm/icon', '/realm/logo']);
/** Access depends on the channel, not on the role. */
const BY_OBJECT: ReadonlySet<string> = new Set<keyof typeof endpoints>([
  'updateStream',
  'archiveStream',
  'deleteTopic',
]);
/** Their samples are refused even with valid credentials and parameters. */
const isRefused = (name: string, endpoint: Endpoint) => endpoint.refused || name === 'deactivateRealm';
const NEEDED = { public: -1, spectator: -1, user: 0, member: 1, moderator: 2, administrator: 3, owner: 4 } as const;
const rank = (role: (typeof RANKS)[number]): Person =>
  ({ guest: cast.finn, member: cast.dara, moderator: cast.chen, administrator: cast.bela, owner: cast.ada })[role];

for (const [name, endpoint] of all) {
  const sample = async () => texts(await samples[name](stage));
  const in_path = pathParameters(endpoint.path);

  describe(`${endpoint.method} ${endpoint.path} (${endpoint.id})`, () => {
    it('[HT8] without credentials', async () => {
      const { status, body } = await callRaw(server.url, endpoint, await sample(), null);
      if (endpoint.access === 'public') expect([status, body.code]).not.toEqual([401, 'UNAUTHORIZED']);
      // Spectators may call it, get a response as if its object did not exist, or are told to sign in.
      else if (endpoint.access === 'spectator')
        expect(['undefined', 'BAD_REQUEST', 'UNAUTHORIZED']).toContain(String(body.code));
      else expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    });

    it('[HT8] with a malformed key, an unknown one or somebody else’s', async () => {
      const params = await sample();
      const { email } = cast.ada;
      for (const credentials of [
        { email, api_key: cast.bela.api_key },
        { email, api_key: '' },
        { email: 'nobody@stoa.example', api_key: cast.ada.api_key },
      ]) {
        const { status, body } = await callRaw(server.url, endpoint, params, credentials);
        if (endpoint.access === 'public') expect([status, body.code]).not.toEqual([401, 'UNAUTHORIZED']);
        else expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
      }
      const url = endpointUrl(server.url, endpoint, params).href;
      for (const authorization of ['', 'Basic', 'Basic !', 'Bearer abc', `Basic ${btoa('no colon')}`]) {
        const { status } = await rawRequest(url, { method: endpoint.method, headers: { authorization } });
        if (endpoint.access !== 'public') expect([authorization, status]).toEqual([authorization, 401]);
      }
    });

    it('[HT8] by each role', async () => {
      // Good until a call succeeds.
      let params: Record<string, string> | null = null;
      for (const [at, role] of RANKS.entries()) {
        const caller = await callerOf(name, rank(role), stage);
        params ??= await sample();
        const { status, body } = await callRaw(server.url, endpoint, params, caller);
        if (status === 200) params = null;
        const refusal = endpoint.access === 'member' ? 'BAD_REQUEST' : 'UNAUTHORIZED_PRINCIPAL';
        if (at < NEEDED[endpoint.access]) expect([role, body.code]).toEqual([role, refusal]);
        else if (!BY_OBJECT.has(name)) expect([role, body.code]).not.toEqual([role, 'UNAUTHORIZED_PRINCIPAL']);
      }
    });

    it('[HT8] by a bot, which is a member', async () => {
      const caller = await callerOf(name, cast.bot, stage);
      const { status, body } = await callRaw(server.url, endpoint, await sample(), caller);
      expect(status).toBeLessThan(500);
      if (NEEDED[endpoint.access] > 1) expect(body.code).toBe('UNAUTHORIZED_PRINCIPAL');
      else if (!BY_OBJECT.has(name)) expect(body.code).not.toBe('UNAUTHORIZED_PRINCIPAL');
    });

    it('[AU6] by a deactivated account, and with its old key after reactivation', async () => {
      const params = await sample();
      for (const [person, msg] of [
        [deactivated, 'Account is deactivated'],
        [back, null],
      ] as const) {
        const { status, body } = await callRaw(server.url, endpoint, params, person);
        if (endpoint.access === 'public') expect([status, body.code]).not.toEqual([401, 'UNAUTHORIZED']);
        else if (msg === null) expect(status).not.toBe(401);
        else expect([status, body.code, body.msg]).toEqual([401, 'UNAUTHORIZED', msg]);
      }
      // Some endpoints end the account or change its key: then another account calls the next one.
      if ((await back.getOwnUser().catch(() => true)) === true) back = await returner();
    });

    it('[HT4] without a required parameter', async () => {
      const params = await sample();
      for (const [var_name, schema] of shapeOf(endpoint)) {
        if (in_path.includes(var_name) || schema.safeParse(undefined).success) continue;
        const { [var_name]: _left_out, ...rest } = params;
        const { status, body } = await callRaw(server.url, endpoint, rest, cast.ada);
        expect({ status, code: body.code, var_name: body.var_name }).toEqual({
          status: 400,
          code: 'REQUEST_VARIABLE_MISSING',
          var_name,
        });
      }
    });

    it('[HT3] with a parameter of the wrong type', async () => {
      const params = await sample();
      for (const [var_name, schema] of shapeOf(endpoint)) {
        const wrong = wrongFor(schema);
        if (wrong === null) continue;
        const { status, body } = await callRaw(server.url, endpoint, { ...params, [var_name]: wrong }, cast.ada);
        if (in_path.includes(var_name)) {
          expect(status).toBeWithin(400, 500);
          continue;
        }
        expect([status, body.code, body.var_name]).toEqual([400, 'BAD_REQUEST', undefined]);
        expect(body.msg).toContain(var_name);
      }
    });

    it('[HT4] with unknown parameters', async () => {
      const surprising = { surprise: '1', ...(await sample()), constructor: '{' };
      const caller = () => callerOf(name, cast.ada, stage);
      const { status, body } = await callRaw(server.url, endpoint, surprising, await caller());
      if (isRefused(name, endpoint)) return expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect([status, body.msg]).toEqual([200, '']);
      expect(body.ignored_parameters_unsupported).toEqual(['surprise', 'constructor']);
      expect((await callRaw(server.url, endpoint, await sample(), await caller())).body).not.toHaveProperty(
        'ignored_parameters_unsupported',
      );
    });

    it('[HT2] with parameters in every place a client may put them', async () => {
      for (const placement of ['query', 'form', 'multipart'] as const) {
        const caller = await callerOf(name, cast.ada, stage);
        const { status, body } = await callRaw(server.url, endpoint, await sample(), caller, { placement });
        if (isRefused(name, endpoint)) expect([placement, status, body.code]).toEqual([placement, 400, 'BAD_REQUEST']);
        else expect([placement, status, body.msg]).toEqual([placement, 200, '']);
      }
    });

    it('[HT1] with another method', async () => {
      const params = await sample();
      const url = endpointUrl(server.url, endpoint, params).href;
      const pathname = new URL(url).pathname;
      const declared = all.filter(([, other]) => fits(other, pathname)).flatMap(([, other]) => methodsOf(other));
      const here = [...declared, ...(REDIRECTING.has(endpoint.path) ? ['GET', 'HEAD'] : [])];
      for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
        if ((here as string[]).includes(method)) continue;
        const { status, headers, body } = await rawRequest(url, { method });
        expect([method, status]).toEqual([method, 405]);
        expect((headers.get('allow') ?? '').split(', ').sort()).toEqual([...new Set(here)].sort());
        if (method !== 'HEAD') expect(body.code).toBe('BAD_REQUEST');
      }
    });
  });
}

/** Polls don't answer HEAD. */
const methodsOf = ({ id, method }: Endpoint) => (method === 'GET' && id !== 'get-events' ? ['GET', 'HEAD'] : [method]);

/** Whether a path is this endpoint's: ids are digits, and a fixed segment takes precedence over a parameter. */
function fits(endpoint: Endpoint, pathname: string): boolean {
  const own = endpoint.path.split('/');
  const segments = pathname.replace('/api/v1', '').split('/');
  if (own.length !== segments.length) return false;
  const fixed = all.some(([, { path }]) => path === segments.join('/'));
  return own.every((part, at) => {
    const name = part.match(/^\{(\w+)\}$/)?.[1];
    if (!name) return part === segments[at];
    if (fixed) return false;
    return shapeOf(endpoint).find(([key]) => key === name)![1].def.type !== 'number' || /^\d+$/.test(segments[at]!);
  });
}

it('[HT1] a path without an endpoint', async () => {
  for (const path of [
    '/api/v1/nowhere',
    '/api/v1',
    '/api/v2/users',
    '/api/v1/users/1/2/3',
    '/API/v1/users',
    '/api//v1//nowhere',
  ])
    for (const method of ['GET', 'POST', 'DELETE'])
      expect([path, method, (await rawRequest(server.url + path, { method })).status]).toEqual([path, method, 404]);
});
