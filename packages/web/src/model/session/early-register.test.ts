// The call that the page makes before the client has come, and who gets its answer.
import { afterEach, beforeEach, describe, expect, it } from 'bun:test';
import { createClient } from '@stoa/sdk';
import { earlyAnswer, earlyForm, registerEarly } from './early-register.ts';
import { REGISTRATION } from './registration.ts';

const SITE = 'https://chat.example.org';
const URL_OF_REGISTER = `${SITE}/api/v1/register`;
const session = { email: 'ada@example.org', key: 'abc', session_id: 4 };

const real = { fetch: globalThis.fetch, location: globalThis.location, localStorage: globalThis.localStorage };
let calls: { url: string; init: RequestInit }[];
let answers: () => Promise<Response>;
let kept: string | null;
let pathname: string;

beforeEach(() => {
  calls = [];
  answers = async () => new Response('{"result":"success"}', { status: 200 });
  kept = JSON.stringify(session);
  pathname = '/';
  Object.assign(globalThis, {
    fetch: (url: string, init: RequestInit) => {
      calls.push({ url, init });
      return answers();
    },
  });
  const location = {
    origin: SITE,
    get pathname() {
      return pathname;
    },
  };
  Object.defineProperty(globalThis, 'location', { value: location, configurable: true, writable: true });
  Object.defineProperty(globalThis, 'localStorage', {
    value: { getItem: () => kept },
    configurable: true,
    writable: true,
  });
  globalThis.stoaRegister = undefined;
});
afterEach(() => {
  globalThis.fetch = real.fetch;
  for (const name of ['location', 'localStorage'] as const)
    Object.defineProperty(globalThis, name, { value: real[name], configurable: true, writable: true });
  globalThis.stoaRegister = undefined;
});

/** The headers and the body that the SDK would send. */
async function asTheClient(key = session.key): Promise<RequestInit> {
  let sent: RequestInit = {};
  const fetch = async (_url: string, init: RequestInit) => {
    sent = init;
    return new Response('{"result":"success"}');
  };
  await createClient({ site: SITE, email: session.email, api_key: key, fetch }).registerQueue(REGISTRATION);
  return sent;
}

describe('[WB90] register is requested before the client has loaded', () => {
  it("with the client's own request", async () => {
    const init = await asTheClient();
    expect([...earlyForm()]).toEqual([...(init.body as URLSearchParams)]);
    registerEarly();
    expect(calls.map(({ url }) => url)).toEqual([URL_OF_REGISTER]);
    expect(new Headers(calls[0]!.init.headers).get('authorization')).toBe(
      new Headers(init.headers).get('authorization'),
    );
    expect([...(calls[0]!.init.body as URLSearchParams)]).toEqual([...earlyForm()]);
  });

  it('and its response is used once, for register only', async () => {
    registerEarly();
    const init = await asTheClient();
    expect(await earlyAnswer(`${SITE}/api/v1/messages`, init)).toBeNull();
    const taken = (await earlyAnswer(URL_OF_REGISTER, init))!;
    expect([taken.status, await taken.text()]).toEqual([200, '{"result":"success"}']);
    expect(await earlyAnswer(URL_OF_REGISTER, init)).toBeNull();
  });

  it('a refusal is passed on, and no response goes to another account', async () => {
    answers = async () => new Response('{"result":"error"}', { status: 401 });
    registerEarly();
    const taken = (await earlyAnswer(URL_OF_REGISTER, await asTheClient()))!;
    expect([taken.status, await taken.text()]).toEqual([401, '{"result":"error"}']);
    globalThis.stoaRegister = undefined;
    registerEarly();
    expect(await earlyAnswer(URL_OF_REGISTER, await asTheClient('of somebody else'))).toBeNull();
  });

  it('the client makes the request itself if it runs before the first script', async () => {
    expect(await earlyAnswer(URL_OF_REGISTER, await asTheClient())).toBeNull();
    registerEarly();
    expect(calls).toEqual([]);
  });

  it('a failed call is repeated by the client', async () => {
    answers = async () => {
      throw new TypeError('no network');
    };
    registerEarly();
    expect(await earlyAnswer(URL_OF_REGISTER, await asTheClient())).toBeNull();
  });

  it('nothing is requested if nobody is signed in, or on pages outside the client', () => {
    pathname = '/join/abc';
    registerEarly();
    pathname = '/';
    kept = null;
    registerEarly();
    expect(calls).toEqual([]);
  });
});
