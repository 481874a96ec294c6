// Two-factor sign-in: switching it on and off, and what is stored.
import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { RECOVERY_CODES, ROLE, SESSION_CONFIRMED_SECS, TWO_FACTOR_SETUP_SECS } from '@stoa/contract';
import {
  basic,
  codeOf,
  createPerson,
  type Person,
  passwordOf,
  rawRequest,
  reasonOf,
  refusal,
  serveTestsWithMail,
  verifyEvents,
} from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { codeOfStep, stepAt } from './totp.rules.ts';

setDefaultTimeout(30_000);

const { mail, server, cast } = await serveTestsWithMail();

const codeNow = (secret: string, off = 0) => codeOfStep(secret, stepAt(server.clock.now()) + off);
const OFF = { is_enabled: false, enabled_at: null, recovery_codes_left: 0, is_possible: true };

let count = 0;
function somebody(): Promise<Person> {
  count += 1;
  return createPerson(server, { email: `somebody${count}@stoa.example`, full_name: `Somebody ${count}` });
}
async function enable(person: Person) {
  const { secret, setup } = await person.beginTwoFactor();
  return { secret, ...(await person.confirmTwoFactor({ setup, code: codeNow(secret) })) };
}
async function enabled() {
  const person = await somebody();
  return { person, ...(await enable(person)) };
}
const isOn = async (person: Person) => (await person.getTwoFactor()).is_enabled;
const subjects = async ({ email }: Person) => {
  await server.app.jobs.settle();
  return mail.mails.filter(({ to }) => to.includes(email)).map(({ headers }) => headers.get('subject'));
};

describe('switching two-factor sign-in on', () => {
  it('[TF2] [TF3] [TF4] takes a secret, and a code of the app that has it', async () => {
    const person = await somebody();
    expect(await person.getTwoFactor()).toMatchObject(OFF);
    const { secret, url, setup } = await person.beginTwoFactor();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(url)).toContain(`${server.realm.name}:${person.email}`);
    expect(await person.getTwoFactor()).toMatchObject(OFF);
    for (const code of ['', '000000x', codeNow(secret, 5), codeNow(secret, -5)])
      expect(await reasonOf(person.confirmTwoFactor({ setup, code }))).toBe('two_factor_code');
    expect(await isOn(person)).toBe(false);
    const { recovery_codes } = await person.confirmTwoFactor({ setup, code: codeNow(secret) });
    expect(recovery_codes).toHaveLength(RECOVERY_CODES);
    expect(new Set(recovery_codes).size).toBe(RECOVERY_CODES);
    const state = await person.getTwoFactor();
    expect(state).toMatchObject({ is_enabled: true, recovery_codes_left: RECOVERY_CODES, is_possible: true });
    expect(Math.abs(state.enabled_at! - server.clock.now() / 1000)).toBeLessThan(60);
    expect(await reasonOf(person.beginTwoFactor())).toBe('two_factor_on');
    expect(await reasonOf(person.confirmTwoFactor({ setup, code: codeNow(secret, 1) }))).toBe('two_factor_on');
  });

  it('[TF3] [TF4] is recorded by no Idempotency-Key', async () => {
    const person = await somebody();
    const { db } = server.app.store;
    const call = (path: string, params: Record<string, string> = {}) =>
      rawRequest(`${server.url}/api/v1/users/me/two_factor/${path}`, {
        method: 'POST',
        headers: {
          ...basic(person),
          'idempotency-key': path,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(params).toString(),
      });
    const { secret, setup } = (await call('begin')).body as { secret: string; setup: string };
    const confirmed = await call('confirm', { setup, code: codeNow(secret) });
    const replaced = [await call('recovery_codes'), await call('recovery_codes')];
    for (const { status, body } of [confirmed, ...replaced])
      expect([status, (body.recovery_codes as string[]).length]).toEqual([200, RECOVERY_CODES]);
    expect(replaced[1]!.body.recovery_codes).not.toEqual(replaced[0]!.body.recovery_codes);
    expect(await db.all(sql`select endpoint from idempotency_keys where user_id = ${person.user_id}`)).toEqual([]);
  });

  it('[TF3] counts for the same account, within 15 minutes, unchanged', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const { secret, setup } = await person.beginTwoFactor();
    const confirm = (who: Person, text: string) =>
      reasonOf(who.confirmTwoFactor({ setup: text, code: codeNow(secret) }));
    expect(await confirm(other, setup)).toBe('two_factor_stale');
    const forged = setup.slice(0, -4) + (setup.endsWith('AAA=') ? 'BBB=' : 'AAA=');
    for (const text of ['', 'v1.', 'v2.AAAA', forged]) expect(await confirm(person, text)).toBe('two_factor_stale');
    server.clock.advance((TWO_FACTOR_SETUP_SECS + 1) * 1000);
    expect(await confirm(person, setup)).toBe('two_factor_stale');
    expect(await isOn(person)).toBe(false);
  });

  it('[TF3] [TF10] and off needs a fresh password in a session', async () => {
    const { person, secret } = await enabled();
    const session = await server.app.writer.write(server.realm.realm_id, async (context) => {
      const { openSession } = await import('../sessions/sessions.actions.ts');
      return openSession(context, server.realm.realm_id, person, 'Device');
    });
    const device = server.client(person.email, session.session_key);
    server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    for (const call of [() => device.disableTwoFactor(), () => device.replaceRecoveryCodes()])
      expect(await codeOf(call())).toBe('PASSWORD_NEEDED');
    expect(await isOn(person)).toBe(true);
    // The password alone confirms: the session was opened with a code.
    await device.confirmSession({ password: passwordOf(person) });
    await device.disableTwoFactor();
    expect(await person.getTwoFactor()).toMatchObject(OFF);
    server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    expect(await codeOf(device.beginTwoFactor())).toBe('PASSWORD_NEEDED');
    expect(secret).not.toBe((await enable(person)).secret);
  });

  it('[TF4] gives new recovery codes, which end the others, and none while it is off', async () => {
    const { person, recovery_codes } = await enabled();
    const signIn = (code: string) =>
      server.client().fetchApiKey({ username: person.email, password: passwordOf(person), code });
    await signIn(recovery_codes[0]!);
    expect((await person.getTwoFactor()).recovery_codes_left).toBe(RECOVERY_CODES - 1);
    const renewed = (await person.replaceRecoveryCodes()).recovery_codes;
    expect((await person.getTwoFactor()).recovery_codes_left).toBe(RECOVERY_CODES);
    expect(await codeOf(signIn(recovery_codes[1]!))).toBe('TWO_FACTOR_NEEDED');
    expect(await codeOf(signIn(renewed[1]!))).toBeNull();
    await person.disableTwoFactor();
    expect(await reasonOf(person.replaceRecoveryCodes())).toBe('two_factor_off');
    expect(await reasonOf(person.disableTwoFactor())).toBe('two_factor_off');
  });

  it('[TF2] is refused to bots and to accounts without a password', async () => {
    expect((await refusal(cast.bot.beginTwoFactor())).message).toBe('Bots have no password.');
    expect(await cast.bot.getTwoFactor()).toMatchObject({ ...OFF, is_possible: false });
    const person = await somebody();
    const { secret, setup } = await person.beginTwoFactor();
    const { user_id } = person;
    await server.app.writer.write(server.realm.realm_id, ({ tx }) =>
      tx.run(sql`update users set password_hash = null, revision = revision + 1 where user_id = ${user_id}`),
    );
    expect(await person.getTwoFactor()).toMatchObject({ ...OFF, is_possible: false });
    expect(await reasonOf(person.beginTwoFactor())).toBe('two_factor_no_password');
    expect(await reasonOf(person.confirmTwoFactor({ setup, code: codeNow(secret) }))).toBe('two_factor_no_password');
  });

  it('[TF13] mails the person, and tells nobody else', async () => {
    const person = await somebody();
    const { events } = await verifyEvents([person, cast.ada], async () => {
      await enable(person);
      await person.disableTwoFactor();
      await enable(person);
      await cast.ada.disableUserTwoFactor({ user_id: person.user_id });
    });
    expect(events.flat()).toEqual([]);
    const switched = (word: string) => `Two-factor sign-in for ${server.realm.name} was switched ${word}`;
    const mailed = (await subjects(person)).filter((subject) => subject?.startsWith('Two-factor'));
    expect(mailed.sort()).toEqual(['off', 'off', 'on', 'on'].map(switched));
    expect(mail.mails.some(({ to, text }) => to.includes(person.email) && text.includes('An administrator'))).toBe(
      true,
    );
  });
});

describe('an administrator', () => {
  it('[TF11] sees whether somebody has it on, and switches it off', async () => {
    const { person } = await enabled();
    const { user_id } = person;
    const admin = await somebody();
    for (const call of [() => admin.getUserTwoFactor({ user_id }), () => admin.disableUserTwoFactor({ user_id })])
      expect(await codeOf(call())).toBe('UNAUTHORIZED_PRINCIPAL');
    await cast.ada.updateUser({ user_id: admin.user_id, role: ROLE.administrator });
    const { enabled_at } = await person.getTwoFactor();
    expect(await admin.getUserTwoFactor({ user_id })).toMatchObject({ is_enabled: true, enabled_at: enabled_at! });
    await admin.disableUserTwoFactor({ user_id });
    expect(await admin.getUserTwoFactor({ user_id })).toMatchObject({ is_enabled: false, enabled_at: null });
    expect(await reasonOf(admin.disableUserTwoFactor({ user_id }))).toBe('two_factor_off');
    expect(await person.getTwoFactor()).toMatchObject(OFF);
    expect(
      await codeOf(server.client().fetchApiKey({ username: person.email, password: passwordOf(person) })),
    ).toBeNull();
  });

  it('[TF11] does not switch it off for an owner; an owner does', async () => {
    const { person } = await enabled();
    const { user_id } = person;
    await cast.ada.updateUser({ user_id, role: ROLE.owner });
    const admin = await somebody();
    await cast.ada.updateUser({ user_id: admin.user_id, role: ROLE.administrator });
    expect(await reasonOf(admin.disableUserTwoFactor({ user_id }))).toBe('for_owners');
    expect(await isOn(person)).toBe(true);
    await cast.ada.disableUserTwoFactor({ user_id });
    expect(await isOn(person)).toBe(false);
    await cast.ada.updateUser({ user_id, role: ROLE.member });
  });
});

describe('what is stored', () => {
  it('[TF16] is a sealed secret and digests, readable for this account only', async () => {
    const { person, secret, recovery_codes } = await enabled();
    const { db } = server.app.store;
    const rows = await db.all<{ secret_sealed: string }>(
      sql`select * from two_factor where user_id = ${person.user_id}`,
    );
    const codes = await db.all(sql`select * from recovery_codes where user_id = ${person.user_id}`);
    const text = JSON.stringify([rows, codes]);
    for (const plain of [secret, ...recovery_codes, ...recovery_codes.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(plain);
    const { secret_sealed } = rows[0]!;
    expect(server.app.vault.open(secret_sealed, `two-factor ${person.user_id}`)).toBe(secret);
    expect(() => server.app.vault.open(secret_sealed, `two-factor ${person.user_id + 1}`)).toThrow();
  });

  it('[TF16] ends with an erased account, and outlasts deactivation', async () => {
    const { person } = await enabled();
    const { user_id } = person;
    await cast.ada.deactivateUser({ user_id });
    await cast.ada.reactivateUser({ user_id });
    expect(await isOn(person)).toBe(true);
    await cast.ada.eraseUser({ user_id, messages: 'keep' });
    await server.app.jobs.settle();
    for (const table of ['two_factor', 'recovery_codes'])
      expect(await server.app.store.db.all(sql`select 1 from ${sql.raw(table)} where user_id = ${user_id}`)).toEqual(
        [],
      );
  });
});
