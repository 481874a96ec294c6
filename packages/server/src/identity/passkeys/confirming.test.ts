// Passkeys that stand for the password of somebody who is signed in, and their names.
import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import { MAX_PASSKEY_NAME_LENGTH, PASSKEY_CHALLENGE_SECS, SESSION_CONFIRMED_SECS } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import {
  codeOf,
  createPerson,
  makeToken,
  PASSKEY_FLAGS,
  type Person,
  passwordOf,
  reasonOf,
  registerPasskey,
  SoftPasskey,
  serveTestsWithMail,
  startServer,
  type Wrong,
} from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { USUAL_RATE_LIMITS } from '../../kit/limits/rate-limits.ts';
import { openSession } from '../sessions/sessions.actions.ts';
import { addPasskey } from './passkeys.actions.ts';
import { passkeySite } from './passkeys.rules.ts';
import { verifyCreated } from './verification.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTestsWithMail();
const { realm, url: origin } = server;
const { db } = server.app.store;

const foreign_key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

let count = 0;
function somebody(at = server): Promise<Person> {
  count += 1;
  return createPerson(at, { email: `confirming${count}@stoa.example`, full_name: `Confirming ${count}` });
}
/** A session whose password is no longer fresh. */
async function stale({ user_id, email }: Person, at = server): Promise<Client> {
  const session = await at.app.writer.write(at.realm.realm_id, (context) =>
    openSession(context, at.realm.realm_id, { user_id, email }, 'Device'),
  );
  await at.app.jobs.settle();
  at.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
  return at.client(session.email, session.session_key);
}
async function withPasskey(at = server, counts = true) {
  const person = await somebody(at);
  return { person, ...(await registerPasskey(person, at.url, { counts })) };
}
async function answer(client: Client, device: SoftPasskey, wrong: Wrong = {}) {
  const { options, sealed_challenge } = await client.beginPasskeyConfirmation();
  return { sealed_challenge, credential: device.use(options, wrong) };
}
const isFresh = async (client: Client) => (await codeOf(client.getBots())) !== 'PASSWORD_NEEDED';

describe('a passkey in place of the password', () => {
  it('[PK50] confirms the session that asks, for as long as a password does', async () => {
    const { person, device } = await withPasskey();
    const [first, second] = [await stale(person), await stale(person)];
    expect([await isFresh(first), await isFresh(second)]).toEqual([false, false]);
    await first.confirmByPasskey(await answer(first, device));
    expect([await isFresh(first), await isFresh(second)]).toEqual([true, false]);
    await first.createAccessToken({ name: 'x', scopes: ['read'], expires_in_days: 1 });
    server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    expect(await isFresh(first)).toBe(false);
    expect((await person.getPasskeys()).passkeys[0]!.last_used_at).not.toBeNull();
    await first.confirmByPasskey(await answer(first, device));
    await first.deactivateOwnUser();
    expect(await codeOf(person.getOwnUser())).toBe('UNAUTHORIZED');
  });

  it('[PK50] names the passkeys of the account, and is refused without one', async () => {
    const { person, device } = await withPasskey();
    const { options } = await person.beginPasskeyConfirmation();
    expect(options).toMatchObject({
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: device.id }],
    });
    const other = await somebody();
    expect(await reasonOf(other.beginPasskeyConfirmation())).toBe('passkey_none');
    expect(await reasonOf(cast.bot.beginPasskeyConfirmation())).toBe('passkey_none');
    const token = await makeToken(server, person, ['read', 'send', 'manage']);
    expect(await codeOf(token.client.beginPasskeyConfirmation())).toBe('INSUFFICIENT_SCOPE');
  });

  it('[PK50] refuses answers of others, to other challenges, and of nobody whom the device saw', async () => {
    const { person, device } = await withPasskey();
    const other = await withPasskey();
    const session = await stale(person);
    const foreign = await stale(other.person);
    const begun = await session.beginPasskeyConfirmation();
    const wrongs: Wrong[] = [
      { key: foreign_key },
      { flags: PASSKEY_FLAGS.USER_PRESENT },
      { origin: 'https://evil.example' },
      { type: 'webauthn.create' },
      { challenge: 'AAAA' },
      { crossOrigin: true },
      { user_handle: 'AAAA' },
      { id: 'AAAA' },
    ];
    const tries = wrongs.map((wrong) => ({ ...begun, credential: device.use(begun.options, wrong) }));
    // Another's passkey, to a challenge of this session.
    tries.push({ ...begun, credential: other.device.use(begun.options) });
    for (const each of tries) expect(await reasonOf(session.confirmByPasskey(each))).toBe('passkey_not_yours');
    const signing_in = await server.client().beginPasskeySession();
    const adding = await person.beginPasskey();
    const with_key = await person.beginPasskeyConfirmation();
    const elsewhere = await (await stale(person)).beginPasskeyConfirmation();
    for (const { sealed_challenge, options } of [
      { ...signing_in, options: signing_in.options },
      { ...adding, options: { challenge: adding.options.challenge, rpId: adding.options.rp.id } },
      with_key,
      elsewhere,
    ])
      expect(await reasonOf(session.confirmByPasskey({ sealed_challenge, credential: device.use(options) }))).toBe(
        'passkey_stale',
      );
    // Nor does a challenge to confirm sign in, or serve somebody else.
    const mine = await answer(session, device);
    expect(await codeOf(server.client().createPasskeySession(mine))).toBe('AUTHENTICATION_FAILED');
    expect(await reasonOf(foreign.confirmByPasskey(mine))).toBe('passkey_stale');
    expect([await isFresh(session), await isFresh(foreign)]).toEqual([false, false]);
    const late = await answer(session, device);
    server.clock.advance((PASSKEY_CHALLENGE_SECS + 1) * 1000);
    expect(await reasonOf(session.confirmByPasskey(late))).toBe('passkey_stale');
  });

  it('[PK50] counts once, of several answers at the same time too, and not after its removal', async () => {
    const { person, device, passkey_id } = await withPasskey(server, false);
    const session = await stale(person);
    const brought = await answer(session, device);
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(session.confirmByPasskey(brought))));
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(await reasonOf(session.confirmByPasskey(brought))).toBe('passkey_stale');
    const after = await answer(session, device);
    await person.deletePasskey({ passkey_id });
    expect(await reasonOf(session.confirmByPasskey(after))).toBe('passkey_not_yours');
  });

  it('[PK50] is counted together with wrong passwords', async () => {
    const login = { requests: 5, period_ms: 30 * 60_000 };
    const limited = await startServer({ rate_limits: { ...USUAL_RATE_LIMITS, user: null, ip: null, login } });
    try {
      const { person, device } = await withPasskey(limited);
      const session = await stale(person, limited);
      for (let tries = 0; tries < 3; tries++)
        expect(await reasonOf(session.confirmByPasskey(await answer(session, device, { key: foreign_key })))).toBe(
          'passkey_not_yours',
        );
      for (let tries = 0; tries < 2; tries++)
        expect(await reasonOf(session.confirmSession({ password: 'guess' }))).toBe('wrong_password');
      expect(await codeOf(session.confirmByPasskey(await answer(session, device)))).toBe('RATE_LIMIT_HIT');
      expect(await codeOf(session.confirmSession({ password: passwordOf(person) }))).toBe('RATE_LIMIT_HIT');
      limited.clock.advance(31 * 60_000);
      for (let tries = 0; tries < 7; tries++) await session.confirmByPasskey(await answer(session, device));
    } finally {
      await limited.stop();
    }
  });

  it('[PK51] replaces the API key and asks for another address, and is used up only by what is done', async () => {
    const { person, device } = await withPasskey(server, false);
    const session = await stale(person);
    expect(await reasonOf(session.regenerateOwnApiKey({}))).toBe('wrong_password');
    const passkey = await answer(session, device);
    const { api_key } = await session.regenerateOwnApiKey({ passkey });
    expect((await server.client(person.email, api_key).getOwnUser()).user_id).toBe(person.user_id);
    expect(await reasonOf(session.regenerateOwnApiKey({ passkey }))).toBe('passkey_stale');
    expect(
      await reasonOf(session.regenerateOwnApiKey({ passkey: await answer(session, device, { key: foreign_key }) })),
    ).toBe('passkey_not_yours');
    const email = `confirming-new${count}@stoa.example`;
    expect(await reasonOf(session.updateSettings({ email }))).toBe('wrong_password');
    const second = await answer(session, device);
    expect(await reasonOf(session.updateSettings({ email: cast.ada.email, passkey: second }))).toBe('email_of_other');
    await session.updateSettings({ email, passkey: second });
    expect(await reasonOf(session.updateSettings({ email, passkey: second }))).toBe('passkey_stale');
    // The session itself is not confirmed by it.
    expect(await isFresh(session)).toBe(false);
  });

  it('[PK54] shows the API key, once for each answer, and is noted as a sign-in', async () => {
    const { person, device } = await withPasskey(server, false);
    const session = await stale(person);
    const brought = await answer(session, device);
    expect(await session.showApiKeyByPasskey(brought)).toMatchObject({ api_key: person.api_key });
    expect(await reasonOf(session.showApiKeyByPasskey(brought))).toBe('passkey_stale');
    const forged = await answer(session, device, { key: foreign_key });
    expect(await reasonOf(session.showApiKeyByPasskey(forged))).toBe('passkey_not_yours');
    const [entry] = (await cast.ada.getAuditLog({ user_id: person.user_id })).entries;
    expect(entry).toMatchObject({
      kind: 'signed_in',
      changes: [
        { field: 'method', new: 'passkey' },
        { field: 'credentials', new: 'api_key' },
      ],
    });
  });

  it('[PK51] chooses a new password, but gives nobody a first one', async () => {
    const { person, device } = await withPasskey();
    const session = await stale(person);
    const new_password = 'eleven quiet lanterns';
    const passkey = await answer(session, device);
    expect(await reasonOf(session.updateSettings({ new_password: 'short', passkey }))).toBe('short_password');
    await session.updateSettings({ new_password, passkey });
    await server.client().createSession({ username: person.email, password: new_password });
    await server.app.writer.write(realm.realm_id, ({ tx }) =>
      tx.run(sql`update users set password_hash = null where user_id = ${person.user_id}`),
    );
    const again = await answer(session, device);
    expect(await reasonOf(session.updateSettings({ new_password, passkey: again }))).toBe('wrong_password');
  });

  it('[PK52] confirms without a password, and at no other address', async () => {
    const { person, device } = await withPasskey();
    await server.app.writer.write(realm.realm_id, ({ tx }) =>
      tx.run(sql`update users set password_hash = null where user_id = ${person.user_id}`),
    );
    const session = await stale(person);
    await session.confirmByPasskey(await answer(session, device));
    await session.regenerateOwnApiKey({ passkey: await answer(session, device) });
    const { options, sealed_challenge } = await server.client().beginPasskeySession();
    const credential = device.use(options);
    expect(await codeOf(server.client().createPasskeySession({ sealed_challenge, credential }))).toBe(
      'AUTHENTICATION_FAILED',
    );
    const before = await answer(session, device);
    const setUrl = async (url: string) => {
      await server.app.writer.write(realm.realm_id, ({ tx }) =>
        tx.run(sql`update realms set url = ${url} where realm_id = ${realm.realm_id}`),
      );
      await Bun.sleep(2100);
    };
    await setUrl('https://chat.example');
    try {
      expect(await reasonOf(session.beginPasskeyConfirmation())).toBe('passkey_none');
      expect(await reasonOf(session.confirmByPasskey(before))).toBe('passkey_not_yours');
    } finally {
      await setUrl(origin);
    }
    await session.confirmByPasskey(before);
  });

  it('[PK52] confirms where the provider alone decides who signs in', async () => {
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
    try {
      const { user_id, email } = only.owner;
      const device = new SoftPasskey(only.url);
      const [user_handle, challenge] = ['aGFuZGxl', 'Y2hhbGxlbmdl'];
      const site = passkeySite(only.realm)!;
      const credential = device.create({ rp: { id: site.rp_id }, user: { id: user_handle }, challenge });
      const made = (await verifyCreated(site, challenge, credential))!;
      // From before the provider came.
      await only.app.writer.write(only.realm.realm_id, (context) =>
        addPasskey(context, only.realm, user_id, made, { name: 'From before', rp_id: site.rp_id, user_handle }),
      );
      const session = await stale({ user_id, email } as Person, only);
      expect(await isFresh(session)).toBe(false);
      await session.confirmByPasskey(await answer(session, device));
      expect(await isFresh(session)).toBe(true);
      expect(await codeOf(only.client().beginPasskeySession())).toBe('PASSWORD_AUTH_DISABLED');
    } finally {
      await only.stop();
    }
  });
});

describe('the name of a passkey', () => {
  it('[PK53] is changed by its owner, within limits, and the change is in the audit log', async () => {
    const { person, passkey_id } = await withPasskey();
    const other = await somebody();
    const nameOf = async () => (await person.getPasskeys()).passkeys[0]!.name;
    await person.renamePasskey({ passkey_id, name: '  Work laptop ' });
    expect(await nameOf()).toBe('Work laptop');
    for (const name of ['', ' ', 'two\nlines', 'x'.repeat(MAX_PASSKEY_NAME_LENGTH + 1)])
      expect(await reasonOf(person.renamePasskey({ passkey_id, name }))).toBe('passkey_name');
    expect(await reasonOf(other.renamePasskey({ passkey_id, name: 'Mine' }))).toBe('passkey_unknown');
    expect(await reasonOf(person.renamePasskey({ passkey_id: 2 ** 31 - 1, name: 'None' }))).toBe('passkey_unknown');
    // The same name again changes nothing.
    await person.renamePasskey({ passkey_id, name: 'Work laptop' });
    expect(await nameOf()).toBe('Work laptop');
    const renamed = async () =>
      (await cast.ada.getAuditLog({ user_id: person.user_id })).entries.filter(
        ({ kind }) => kind === 'account_passkey_renamed',
      );
    expect(await renamed()).toMatchObject([
      { name: 'Work laptop', changes: [{ field: 'name', old: 'A device', new: 'Work laptop' }] },
    ]);
    await cast.ada.eraseUser({ user_id: person.user_id, messages: 'keep' });
    await server.app.jobs.settle();
    expect(await renamed()).toMatchObject([{ changes: [] }]);
    const kept = await db.all<{ name: string | null; kind: string }>(
      sql`select kind, name from audit_entries where user_id = ${person.user_id} and kind like 'account_passkey_%'`,
    );
    expect(kept.map(({ name }) => name)).toEqual(kept.map(() => null));
    expect(kept.length).toBeGreaterThan(1);
  });
});

describe.skipIf(!process.env.STOA_TEST_DATABASE)('at two nodes', () => {
  it('[PK50] a challenge to confirm counts once', async () => {
    const node = await server.startNode();
    try {
      const { person, device } = await withPasskey(server, false);
      const there = node.as(person);
      for (let round = 0; round < 3; round++) {
        const brought = await answer(person, device);
        const codes = await Promise.all(
          [person, there, person, there].map((client) => codeOf(client.confirmByPasskey(brought))),
        );
        expect(codes.filter((code) => code === null)).toHaveLength(1);
      }
    } finally {
      await node.stop();
    }
  });
});
