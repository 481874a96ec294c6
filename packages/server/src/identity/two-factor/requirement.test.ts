// Organizations that require two-factor sign-in: who must have it, and what everybody else may do until then.
import { afterEach, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { endpoints, type RealmSettings, ROLE, SESSION_CONFIRMED_SECS } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import {
  basic,
  codeOf,
  createPerson,
  makeToken,
  type Person,
  passwordOf,
  rawRequest,
  reasonOf,
  refusal,
  refusedWith,
  serveTests,
  type TestNode,
  verifyEvents,
} from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { setRole } from '../users/users.actions.ts';
import { codeOfStep, stepAt } from './totp.rules.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();
const { realm } = server;

const NEEDED = [403, 'TWO_FACTOR_SETUP_NEEDED'] as [number, string];
const codeNow = (secret: string) => codeOfStep(secret, stepAt(server.clock.now()));
const soon = () => Bun.sleep(50);

let count = 0;
function somebody(): Promise<Person> {
  count += 1;
  return createPerson(server, { email: `required${count}@stoa.example`, full_name: `Required ${count}` });
}
async function enable(client: Client): Promise<string> {
  const { secret, setup } = await client.beginTwoFactor();
  await client.confirmTwoFactor({ setup, code: codeNow(secret) });
  return secret;
}
async function device({ email, full_name }: Pick<Person, 'email' | 'full_name'>) {
  const { session_key } = await server.client().createSession({ username: email, password: `${full_name} signs in` });
  return server.client(email, session_key);
}
const isLetIn = async (client: Client) => (await codeOf(client.getOwnUser())) === null;
const oblige = (require_two_factor: RealmSettings['require_two_factor']) =>
  cast.ada.updateRealm({ require_two_factor });

await enable(cast.ada);
afterEach(() => oblige('nobody'));

describe('the setting', () => {
  it('[TF17] obliges administrators and owners, or everybody with a password, and nobody at first', async () => {
    const [member, admin, owner] = [await somebody(), await somebody(), await somebody()];
    await cast.ada.updateUser({ user_id: admin.user_id, role: ROLE.administrator });
    await cast.ada.updateUser({ user_id: owner.user_id, role: ROLE.owner });
    const let_in = async () => Promise.all([member, admin, owner, cast.bot, cast.ada].map(isLetIn));
    expect(await let_in()).toEqual([true, true, true, true, true]);
    await oblige('administrators');
    expect(await let_in()).toEqual([true, false, false, true, true]);
    expect((await member.getTwoFactor()).is_required).toBe(false);
    expect(await admin.getTwoFactor()).toMatchObject({ is_required: true, is_enabled: false, is_possible: true });
    await oblige('everybody');
    expect(await let_in()).toEqual([false, false, false, true, true]);
    await oblige('nobody');
    expect(await let_in()).toEqual([true, true, true, true, true]);
    await cast.ada.updateUser({ user_id: owner.user_id, role: ROLE.member });
  });

  it('[TF17] follows roles and passwords at once', async () => {
    const person = await somebody();
    const { user_id } = person;
    await oblige('administrators');
    expect(await isLetIn(person)).toBe(true);
    await cast.ada.updateUser({ user_id, role: ROLE.administrator });
    expect(await refusedWith(person.getOwnUser())).toEqual(NEEDED);
    const changePassword = (password_hash: string | null) =>
      server.app.writer.write(realm.realm_id, ({ tx }) =>
        tx.run(sql`update users set password_hash = ${password_hash} where user_id = ${user_id}`),
      );
    // Somebody who only signs in by an identity provider.
    await changePassword(null);
    expect(await isLetIn(person)).toBe(true);
    await changePassword('of some form');
    expect(await isLetIn(person)).toBe(false);
    await cast.ada.updateUser({ user_id, role: ROLE.member });
    expect(await isLetIn(person)).toBe(true);
  });

  it('[TF22] needs a fresh password, has it on for its author, and is in the audit log', async () => {
    const admin = await somebody();
    await cast.ada.updateUser({ user_id: admin.user_id, role: ROLE.administrator });
    for (const value of ['administrators', 'everybody'] as const)
      expect(await reasonOf(admin.updateRealm({ require_two_factor: value }))).toBe('two_factor_own_first');
    expect(await isLetIn(admin)).toBe(true);
    const secret = await enable(admin);
    server.clock.advance(60_000);
    const { session_key } = await server
      .client()
      .createSession({ username: admin.email, password: passwordOf(admin), code: codeNow(secret) });
    const session = server.client(admin.email, session_key);
    server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    expect(await codeOf(session.updateRealm({ require_two_factor: 'everybody' }))).toBe('PASSWORD_NEEDED');
    await session.confirmSession({ password: passwordOf(admin) });
    const member = await somebody();
    await session.updateRealm({ require_two_factor: 'everybody' });
    expect(await isLetIn(admin)).toBe(true);
    expect(await isLetIn(member)).toBe(false);
    const { entries } = await cast.ada.getAuditLog({ kinds: ['organization_changed'] });
    expect(entries[0]).toMatchObject({
      acting_user_id: admin.user_id,
      changes: [{ field: 'require_two_factor', old: 'nobody', new: 'everybody' }],
    });
    await cast.ada.updateUser({ user_id: admin.user_id, role: ROLE.member });
  });

  it('[TF17] is a setting as others are, for administrators', async () => {
    const person = await somebody();
    expect(await codeOf(person.updateRealm({ require_two_factor: 'everybody' }))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await codeOf(cast.ada.updateRealm({ require_two_factor: 'some' as 'nobody' }))).toBe('BAD_REQUEST');
    const { events } = await verifyEvents([cast.ada], () => oblige('everybody'));
    expect(events.flat()).toMatchObject([
      { type: 'realm', op: 'update', property: 'require_two_factor', value: 'everybody' },
    ]);
  });
});

describe('whoever has not switched it on', () => {
  it('[TF18] is refused by every call, with every credential, and told where to switch it on', async () => {
    const person = await somebody();
    const [session, token] = [await device(person), await makeToken(server, person, ['read', 'send'])];
    for (const client of [person, session, token.client]) expect(await isLetIn(client)).toBe(true);
    await oblige('everybody');
    for (const client of [person, session, token.client]) {
      for (const call of [
        () => client.getOwnUser(),
        () => client.registerQueue({}),
        () => client.getEvents({ event_types: ['message'] }),
        () => client.sendMessage({ type: 'direct', to: [person.user_id], content: 'x' }),
        () => client.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 }),
        () => client.updateSettings({ full_name: 'Other' }),
        () => client.createAccessToken({ name: 'x', scopes: ['read'], expires_in_days: 1 }),
      ]) {
        const { status, code, fields, message } = await refusal(call());
        expect([status, code]).toEqual(NEEDED);
        expect(fields).toMatchObject({ reason: 'two_factor_setup', params: { url: realm.url } });
        expect(message).toBe(
          `Your organization requires two-factor sign-in. Open ${realm.url} in a browser, sign in and switch it on.`,
        );
      }
    }
    await enable(session);
    for (const client of [person, session, token.client]) expect(await isLetIn(client)).toBe(true);
  });

  it('[TF18] may call what switching it on needs, and no other endpoint', async () => {
    const open = Object.values(endpoints).filter(({ before_two_factor }) => before_two_factor);
    expect(open.map(({ id }) => id).sort()).toEqual([
      'begin-passkey',
      'begin-passkey-confirmation',
      'begin-two-factor',
      'confirm-by-passkey',
      'confirm-externally',
      'confirm-session',
      'confirm-two-factor',
      'create-passkey',
      'end-session',
      'finish-external-confirmation',
      'get-passkeys',
      'get-two-factor',
    ]);
    const person = await somebody();
    const session = await device(person);
    await oblige('everybody');
    server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    expect(await codeOf(session.beginTwoFactor())).toBe('PASSWORD_NEEDED');
    await session.confirmSession({ password: passwordOf(person) });
    await enable(session);
    expect(await isLetIn(session)).toBe(true);
    const other = await somebody();
    const leaving = await device(other);
    const [{ session_id }] = (await server.app.store.db.all<{ session_id: number }>(
      sql`select session_id from sessions where user_id = ${other.user_id} and ended_at is null`,
    )) as [{ session_id: number }];
    await leaving.endSession({ session_id });
    expect(await codeOf(leaving.getTwoFactor())).toBe('UNAUTHORIZED');
  });

  it('[TF18] reads no file, and reaches no agent', async () => {
    const person = await somebody();
    const { url } = await person.uploadFile({}, { file: new File(['words'], 'words.txt') });
    await oblige('everybody');
    const read = await rawRequest(server.url + url, { headers: basic(person) });
    expect([read.status, read.body.code]).toEqual(NEEDED);
    const agent = await rawRequest(`${server.url}/mcp`, { method: 'POST', headers: basic(person), body: '{}' });
    expect([agent.status, agent.body.code]).toEqual(NEEDED);
  });

  it('[TF18] repeats no recorded answer, and a stale actor writes nothing', async () => {
    const person = await somebody();
    const send = () =>
      rawRequest(`${server.url}/api/v1/messages`, {
        method: 'POST',
        headers: { ...basic(person), 'idempotency-key': 'once', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ type: 'direct', to: `[${person.user_id}]`, content: 'x' }).toString(),
      });
    expect((await send()).status).toBe(200);
    await oblige('everybody');
    const repeated = await send();
    expect([repeated.status, repeated.body.code]).toEqual(NEEDED);
    // Writes side by side with the setting: none is done after it.
    await oblige('nobody');
    const writes = Array.from({ length: 20 }, () =>
      codeOf(person.sendMessage({ type: 'direct', to: [person.user_id], content: 'beside' })),
    );
    await Promise.all([...writes, oblige('everybody')]);
    expect(await codeOf(person.sendMessage({ type: 'direct', to: [person.user_id], content: 'after' }))).toBe(
      NEEDED[1],
    );
    for (const code of await Promise.all(writes)) expect([null, NEEDED[1]]).toContain(code);
  });

  it('[TF20] is signed in on a device, and gets no API key', async () => {
    const person = await somebody();
    await oblige('everybody');
    const fetchKey = (password: string) => server.client().fetchApiKey({ username: person.email, password });
    expect(await refusedWith(fetchKey(passwordOf(person)))).toEqual(NEEDED);
    expect(await codeOf(fetchKey('guess'))).toBe('AUTHENTICATION_FAILED');
    const session = await device(person);
    expect(await refusedWith(session.registerQueue({}))).toEqual(NEEDED);
    const secret = await enable(session);
    server.clock.advance(60_000);
    const typed = { username: person.email, password: passwordOf(person) };
    expect(await codeOf(server.client().fetchApiKey(typed))).toBe('TWO_FACTOR_NEEDED');
    expect(await codeOf(server.client().fetchApiKey({ ...typed, code: codeNow(secret) }))).toBeNull();
  });

  it('[TF19] polls no longer: queues end with the change of the setting, also while a poll waits', async () => {
    const [person, other] = [await somebody(), await somebody()];
    await enable(other);
    const register = async (client: Client) => {
      const { queue_id, last_event_id } = await client.registerQueue({ event_types: ['message'] });
      return { queue_id: queue_id!, last_event_id };
    };
    const [queue, kept] = [await register(person), await register(other)];
    const waiting = refusal(person.getEvents(queue));
    const going_on = other.getEvents(kept);
    await soon();
    await oblige('everybody');
    expect((await waiting).code).toBe('BAD_EVENT_QUEUE_ID');
    expect(await refusedWith(person.getEvents({ ...queue, dont_block: true }))).toEqual(NEEDED);
    await other.sendMessage({ type: 'direct', to: [other.user_id], content: 'x' });
    expect((await going_on).events).toHaveLength(1);
  });
});

describe('where it is required', () => {
  it('[TF21] nobody switches it off for themselves; administrators do for others, who switch it on again', async () => {
    const person = await somebody();
    const { user_id } = person;
    const secret = await enable(person);
    await oblige('everybody');
    expect(await reasonOf(person.disableTwoFactor())).toBe('two_factor_required');
    expect(await reasonOf(cast.ada.disableUserTwoFactor({ user_id: cast.ada.user_id }))).toBe('two_factor_required');
    const { queue_id, last_event_id } = await person.registerQueue({ event_types: ['message'] });
    const waiting = refusal(person.getEvents({ queue_id: queue_id!, last_event_id }));
    await soon();
    expect(await cast.ada.getUserTwoFactor({ user_id })).toMatchObject({ is_enabled: true, is_required: true });
    await cast.ada.disableUserTwoFactor({ user_id });
    expect((await waiting).code).toBe('BAD_EVENT_QUEUE_ID');
    expect(await isLetIn(person)).toBe(false);
    expect(await enable(await device(person))).not.toBe(secret);
    expect(await isLetIn(person)).toBe(true);
    await oblige('nobody');
    await person.disableTwoFactor();
  });

  it('[TF23] administrators see who has not switched it on', async () => {
    const [person, admin] = [await somebody(), await somebody()];
    expect(await codeOf(person.getTwoFactorGaps())).toBe('UNAUTHORIZED_PRINCIPAL');
    await cast.ada.updateUser({ user_id: admin.user_id, role: ROLE.administrator });
    const gapOf = async ({ user_id }: { user_id: number }) =>
      (await cast.ada.getTwoFactorGaps()).people.find((gap) => gap.user_id === user_id)?.is_required;
    expect([await gapOf(person), await gapOf(admin), await gapOf(cast.ada), await gapOf(cast.bot)]).toEqual([
      false,
      false,
      undefined,
      undefined,
    ]);
    await oblige('administrators');
    expect([await gapOf(person), await gapOf(admin)]).toEqual([false, true]);
    await enable(admin);
    expect(await gapOf(admin)).toBeUndefined();
    await cast.ada.deactivateUser({ user_id: person.user_id });
    expect(await gapOf(person)).toBeUndefined();
  });

  it('[TF17] concerns no other organization', async () => {
    const { owner } = await server.organization('other.example');
    await oblige('everybody');
    expect(await isLetIn(owner)).toBe(true);
    expect((await owner.getTwoFactor()).is_required).toBe(false);
  });
});

describe.skipIf(!process.env.STOA_TEST_DATABASE)('at two nodes', () => {
  let node: TestNode;
  it('[TF18] [TF19] holds at each at once, beside changes of roles too', async () => {
    node = await server.startNode();
    try {
      const person = await somebody();
      const there = node.as(person);
      for (let round = 0; round < 3; round++) {
        expect([await isLetIn(person), await isLetIn(there)]).toEqual([true, true]);
        const { queue_id, last_event_id } = await there.registerQueue({ event_types: ['message'] });
        const waiting = refusal(there.getEvents({ queue_id: queue_id!, last_event_id }));
        await soon();
        const others = [ROLE.moderator, ROLE.member].map((role) =>
          node.app.writer.write(realm.realm_id, (context) => setRole(context, realm, person.user_id, role)),
        );
        await Promise.all([oblige('everybody'), ...others]);
        expect((await waiting).code).toBe('BAD_EVENT_QUEUE_ID');
        expect([await isLetIn(person), await isLetIn(there)]).toEqual([false, false]);
        await oblige('nobody');
      }
      await oblige('everybody');
      await enable(there);
      expect([await isLetIn(person), await isLetIn(there)]).toEqual([true, true]);
    } finally {
      await node.stop();
    }
  });
});
