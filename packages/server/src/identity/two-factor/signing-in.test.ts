// Signing in with two-factor sign-in on.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import type { fetchApiKey, InputOf } from '@stoa/contract';
import {
  codeOf,
  createPerson,
  FakeDirectory,
  messageOf,
  type Person,
  passwordOf,
  refusal,
  refusedWith,
  serveTests,
  startServer,
  type TestServer,
} from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { USUAL_RATE_LIMITS } from '../../kit/limits/rate-limits.ts';
import { codeOfStep, stepAt } from './totp.rules.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();

type Typed = InputOf<typeof fetchApiKey>;
const codeNow = (secret: string, { clock }: TestServer = server, off = 0) =>
  codeOfStep(secret, stepAt(clock.now()) + off);

let count = 0;
function somebody(at: TestServer = server): Promise<Person> {
  count += 1;
  return createPerson(at, { email: `somebody${count}@stoa.example`, full_name: `Somebody ${count}` });
}
/** Somebody with two-factor sign-in, at a time whose code was not used. */
async function enabled(at: TestServer = server) {
  const person = await somebody(at);
  const { secret, setup } = await person.beginTwoFactor();
  const { recovery_codes } = await person.confirmTwoFactor({ setup, code: codeNow(secret, at) });
  at.clock.advance(60_000);
  return { person, secret, recovery_codes, username: person.email, password: passwordOf(person) };
}
const fetchKey = (typed: Typed, at: TestServer = server) => at.client().fetchApiKey(typed);
const signIn = (typed: Typed) => server.client().createSession({ ...typed, device_name: 'Device' });
const WAYS = [fetchKey, signIn];
const NEEDED = [401, 'TWO_FACTOR_NEEDED'] as [number, string];
const WRONG = [401, 'AUTHENTICATION_FAILED'] as [number, string];

describe('signing in', () => {
  it('[TF5] needs a code after the right password, and says so to nobody else', async () => {
    const { secret, username, password, person } = await enabled();
    for (const way of WAYS) {
      expect(await refusedWith(way({ username, password }))).toEqual(NEEDED);
      expect(await refusedWith(way({ username, password, code: '' }))).toEqual(NEEDED);
      const refused = await refusal(way({ username, password, code: codeNow(secret, server, 4) }));
      expect([refused.status, refused.code, refused.fields.reason]).toEqual([...NEEDED, 'two_factor_code']);
      const unknown = { username: 'nobody@stoa.example', password };
      for (const code of [undefined, '', codeNow(secret)]) {
        const wrong = await refusal(way({ username, password: 'guess', code }));
        expect([wrong.status, wrong.code]).toEqual(WRONG);
        expect((await refusal(way({ ...unknown, code }))).message).toBe(wrong.message);
      }
      const { user_id } = await way({ username, password, code: codeNow(secret) });
      expect(user_id).toBe(person.user_id);
      server.clock.advance(60_000);
    }
    expect(await messageOf(fetchKey({ username, password }))).toContain('directly after your password');
  });

  it('[TF5] ignores a code where it is off', async () => {
    const person = await somebody();
    for (const code of ['', '123456', 'anything'])
      expect(await codeOf(fetchKey({ username: person.email, password: passwordOf(person), code }))).toBeNull();
  });

  it('[TF1] [TF6] takes the codes of a step before and after, each once, and none of an earlier step after it', async () => {
    const { secret, username, password } = await enabled();
    const tried = (off: number) => codeOf(fetchKey({ username, password, code: codeNow(secret, server, off) }));
    expect(await tried(-2)).toBe('TWO_FACTOR_NEEDED');
    expect(await tried(2)).toBe('TWO_FACTOR_NEEDED');
    expect(await tried(-1)).toBeNull();
    expect(await tried(-1)).toBe('TWO_FACTOR_NEEDED');
    expect(await tried(1)).toBeNull();
    for (const off of [1, 0, -1]) expect(await tried(off)).toBe('TWO_FACTOR_NEEDED');
  });

  it('[TF3] does not take the code again with which it was switched on', async () => {
    const person = await somebody();
    const { secret, setup } = await person.beginTwoFactor();
    const code = codeNow(secret);
    await person.confirmTwoFactor({ setup, code });
    const typed = { username: person.email, password: passwordOf(person), code };
    expect(await refusedWith(fetchKey(typed))).toEqual(NEEDED);
  });

  it('[TF6] [TF8] lets in one of several at the same time', async () => {
    const { secret, username, password, recovery_codes } = await enabled();
    for (const code of [codeNow(secret), recovery_codes[0]!]) {
      const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(fetchKey({ username, password, code }))));
      expect(codes.filter((refused) => refused === null)).toHaveLength(1);
    }
  });

  it('[TF8] takes a recovery code once, however it is written', async () => {
    const { username, password, recovery_codes, person } = await enabled();
    const [first, second, third] = recovery_codes as [string, string, string];
    expect(await codeOf(fetchKey({ username, password, code: first }))).toBeNull();
    expect(await refusedWith(fetchKey({ username, password, code: first }))).toEqual(NEEDED);
    expect(
      await codeOf(signIn({ username, password, code: ` ${second.toUpperCase().replaceAll('-', ' ')} ` })),
    ).toBeNull();
    expect((await person.getTwoFactor()).recovery_codes_left).toBe(8);
    const other = await enabled();
    expect(await refusedWith(fetchKey({ ...other, code: third }))).toEqual(NEEDED);
  });
});

describe('[TF7] a code directly after the password', () => {
  it('[TF7] lets in where there is no field for it', async () => {
    const { secret, username, password, recovery_codes } = await enabled();
    expect(await codeOf(fetchKey({ username, password: password + codeNow(secret) }))).toBeNull();
    expect(await codeOf(signIn({ username, password: password + recovery_codes[0] }))).toBeNull();
    expect(await refusedWith(fetchKey({ username, password: password + recovery_codes[0] }))).toEqual(NEEDED);
    expect(await refusedWith(fetchKey({ username, password: password + codeNow(secret, server, 5) }))).toEqual(NEEDED);
    expect(await refusedWith(fetchKey({ username, password: `guess${codeNow(secret)}` }))).toEqual(WRONG);
    expect(await refusedWith(fetchKey({ username, password: codeNow(secret) }))).toEqual(WRONG);
  });

  it('[TF7] is never looked for where the code is given apart, nor where it is off', async () => {
    const { secret, username, password } = await enabled();
    for (const code of ['', codeNow(secret)])
      expect(await refusedWith(fetchKey({ username, password: password + codeNow(secret), code }))).toEqual(WRONG);
    const person = await somebody();
    const typed = { username: person.email, password: `${passwordOf(person)}123456` };
    expect(await refusedWith(fetchKey(typed))).toEqual(WRONG);
  });

  it('[TF7] may follow a password that ends as a code does, which alone lets nobody in', async () => {
    const { secret, person, username } = await enabled();
    const password = 'a lantern of 123456';
    await person.updateSettings({ old_password: passwordOf(person), new_password: password });
    expect(await refusedWith(fetchKey({ username, password }))).toEqual(NEEDED);
    expect(await refusedWith(fetchKey({ username, password: 'a lantern of ' }))).toEqual(WRONG);
    expect(await codeOf(fetchKey({ username, password: password + codeNow(secret) }))).toBeNull();
    server.clock.advance(60_000);
    expect(await codeOf(fetchKey({ username, password, code: codeNow(secret) }))).toBeNull();
    const off = await somebody();
    await off.updateSettings({ old_password: passwordOf(off), new_password: password });
    expect(await codeOf(fetchKey({ username: off.email, password }))).toBeNull();
  });
});

describe('with limits', () => {
  let limited: TestServer;
  beforeAll(async () => {
    const login = { requests: 5, period_ms: 30 * 60_000 };
    limited = await startServer({ rate_limits: { ...USUAL_RATE_LIMITS, user: null, ip: null, login } });
  });
  afterAll(() => limited.stop());

  it('[TF9] codes can’t be tried out, whichever way they are sent', async () => {
    const { person, secret, username, password } = await enabled(limited);
    const wrong = codeNow(secret, limited, 7);
    const tries = [
      { username, password },
      { username, password, code: wrong },
      { username: `user${person.user_id}@127.0.0.1`, password, code: wrong },
      { username, password: password + wrong },
      { username, password, code: wrong },
    ];
    for (const typed of tries) expect(await codeOf(fetchKey(typed, limited))).toBe('TWO_FACTOR_NEEDED');
    const right = { username, password, code: codeNow(secret, limited) };
    // One of the tries was for another address of the account, which is nothing to tell. [RL4]
    expect(await codeOf(fetchKey(right, limited))).toBe('AUTHENTICATION_FAILED');
    expect(await codeOf(limited.client().createSession(right))).toBe('RATE_LIMIT_HIT');
    limited.clock.advance(31 * 60_000);
    expect(await codeOf(fetchKey({ ...right, code: codeNow(secret, limited) }, limited))).toBeNull();
    // A whole sign-in forgets the attempts before it.
    for (let n = 0; n < 5; n++)
      expect(await codeOf(fetchKey({ username, password }, limited))).toBe('TWO_FACTOR_NEEDED');
  });
});

describe('beside it', () => {
  it('[TF14] sessions and API keys go on', async () => {
    const person = await somebody();
    const session = await signIn({ username: person.email, password: passwordOf(person) });
    const { secret, setup } = await person.beginTwoFactor();
    await person.confirmTwoFactor({ setup, code: codeNow(secret) });
    for (const client of [person, server.client(person.email, session.session_key)])
      expect((await client.getOwnUser()).user_id).toBe(person.user_id);
  });

  it('[TF15] a new password by a link keeps it on, and signs nobody in', async () => {
    const { person, secret, username } = await enabled();
    const { url } = await cast.ada.createPasswordResetLink({ user_id: person.user_id });
    const password = 'eleven quiet lanterns';
    const response = await fetch(server.url + new URL(url).pathname, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ password, device_name: 'Device' }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect([response.status, answer.session_key]).toEqual([200, undefined]);
    expect(
      await server.app.store.db.all(sql`select 1 from sessions where user_id = ${person.user_id} and ended_at is null`),
    ).toEqual([]);
    expect(await refusedWith(fetchKey({ username, password }))).toEqual(NEEDED);
    expect(await codeOf(fetchKey({ username, password, code: codeNow(secret) }))).toBeNull();
  });

  it('[TF16] after another secret of the server recovery codes still count, and those of the app do not', async () => {
    const { person, secret, username, password, recovery_codes } = await enabled();
    const { user_id } = person;
    await server.app.writer.write(server.realm.realm_id, ({ tx }) =>
      tx.run(sql`update two_factor set secret_sealed = 'v1.of another secret' where user_id = ${user_id}`),
    );
    expect(await refusedWith(fetchKey({ username, password, code: codeNow(secret) }))).toEqual(NEEDED);
    expect(await codeOf(fetchKey({ username, password, code: recovery_codes[0]! }))).toBeNull();
  });

  it('[TF5] a deactivated account is told so after its code', async () => {
    const { person, secret, username, password } = await enabled();
    await cast.ada.deactivateUser({ user_id: person.user_id });
    expect(await refusedWith(fetchKey({ username, password }))).toEqual(NEEDED);
    expect(await codeOf(fetchKey({ username, password, code: codeNow(secret) }))).toBe('USER_DEACTIVATED');
  });
});

describe('with a directory', () => {
  let directory: FakeDirectory;
  let joined: TestServer;
  beforeAll(async () => {
    directory = await FakeDirectory.start();
    joined = await startServer({ ldap: directory.settings });
  });
  afterAll(async () => {
    await joined.stop();
    await directory.stop();
  });

  it('[TF24] [TF2] its people are asked for a code, by whatever name they sign in, typed apart or after the password', async () => {
    const { person, secret, username, password } = await enabled(joined);
    const entry = directory.add('member', { mail: [username], cn: ['Member'] });
    const right = entry.password;
    for (const name of ['member', username]) {
      for (const typed of [{}, { code: '' }])
        expect(await refusedWith(fetchKey({ username: name, password: right, ...typed }, joined))).toEqual(NEEDED);
      expect(
        await refusedWith(fetchKey({ username: name, password: 'guess', code: codeNow(secret, joined) }, joined)),
      ).toEqual(WRONG);
      const wrong = codeNow(secret, joined, 5);
      for (const typed of [{ password: right, code: wrong }, { password: right + wrong }])
        expect((await refusal(fetchKey({ username: name, ...typed }, joined))).fields.reason).toBe('two_factor_code');
      expect(
        await codeOf(fetchKey({ username: name, password: right, code: codeNow(secret, joined) }, joined)),
      ).toBeNull();
      joined.clock.advance(60_000);
      expect(await codeOf(fetchKey({ username: name, password: right + codeNow(secret, joined) }, joined))).toBeNull();
      joined.clock.advance(60_000);
    }
    // The password of this server counts no more. [LD8]
    expect(await codeOf(fetchKey({ username, password, code: codeNow(secret, joined) }, joined))).toBe(
      'AUTHENTICATION_FAILED',
    );
    expect(await person.getTwoFactor()).toMatchObject({ is_enabled: true, is_possible: true });
    await person.disableTwoFactor();
    expect(await codeOf(fetchKey({ username: 'member', password: right }, joined))).toBeNull();
    const again = await person.beginTwoFactor();
    await person.confirmTwoFactor({ setup: again.setup, code: codeNow(again.secret, joined) });
  });

  it('[TF24] the directory is asked about one password in an attempt, and never about an empty one', async () => {
    const off = directory.add('without', { mail: [(await somebody(joined)).email], cn: ['Without'] });
    off.password = 'ends as codes do 123456';
    expect(await codeOf(fetchKey({ username: 'without', password: off.password }, joined))).toBeNull();
    const { person, secret } = await enabled(joined);
    const entry = directory.add('with', { mail: [person.email], cn: ['With'] });
    const attempt = async (username: string, text: string) => {
      const before = directory.tried.length;
      const code = await codeOf(fetchKey({ username, password: text }, joined));
      return [code, directory.tried.slice(before)];
    };
    expect(await attempt('without', `${off.password}123456`)).toEqual([
      'AUTHENTICATION_FAILED',
      [`${off.password}123456`],
    ]);
    await codeOf(fetchKey({ username: 'with', password: entry.password }, joined));
    expect(await attempt('with', 'guess123456')).toEqual(['AUTHENTICATION_FAILED', ['guess']]);
    expect(await attempt('with', entry.password + codeNow(secret, joined))).toEqual([null, [entry.password]]);
    expect(await attempt('with', '123456')).toEqual(['AUTHENTICATION_FAILED', ['123456']]);
  });
});

describe.skipIf(!process.env.STOA_TEST_DATABASE)('at two nodes', () => {
  it('[TF6] a code counts once', async () => {
    const node = await server.startNode();
    try {
      const { person, secret, username, password } = await enabled();
      for (let round = 0; round < 5; round++) {
        const code = codeNow(secret);
        const calls = Array.from({ length: 4 }, (_, at) =>
          codeOf((at % 2 ? server.client() : node.as(person)).fetchApiKey({ username, password, code })),
        );
        expect((await Promise.all(calls)).filter((refused) => refused === null)).toHaveLength(1);
        server.clock.advance(60_000);
      }
    } finally {
      await node.stop();
    }
  });
});
