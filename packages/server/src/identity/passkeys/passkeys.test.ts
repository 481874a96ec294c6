// Passkeys: adding and removing them, signing in, and hostile answers.
import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import {
  type CreatedCredential,
  MAX_PASSKEYS,
  PASSKEY_CHALLENGE_SECS,
  SESSION_CONFIRMED_SECS,
  type UsedCredential,
} from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import {
  codeOf,
  createPerson,
  FakeDirectory,
  PASSKEY_FLAGS,
  type Person,
  passwordOf,
  reasonOf,
  refusal,
  refusedWith,
  registerPasskey,
  SoftPasskey,
  serveTestsWithMail,
  startServer,
  type Wrong,
} from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { USUAL_RATE_LIMITS } from '../../kit/limits/rate-limits.ts';
import { codeOfStep, stepAt } from '../two-factor/totp.rules.ts';
import { passkeySite } from './passkeys.rules.ts';

setDefaultTimeout(30_000);

const { mail, server, cast } = await serveTestsWithMail();
const { realm, url: origin } = server;
const { db } = server.app.store;

const WRONG = [401, 'AUTHENTICATION_FAILED'] as [number, string];
const { USER_PRESENT, USER_VERIFIED, BACKUP_ELIGIBLE, BACKED_UP } = PASSKEY_FLAGS;

let count = 0;
function somebody(at = server): Promise<Person> {
  count += 1;
  return createPerson(at, { email: `passkeys${count}@stoa.example`, full_name: `Passkeys ${count}` });
}
const add = (person: Client, { site = origin, ...how }: { counts?: boolean; name?: string; site?: string } = {}) =>
  registerPasskey(person, site, how);
async function withPasskey(counts = true) {
  const person = await somebody();
  return { person, ...(await add(person, { counts })) };
}
const begin = (at = server) => at.client().beginPasskeySession();
async function signIn(device: SoftPasskey, wrong: Wrong = {}, at = server) {
  const { options, sealed_challenge } = await begin(at);
  return at.client().createPasskeySession({ sealed_challenge, credential: device.use(options, wrong) });
}
const setUrl = (url: string) =>
  server.app.writer.write(realm.realm_id, ({ tx }) =>
    tx.run(sql`update realms set url = ${url} where realm_id = ${realm.realm_id}`),
  );

describe('a passkey', () => {
  it('[PK1] signs in alone, on a device, as a password given just now does', async () => {
    for (const counts of [true, false]) {
      const { person, device } = await withPasskey(counts);
      for (let round = 0; round < 2; round++) {
        const { session_key, email, user_id } = await signIn(device);
        expect([email, user_id]).toEqual([person.email, person.user_id]);
        const session = server.client(email, session_key);
        expect((await session.getOwnUser()).user_id).toBe(person.user_id);
        // The password is fresh.
        await session.beginPasskey();
      }
      const [passkey] = (await person.getPasskeys()).passkeys;
      expect(passkey).toMatchObject({ name: 'A device', is_usable: true, is_backed_up: !counts });
      expect(passkey!.last_used_at).not.toBeNull();
    }
  });

  it('[PK1] needs no code where two-factor sign-in is on, and changes nothing about passwords', async () => {
    const { person, device } = await withPasskey();
    const typed = { username: person.email, password: passwordOf(person) };
    expect(await codeOf(server.client().fetchApiKey(typed))).toBeNull();
    const { secret, setup } = await person.beginTwoFactor();
    await person.confirmTwoFactor({ setup, code: codeOfStep(secret, stepAt(server.clock.now())) });
    expect(await codeOf(signIn(device))).toBeNull();
    expect(await codeOf(server.client().fetchApiKey(typed))).toBe('TWO_FACTOR_NEEDED');
  });

  it('[PK8] needs a fresh password to come and go, is mailed, and is in the audit log', async () => {
    const { person, device, passkey_id } = await withPasskey();
    const { session_key } = await signIn(device);
    const session = server.client(person.email, session_key);
    // A job that is at work for so long would be taken for dead, and run again.
    await server.app.jobs.settle();
    server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    for (const call of [() => session.beginPasskey(), () => session.deletePasskey({ passkey_id })])
      expect(await codeOf(call())).toBe('PASSWORD_NEEDED');
    await session.confirmSession({ password: passwordOf(person) });
    await session.deletePasskey({ passkey_id });
    expect(await refusedWith(signIn(device))).toEqual(WRONG);
    await server.app.jobs.settle();
    const mails = mail.mails.filter(
      ({ to, headers }) => to.includes(person.email) && headers.get('subject')?.includes('passkey'),
    );
    expect(mails.map(({ headers }) => headers.get('subject')).sort()).toEqual(
      ['added', 'removed'].map((word) => `A passkey was ${word} for ${realm.name}`),
    );
    for (const { text } of mails) expect(text).toContain('A device');
    const { entries } = await cast.ada.getAuditLog({ user_id: person.user_id });
    const kinds = entries.map(({ kind, changes }) => (kind === 'signed_in' ? changes[0]!.new : kind));
    for (const kind of ['account_passkey_added', 'account_passkey_removed', 'passkey']) expect(kinds).toContain(kind);
  });

  it('[PK9] is its owner’s alone, has a name, and there are at most 20', async () => {
    const { person, passkey_id } = await withPasskey();
    const other = await somebody();
    expect(await reasonOf(other.deletePasskey({ passkey_id }))).toBe('passkey_unknown');
    expect((await other.getPasskeys()).passkeys).toEqual([]);
    const device = new SoftPasskey(origin);
    const { options, sealed_challenge } = await person.beginPasskey();
    for (const name of ['', ' ', 'x'.repeat(61), 'two\nlines'])
      expect(await reasonOf(person.createPasskey({ name, sealed_challenge, credential: device.create(options) }))).toBe(
        'passkey_name',
      );
    for (let made = 1; made < MAX_PASSKEYS; made++) await add(person, { name: `Device ${made}` });
    expect((await person.getPasskeys()).passkeys.map(({ name }) => name).slice(0, 2)).toEqual([
      'Device 19',
      'Device 18',
    ]);
    expect(await reasonOf(add(person))).toBe('limit_reached');
  });

  it('[PK2] is for people with a password of this server', async () => {
    expect((await refusal(cast.bot.beginPasskey())).message).toBe('Bots have no password.');
    const { person, device } = await withPasskey();
    const { options, sealed_challenge } = await person.beginPasskey();
    await server.app.writer.write(realm.realm_id, ({ tx }) =>
      tx.run(sql`update users set password_hash = null where user_id = ${person.user_id}`),
    );
    expect((await person.getPasskeys()).is_possible).toBe(false);
    expect(await reasonOf(person.beginPasskey())).toBe('passkey_no_password');
    const credential = new SoftPasskey(origin).create(options);
    expect(await reasonOf(person.createPasskey({ name: 'x', sealed_challenge, credential }))).toBe(
      'passkey_no_password',
    );
    expect(await refusedWith(signIn(device))).toEqual(WRONG);
  });

  it('[PK2] signs in nobody where the provider alone decides', async () => {
    const { person, device } = await withPasskey();
    const only = await startServer({
      sign_on: {
        kind: 'openid' as const,
        issuer: 'https://id.example',
        client_id: 'stoa',
        client_secret: null,
        name: 'Example',
        only: true,
        creates_accounts: false,
        trusts_addresses: false,
      },
    });
    expect(await codeOf(begin(only))).toBe('PASSWORD_AUTH_DISABLED');
    const { options, sealed_challenge } = await begin();
    const answer = { sealed_challenge, credential: device.use(options) };
    expect(await codeOf(only.client().createPasskeySession(answer))).toBe('PASSWORD_AUTH_DISABLED');
    expect(await server.client().createPasskeySession(answer)).toMatchObject({ user_id: person.user_id });
    await only.stop();
  });

  it('[PK2] signs in nobody who came to belong to the directory', async () => {
    const directory = await FakeDirectory.start();
    const joined = await startServer({ ldap: directory.settings });
    try {
      const person = await somebody(joined);
      const { device } = await add(person, { site: joined.url });
      expect(await codeOf(signIn(device, {}, joined))).toBeNull();
      const entry = directory.add('member', { mail: [person.email], cn: ['Member'] });
      await joined.client().fetchApiKey({ username: 'member', password: entry.password });
      expect(await refusedWith(signIn(device, {}, joined))).toEqual(WRONG);
      expect((await person.getPasskeys()).is_possible).toBe(false);
      // What does not sign in is no second factor either: nobody is shut out.
      const { owner } = joined;
      const made = await owner.beginTwoFactor();
      await owner.confirmTwoFactor({ setup: made.setup, code: codeOfStep(made.secret, stepAt(joined.clock.now())) });
      await owner.updateRealm({ require_two_factor: 'everybody' });
      expect(await codeOf(person.getOwnUser())).toBe('TWO_FACTOR_SETUP_NEEDED');
      expect((await owner.getTwoFactorGaps()).people.map(({ user_id }) => user_id)).toContain(person.user_id);
      const session = await joined.client().createSession({ username: 'member', password: entry.password });
      await joined.client(session.email, session.session_key).beginTwoFactor();
    } finally {
      await joined.stop();
      await directory.stop();
    }
  });

  it('[PK3] is bound to the address of the organization, which may come back', async () => {
    const { person, device } = await withPasskey();
    await setUrl('https://chat.example');
    await Bun.sleep(2100);
    expect((await person.getPasskeys()).passkeys[0]).toMatchObject({ is_usable: false, host: '127.0.0.1' });
    const { options } = await begin();
    expect(options.rpId).toBe('chat.example');
    expect(await refusedWith(signIn(device, { origin: 'https://chat.example' }))).toEqual(WRONG);
    await setUrl('http://chat.example');
    await Bun.sleep(2100);
    expect(await reasonOf(begin())).toBe('passkey_impossible');
    expect((await person.getPasskeys()).is_possible).toBe(false);
    await setUrl(origin);
    await Bun.sleep(2100);
    expect(await codeOf(signIn(device))).toBeNull();
  });

  it('[PK42] is impossible at an IP address, except of the same machine', () => {
    for (const url of ['https://192.168.1.5', 'https://203.0.113.9:8443', 'https://[2001:db8::1]', 'https://127.1.2.3'])
      expect([url, passkeySite({ url })]).toEqual([url, null]);
    for (const host of ['chat.example', 'localhost', '127.0.0.1'])
      expect(passkeySite({ url: `https://${host}` })?.rp_id).toBe(host);
  });

  it('[PK11] outlasts a new password, ends with deactivation, and is erased with its account', async () => {
    const { person, device } = await withPasskey();
    const { user_id } = person;
    await person.updateSettings({ old_password: passwordOf(person), new_password: 'eleven quiet lanterns' });
    expect(await codeOf(signIn(device))).toBeNull();
    await cast.ada.deactivateUser({ user_id });
    expect(await codeOf(signIn(device))).toBe('USER_DEACTIVATED');
    expect(await refusedWith(signIn(device, { origin: 'https://other.example' }))).toEqual(WRONG);
    await cast.ada.reactivateUser({ user_id });
    expect(await codeOf(signIn(device))).toBeNull();
    await cast.ada.eraseUser({ user_id, messages: 'keep' });
    await server.app.jobs.settle();
    expect(await db.all(sql`select 1 from passkeys where user_id = ${user_id}`)).toEqual([]);
  });
});

describe('a challenge', () => {
  it('[PK4] counts once, within ten minutes, for what it is for', async () => {
    const [{ person, device }, other] = [await withPasskey(), await somebody()];
    const { options, sealed_challenge } = await begin();
    const late = await begin();
    const answer = (credential: UsedCredential, sealed = sealed_challenge) =>
      server.client().createPasskeySession({ sealed_challenge: sealed, credential });
    const credential = device.use(options);
    expect(await codeOf(answer(credential))).toBeNull();
    // The same answer, and another one to the same challenge.
    expect(await refusedWith(answer(credential))).toEqual(WRONG);
    expect(await refusedWith(answer(device.use(options)))).toEqual(WRONG);
    const made = await person.beginPasskey();
    const of_other = await other.beginPasskey();
    for (const sealed of ['', 'v1.AAAA', made.sealed_challenge, sealed_challenge.replace(/.{8}$/, 'AAAAAAA=')])
      expect(await refusedWith(answer(device.use({ ...options, challenge: made.options.challenge }), sealed))).toEqual(
        WRONG,
      );
    const create = async (sealed: string, credential: CreatedCredential) =>
      person.createPasskey({ name: 'x', sealed_challenge: sealed, credential }).then(
        () => null,
        ({ fields }) => fields.reason,
      );
    expect(await create(of_other.sealed_challenge, new SoftPasskey(origin).create(of_other.options))).toBe(
      'passkey_stale',
    );
    expect(await create(late.sealed_challenge, new SoftPasskey(origin).create(made.options))).toBe('passkey_stale');
    const { session_key } = await server
      .client()
      .createSession({ username: person.email, password: passwordOf(person) });
    const of_session = await server.client(person.email, session_key).beginPasskey();
    expect(await create(of_session.sealed_challenge, new SoftPasskey(origin).create(of_session.options))).toBe(
      'passkey_stale',
    );
    expect(await create(made.sealed_challenge, new SoftPasskey(origin).create(made.options))).toBeNull();
    expect(await create(made.sealed_challenge, new SoftPasskey(origin).create(made.options))).toBe('passkey_stale');
    server.clock.advance((PASSKEY_CHALLENGE_SECS + 1) * 1000);
    expect(await refusedWith(answer(device.use(late.options), late.sealed_challenge))).toEqual(WRONG);
    expect(await codeOf(signIn(device))).toBeNull();
    // Nothing is kept of challenges after their end.
    expect(await db.all(sql`select 1 from spent_challenges`)).toHaveLength(1);
  });

  it('[PK4] lets in one of several answers at the same time', async () => {
    const { device } = await withPasskey(false);
    const { options, sealed_challenge } = await begin();
    const credential = device.use(options);
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(server.client().createPasskeySession({ sealed_challenge, credential }))),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(1);
  });

  it('[PK4] [PK6] names nobody, and stores nothing', async () => {
    const { person } = await withPasskey();
    const before = await db.all(sql`select * from spent_challenges`);
    const [first, second] = [await begin(), await begin()];
    expect(first.options.challenge).not.toBe(second.options.challenge);
    expect(first.options).toMatchObject({ allowCredentials: [], userVerification: 'required', rpId: '127.0.0.1' });
    expect(JSON.stringify(first)).not.toContain(person.email);
    expect(await db.all(sql`select * from spent_challenges`)).toEqual(before);
    const { options } = await person.beginPasskey();
    expect(options).toMatchObject({ attestation: 'none', excludeCredentials: [{ type: 'public-key' }] });
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
  });
});

describe('a wrong answer', () => {
  const foreign_key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  it('[PK5] [PK6] signs nobody in, whatever is wrong with it, and says the same', async () => {
    const { device } = await withPasskey();
    const unknown = await withPasskey();
    await unknown.person.deletePasskey({ passkey_id: unknown.passkey_id });
    const { message } = await refusal(signIn(unknown.device));
    const wrongs: Wrong[] = [
      { origin: 'https://other.example' },
      { origin: `${origin}.other.example` },
      { origin: origin.replace('http:', 'https:') },
      { rp_id: 'other.example' },
      { challenge: Buffer.from('another challenge').toString('base64url') },
      { type: 'webauthn.create' },
      { crossOrigin: true },
      { flags: USER_VERIFIED },
      { flags: USER_PRESENT },
      { flags: 0 },
      { user_handle: 'c29tZWJvZHk' },
      { id: unknown.device.id },
      { key: foreign_key },
    ];
    for (const wrong of wrongs) {
      const refused = await refusal(signIn(device, wrong));
      expect([wrong, refused.status, refused.code, refused.message]).toEqual([wrong, ...WRONG, message]);
    }
    expect(await codeOf(signIn(device))).toBeNull();
  });

  it('[PK5] makes no passkey', async () => {
    const person = await somebody();
    for (const wrong of [
      { origin: 'https://other.example' },
      { rp_id: 'other.example' },
      { challenge: 'AAAA' },
      { type: 'webauthn.get' },
      { crossOrigin: true },
      { flags: USER_PRESENT },
      { flags: USER_VERIFIED },
      { id: 'AAAA' },
    ] satisfies Wrong[]) {
      const { options, sealed_challenge } = await person.beginPasskey();
      const credential = new SoftPasskey(origin).create(options, wrong);
      expect([wrong, await reasonOf(person.createPasskey({ name: 'x', sealed_challenge, credential }))]).toEqual([
        wrong,
        'passkey_wrong',
      ]);
    }
    const { options, sealed_challenge } = await person.beginPasskey();
    const { response, ...credential } = new SoftPasskey(origin).create(options);
    for (const attestationObject of ['AAAA', 'oA', '_'.repeat(30_000)])
      expect(
        await reasonOf(
          person.createPasskey({
            name: 'x',
            sealed_challenge,
            credential: { ...credential, response: { ...response, attestationObject } },
          }),
        ),
      ).toBe('passkey_wrong');
    expect((await person.getPasskeys()).passkeys).toEqual([]);
  });

  it('[PK5] is refused for a passkey that is there already, whoever has it', async () => {
    const { person, device } = await withPasskey();
    for (const who of [person, await somebody()]) {
      const { options, sealed_challenge } = await who.beginPasskey();
      const credential = device.create(options);
      expect(await reasonOf(who.createPasskey({ name: 'x', sealed_challenge, credential }))).toBe('passkey_known');
    }
  });

  it('[PK7] comes from a copy if its counter did not grow, and refuses a change of whether it may be copied', async () => {
    const { device } = await withPasskey();
    await signIn(device);
    const seen = device.counter;
    for (const counter of [seen, seen - 1, 0]) expect(await refusedWith(signIn(device, { counter }))).toEqual(WRONG);
    expect(await codeOf(signIn(device, { counter: seen + 100 }))).toBeNull();
    device.counter = seen + 100;
    const both = USER_PRESENT | USER_VERIFIED;
    expect(await refusedWith(signIn(device, { flags: both | BACKUP_ELIGIBLE }))).toEqual(WRONG);
    // Backed up, and not to be backed up: no device says so.
    expect(await refusedWith(signIn(device, { flags: both | BACKED_UP }))).toEqual(WRONG);
    const { device: synced, person } = await withPasskey(false);
    const isBackedUp = async () => (await person.getPasskeys()).passkeys[0]!.is_backed_up;
    await signIn(synced, { flags: both | BACKUP_ELIGIBLE });
    expect(await isBackedUp()).toBe(false);
    await signIn(synced);
    expect(await isBackedUp()).toBe(true);
  });

  it('[PK7] of two answers with one counter one counts', async () => {
    const { device } = await withPasskey();
    const challenges = await Promise.all([begin(), begin()]);
    const counter = device.counter + 1;
    const codes = await Promise.all(
      challenges.map(({ options, sealed_challenge }) =>
        codeOf(
          server.client().createPasskeySession({ sealed_challenge, credential: device.use(options, { counter }) }),
        ),
      ),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(1);
  });

  it('[PK4] [PK6] of another organization’s passkey, or to its challenge, signs nobody in', async () => {
    const other = await server.organization('passkeys.localhost');
    const device = new SoftPasskey('http://passkeys.localhost');
    const { options, sealed_challenge } = await other.owner.beginPasskey();
    expect(options.rp.id).toBe('passkeys.localhost');
    await other.owner.createPasskey({ name: 'x', sealed_challenge, credential: device.create(options) });
    const there = await other.client().beginPasskeySession();
    const credential = device.use(there.options);
    // Here, even if its origin were ours.
    const lying = device.use(there.options, { origin, rp_id: '127.0.0.1' });
    for (const answer of [credential, lying])
      expect(
        await refusedWith(
          server.client().createPasskeySession({ sealed_challenge: there.sealed_challenge, credential: answer }),
        ),
      ).toEqual(WRONG);
    const here = await begin();
    const crossed = {
      sealed_challenge: here.sealed_challenge,
      credential: device.use({ ...here.options, rpId: options.rp.id }),
    };
    expect(await refusedWith(other.client().createPasskeySession(crossed))).toEqual(WRONG);
    const right = { sealed_challenge: there.sealed_challenge, credential: device.use(there.options) };
    expect(await codeOf(other.client().createPasskeySession(right))).toBeNull();
  });

  it('[PK6] is counted as a wrong password is', async () => {
    const login = { requests: 5, period_ms: 30 * 60_000 };
    const limited = await startServer({ rate_limits: { ...USUAL_RATE_LIMITS, user: null, ip: null, login } });
    try {
      const person = await somebody(limited);
      const { device } = await add(person, { site: limited.url });
      for (let tries = 0; tries < 5; tries++)
        expect(await codeOf(signIn(device, { key: foreign_key }, limited))).toBe(WRONG[1]);
      expect(await codeOf(signIn(device, {}, limited))).toBe('RATE_LIMIT_HIT');
      limited.clock.advance(31 * 60_000);
      for (let tries = 0; tries < 7; tries++) expect(await codeOf(signIn(device, {}, limited))).toBeNull();
    } finally {
      await limited.stop();
    }
  });
});

describe('where two-factor sign-in is required', () => {
  it('[PK10] a passkey is enough, and then the password alone is not', async () => {
    const { ada } = cast;
    const first = await add(ada);
    const { person, device } = await withPasskey();
    const plain = await somebody();
    await ada.updateRealm({ require_two_factor: 'everybody' });
    try {
      expect([await codeOf(person.getOwnUser()), await codeOf(plain.getOwnUser())]).toEqual([
        null,
        'TWO_FACTOR_SETUP_NEEDED',
      ]);
      const gaps = (await ada.getTwoFactorGaps()).people.map(({ user_id }) => user_id);
      expect([gaps.includes(person.user_id), gaps.includes(plain.user_id)]).toEqual([false, true]);
      const typed = { username: person.email, password: passwordOf(person) };
      for (const way of [
        () => server.client().fetchApiKey(typed),
        () => server.client().createSession({ ...typed, code: '' }),
      ]) {
        const { status, code, fields } = await refusal(way());
        expect([status, code, fields.reason]).toEqual([401, 'TWO_FACTOR_NEEDED', 'passkey_needed']);
      }
      expect(await codeOf(server.client().fetchApiKey({ ...typed, password: 'guess' }))).toBe('AUTHENTICATION_FAILED');
      expect(await codeOf(signIn(device))).toBeNull();
      const { passkey_id } = (await person.getPasskeys()).passkeys[0]!;
      expect(await reasonOf(person.deletePasskey({ passkey_id }))).toBe('two_factor_required');
      const second = await add(person);
      await person.deletePasskey({ passkey_id: second.passkey_id });
      // It is the way out of the setup, too.
      const made = await add(plain);
      expect(await codeOf(plain.getOwnUser())).toBeNull();
      // A link to a new password signs nobody in past it.
      const { url } = await ada.createPasswordResetLink({ user_id: plain.user_id });
      const response = await fetch(server.url + new URL(url).pathname, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ password: 'eleven quiet lanterns', device_name: 'Device' }),
      });
      expect(await response.json()).not.toHaveProperty('session_key');
      // Lost devices: whoever may, removes them.
      expect(await ada.getUserTwoFactor({ user_id: plain.user_id })).toMatchObject({ is_enabled: false, passkeys: 1 });
      await ada.disableUserTwoFactor({ user_id: plain.user_id });
      expect(await refusedWith(signIn(made.device))).toEqual(WRONG);
      expect(await codeOf(plain.getOwnUser())).toBe('UNAUTHORIZED');
      const session = await server.client().createSession({ username: plain.email, password: 'eleven quiet lanterns' });
      expect(await codeOf(server.client(session.email, session.session_key).getOwnUser())).toBe(
        'TWO_FACTOR_SETUP_NEEDED',
      );
    } finally {
      await ada.updateRealm({ require_two_factor: 'nobody' });
      await ada.deletePasskey({ passkey_id: first.passkey_id });
    }
  });
});

describe.skipIf(!process.env.STOA_TEST_DATABASE)('at two nodes', () => {
  it('[PK4] [PK10] a challenge counts once, and a passkey at once', async () => {
    const node = await server.startNode();
    try {
      const { person, device } = await withPasskey(false);
      expect((await node.as(person).getPasskeys()).passkeys).toHaveLength(1);
      for (let round = 0; round < 5; round++) {
        const { options, sealed_challenge } = await begin();
        const credential = device.use(options);
        const codes = await Promise.all(
          Array.from({ length: 4 }, (_, at) =>
            codeOf((at % 2 ? server.client() : node.as(person)).createPasskeySession({ sealed_challenge, credential })),
          ),
        );
        expect(codes.filter((code) => code === null)).toHaveLength(1);
      }
    } finally {
      await node.stop();
    }
  });
});
