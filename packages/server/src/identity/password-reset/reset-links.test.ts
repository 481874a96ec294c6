// Links to a new password that administrators make.

import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { ROLE } from '@stoa/contract';
import { codeOf, type Person, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

const HOUR_MS = 60 * 60_000;
const PASSWORD = 'eleven quiet lanterns';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();
let admin: Person;
beforeAll(async () => {
  admin = cast.bela;
  await cast.ada.updateUser({ user_id: admin.user_id, role: ROLE.administrator });
});

async function use(url: string, password = PASSWORD, site = server.url): Promise<number> {
  const path = new URL(url).pathname;
  const headers = { accept: 'application/json' };
  const body = new URLSearchParams({ password });
  return (await fetch(`${site}${path}`, { method: 'POST', body, headers })).status;
}
const isGood = async (url: string) =>
  (await fetch(server.url + new URL(url).pathname, { headers: { accept: 'application/json' } })).status === 200;
const linkFor = async ({ user_id }: { user_id: number }, by = admin) =>
  (await by.createPasswordResetLink({ user_id })).url;
const signIn = ({ email }: Person, password: string) => server.client().fetchApiKey({ username: email, password });

describe('a reset link of an administrator', () => {
  it('[AU24] sets a new password, once, and signs the person out everywhere', async () => {
    const { chen, ada } = cast;
    const { session_key } = await server
      .client()
      .createSession({ username: chen.email, password: `${chen.full_name} signs in` });
    const earlier = await linkFor(chen);
    const { events } = await verifyEvents([chen, ada], () => linkFor(chen));
    expect(events.flat()).toEqual([]);
    const inADay = () => Math.floor(server.clock.now() / 1000) + 24 * 3600;
    const earliest = inADay();
    const answer = await admin.createPasswordResetLink({ user_id: chen.user_id });
    expect(answer.expires_at).toBeWithin(earliest, inADay() + 1);
    expect(answer.url).toMatch(new RegExp(`^${server.realm.url}/reset-password/[0-9a-f]{40}/$`));
    expect(await isGood(earlier)).toBe(false);
    // Nothing changes for the person until it is used.
    expect(await codeOf(signIn(chen, `${chen.full_name} signs in`))).toBeNull();
    expect(await use(answer.url, 'password1')).toBe(400);
    expect(await use(answer.url)).toBe(200);
    expect(await codeOf(chen.getOwnUser())).toBe('UNAUTHORIZED');
    expect(await codeOf(server.client(chen.email, session_key).getOwnUser())).toBe('UNAUTHORIZED');
    expect(await codeOf(signIn(chen, PASSWORD))).toBeNull();
    expect(await use(answer.url)).toBe(400);
  });

  it('[AU24] counts once of several uses at the same moment, at any node', async () => {
    const node = process.env.STOA_TEST_DATABASE ? await server.startNode() : null;
    const sites = [server.url, node?.app.url ?? server.url];
    const passwords = Array.from({ length: 6 }, (_, at) => `${PASSWORD} ${at}`);
    const url = await linkFor(cast.finn);
    const statuses = await Promise.all(passwords.map((password, at) => use(url, password, sites[at % 2])));
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    const accepted: string[] = [];
    for (const password of passwords) if ((await codeOf(signIn(cast.finn, password))) === null) accepted.push(password);
    expect(accepted).toEqual([passwords[statuses.indexOf(200)]!]);
    await node?.stop();
  });

  it('[AU24] is not in the database, which has a digest only', async () => {
    const url = await linkFor(cast.dara);
    const key = url.match(/[0-9a-f]{40}/)![0];
    const rows = await server.app.store.db.all(
      sql`select * from confirmations where user_id = ${cast.dara.user_id} and purpose = 'password-reset'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ nonce: '', made_by_user_id: admin.user_id });
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('[AU24] ends after 24 hours, a change of the password or address, and a deactivation', async () => {
    const { dara, ada } = cast;
    const late = await linkFor(dara);
    server.clock.advance(24 * HOUR_MS - 60_000);
    expect(await isGood(late)).toBe(true);
    server.clock.advance(60_000);
    expect(await isGood(late)).toBe(false);
    expect(await use(late)).toBe(400);
    const changed = await linkFor(dara);
    await dara.updateSettings({ old_password: `${dara.full_name} signs in`, new_password: PASSWORD });
    expect(await use(changed)).toBe(400);
    const expired = await linkFor(dara);
    await ada.deactivateUser({ user_id: dara.user_id });
    expect(await use(expired)).toBe(400);
    expect(await codeOf(linkFor(dara))).toBe('BAD_REQUEST');
    await ada.reactivateUser({ user_id: dara.user_id });
    expect(await use(expired)).toBe(400);
  });

  it('[AU891] ends with the API key of its maker, who may not be the one who made it', async () => {
    const { ada, eli } = cast;
    const credentials = { username: 'robbed@stoa.example', password: PASSWORD };
    const { user_id } = await ada.createUser({ email: credentials.username, full_name: 'Robbed', password: PASSWORD });
    await ada.updateUser({ user_id, role: ROLE.administrator });
    const { api_key } = await server.client().fetchApiKey(credentials);
    const robbed = server.client(credentials.username, api_key);
    const { url } = await robbed.createPasswordResetLink({ user_id: eli.user_id });
    expect(await isGood(url)).toBe(true);
    await robbed.regenerateOwnApiKey({});
    expect([await isGood(url), await use(url)]).toEqual([false, 400]);
  });

  it('[AU24] is made for an owner by owners only', async () => {
    const { ada, eli } = cast;
    expect(await codeOf(linkFor(ada))).toBe('UNAUTHORIZED_PRINCIPAL');
    await ada.updateUser({ user_id: eli.user_id, role: ROLE.owner });
    expect(await codeOf(linkFor(eli))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await isGood(await linkFor(eli, ada))).toBe(true);
    await ada.updateUser({ user_id: eli.user_id, role: ROLE.member });
  });

  it('[AU24] ends with the right of its maker, and when its account becomes an owner’s', async () => {
    const { ada, eli } = cast;
    const raised = await linkFor(eli);
    await ada.updateUser({ user_id: eli.user_id, role: ROLE.owner });
    expect([await isGood(raised), await use(raised)]).toEqual([false, 400]);
    await ada.updateUser({ user_id: eli.user_id, role: ROLE.member });
    const lowered = await linkFor(eli);
    await ada.updateUser({ user_id: admin.user_id, role: ROLE.moderator });
    expect([await isGood(lowered), await use(lowered)]).toEqual([false, 400]);
    await ada.updateUser({ user_id: admin.user_id, role: ROLE.administrator });
    await ada.deactivateUser({ user_id: admin.user_id });
    expect([await isGood(lowered), await use(lowered)]).toEqual([false, 400]);
    await ada.reactivateUser({ user_id: admin.user_id });
    expect(await codeOf(signIn(eli, PASSWORD))).toBe('AUTHENTICATION_FAILED');
  });

  it('[AU24] is refused to non-administrators, to bots and for bots, for oneself and for unknown accounts', async () => {
    const { dara, finn, bot, ada } = cast;
    for (const person of [dara, finn]) expect(await codeOf(linkFor(cast.eli, person))).not.toBeNull();
    await ada.updateUser({ user_id: bot.user_id, role: ROLE.administrator }).catch(() => {});
    expect(await codeOf(linkFor(cast.eli, bot))).not.toBeNull();
    for (const { user_id } of [bot, admin, { user_id: 999_999 }])
      expect(await codeOf(linkFor({ user_id }))).toBe('BAD_REQUEST');
  });
});
