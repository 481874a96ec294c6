// New passwords and new addresses by mailed links.

import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { codeOf, type Person, serveTestsWithMail, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { assignEmail } from '../account-changes/account-changes.actions.ts';
import { getUserRow } from '../users/users.queries.ts';

const HOUR_MS = 60 * 60_000;
const PASSWORD = 'eleven quiet lanterns';

setDefaultTimeout(30_000);

const { mail, server, cast } = await serveTestsWithMail();

async function post(url: string, fields: Record<string, string> = {}) {
  const headers = { accept: 'application/json' };
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });
  const { result, msg, ...rest } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, msg, rest };
}
const ask = (email: string) => post(`${server.url}/forgot-password/`, { email });
async function linkTo(email: string): Promise<string> {
  await server.app.jobs.settle();
  return mail.newest(email).text.match(/http\S+\/(?:reset-password|confirm-email)\/\S+/)![0];
}
const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email)).length;
const signIn = ({ email }: Person, password: string) => server.client().fetchApiKey({ username: email, password });

describe('a new password', () => {
  it('[AU12] is mailed only to accounts, and all responses are the same', async () => {
    const { dara, bot, eli, ada } = cast;
    await ada.deactivateUser({ user_id: eli.user_id });
    const made_up = `user${dara.user_id}@127.0.0.1`;
    const answers = [];
    for (const email of [dara.email, 'nobody@new.example', bot.email, eli.email, made_up])
      answers.push(await ask(email));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    await server.app.jobs.settle();
    expect([dara.email, 'nobody@new.example', bot.email, eli.email, made_up].map(mailsTo)).toEqual([1, 0, 0, 0, 0]);
  });

  it('[AU12] the account is looked up after the response, with the same writes for any address', async () => {
    const left = async ({ db } = server.app.store) => ({
      promised: await db.all<{ kind: string; body: { email: string } }>(
        sql`select kind, body from jobs where failed_at is null`,
      ),
      confirmations: (await db.get<{ count: number }>(sql`select count(*) as count from confirmations`))!.count,
    });
    await server.app.jobs.settle();
    const { confirmations: before } = await left();
    // No job runs any more: what exists now was done before the response.
    await server.app.jobs.stop();
    const emails = [cast.ada.email, 'nobody@new.example', cast.bot.email];
    for (const email of emails) expect((await ask(email)).status).toBe(200);
    const { promised, confirmations } = await left();
    expect(promised.map(({ kind }) => kind)).toEqual(emails.map(() => 'password-reset'));
    expect(promised.map(({ body }) => body)).toEqual(emails.map((email) => ({ email })));
    expect(confirmations).toBe(before);
    const mails = mail.mails.length;
    await server.restart();
    await server.app.jobs.settle();
    expect(await left()).toEqual({ promised: [], confirmations: before + emails.length });
    expect(mail.mails.slice(mails).map(({ to }) => to)).toEqual([[cast.ada.email]]);
  });

  it('[AU13] replaces the old one, once, and ends keys and queues', async () => {
    const { chen } = cast;
    await ask(chen.email);
    const other = await linkTo(chen.email);
    await ask(chen.email);
    const link = await linkTo(chen.email);
    const { queue_id } = await chen.registerQueue({ event_types: ['message'] });
    expect((await post(link, { password: 'password1' })).status).toBe(400);
    expect((await post(link, { password: PASSWORD })).status).toBe(200);
    expect(await codeOf(signIn(chen, `${chen.full_name} signs in`))).toBe('AUTHENTICATION_FAILED');
    expect(await codeOf(chen.getOwnUser())).toBe('UNAUTHORIZED');
    const { api_key } = await signIn(chen, PASSWORD);
    const renewed = server.client(chen.email, api_key);
    expect(await codeOf(renewed.getEvents({ queue_id: queue_id!, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
    for (const used of [link, other]) expect((await post(used, { password: PASSWORD })).status).toBe(400);
    await server.app.jobs.settle();
    expect(mail.newest(chen.email).headers.get('subject')).toContain('was changed');
  });

  it('[AU13] [SS6] signs out everywhere, and signs in on the named device', async () => {
    const { eli, ada } = cast;
    await ada.reactivateUser({ user_id: eli.user_id });
    const before = await server.client().createSession({ username: eli.email, password: `${eli.full_name} signs in` });
    await ask(eli.email);
    const link = await linkTo(eli.email);
    const facts = await (await fetch(link, { headers: { accept: 'application/json' } })).json();
    expect(facts as object).toMatchObject({ organization: 'Stoa', email: eli.email });
    const { rest } = await post(link, { password: PASSWORD, device_name: 'Firefox on Linux' });
    expect(await codeOf(server.client(eli.email, before.session_key).getOwnUser())).toBe('UNAUTHORIZED');
    const { sessions } = await server.client(eli.email, String(rest.session_key)).getSessions();
    expect(sessions).toMatchObject([{ device_name: 'Firefox on Linux', is_current: true }]);
  });

  it('[AU12] [AU13] the link ends after an hour, a deactivation or a password change', async () => {
    const { bela, finn, ada } = cast;
    const fresh = async (person: Person) => {
      await ask(person.email);
      return linkTo(person.email);
    };
    const late = await fresh(bela);
    server.clock.advance(HOUR_MS);
    expect((await post(late, { password: PASSWORD })).status).toBe(400);
    const changed = await fresh(bela);
    await bela.updateSettings({ old_password: `${bela.full_name} signs in`, new_password: PASSWORD });
    expect((await post(changed, { password: PASSWORD })).status).toBe(400);
    const deactivated = await fresh(finn);
    await ada.deactivateUser({ user_id: finn.user_id });
    expect((await post(deactivated, { password: PASSWORD })).status).toBe(400);
  });
});

describe('[ST11] a new address', () => {
  it('is taken when its owner confirms it', async () => {
    const { dara, ada } = cast;
    const request = await verifyEvents([dara, ada], () => dara.updateSettings({ email: 'Dara.New@stoa.example' }));
    expect(request.events.flat()).toEqual([]);
    const link = await linkTo('Dara.New@stoa.example');
    // Mail scanners open links.
    expect((await fetch(link)).status).toBe(200);
    expect((await dara.getOwnUser()).delivery_email).toBe(dara.email);
    expect(await post(link)).toMatchObject({ status: 200, rest: { email: 'Dara.New@stoa.example' } });
    const renewed = server.client('dara.new@stoa.example', dara.api_key);
    expect((await renewed.getOwnUser()).delivery_email).toBe('Dara.New@stoa.example');
    await server.app.jobs.settle();
    expect(mail.newest(dara.email).text).toContain('is now Dara.New@stoa.example');
    expect((await post(link)).status).toBe(400);
  });

  it('must be free and allowed by the organization', async () => {
    const { ada, bela, bot } = cast;
    const dara = server.client('dara.new@stoa.example', cast.dara.api_key);
    for (const email of [ada.email, 'nonsense', 'x@mailinator.com'])
      expect(await codeOf(dara.updateSettings({ email }))).toBe('BAD_REQUEST');
    expect(await codeOf(bot.updateSettings({ email: 'bot@new.example' }))).toBe('BAD_REQUEST');
    await dara.updateSettings({ email: 'first@new.example' });
    const first = await linkTo('first@new.example');
    await dara.updateSettings({ email: 'second@new.example' });
    const second = await linkTo('second@new.example');
    expect((await post(first)).status).toBe(400);
    await ada.updateRealm({ email_changes_disabled: true });
    expect(await codeOf(dara.updateSettings({ email: 'third@new.example' }))).toBe('BAD_REQUEST');
    expect((await post(second)).status).toBe(400);
    expect(await codeOf(bela.updateSettings({ email: 'bela.new@stoa.example' }))).toBeNull();
    await ada.updateRealm({ email_changes_disabled: false });
    await ada.createUser({ email: 'second@new.example', full_name: 'Quicker', password: PASSWORD });
    expect((await post(second)).status).toBe(400);
  });

  /** Somebody with a key of theirs asks for an address of their own; returns the link that is mailed to it. */
  async function thiefAsks(name: string) {
    const credentials = { username: `${name}@new.example`, password: PASSWORD };
    const { user_id } = await cast.ada.createUser({ email: credentials.username, full_name: name, password: PASSWORD });
    const { api_key } = await server.client().fetchApiKey(credentials);
    await server.client(credentials.username, api_key).updateSettings({ email: `thief.of.${name}@new.example` });
    const link = await linkTo(`thief.of.${name}@new.example`);
    expect((await fetch(link)).status).toBe(200);
    const { session_key } = await server.client().createSession(credentials);
    return { link, user_id, owner: server.client(credentials.username, session_key) };
  }

  it('[AU891] ends with the API key that may have asked for it', async () => {
    const { link, owner } = await thiefAsks('robbed');
    await owner.regenerateOwnApiKey({ password: PASSWORD });
    expect((await post(link)).status).toBe(400);
    expect((await owner.getOwnUser()).delivery_email).toBe('robbed@new.example');
  });

  it('[AU892] ends with any other change of the address', async () => {
    const { link, user_id, owner } = await thiefAsks('moved');
    const { app, realm } = server;
    await app.writer.write(realm.realm_id, async (context) =>
      assignEmail(context, realm, await getUserRow(context.tx, realm.realm_id, user_id), 'given@new.example'),
    );
    expect((await post(link)).status).toBe(400);
    expect((await owner.getOwnUser()).delivery_email).toBe('given@new.example');
  });
});
