// Signing up: by both kinds of invitation, with and without mail, and without an invitation.

import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type ChannelId, ROLE } from '@stoa/contract';
import { type Cast, type FakeMail, startFakeMail, startServer, type TestServer, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = 'wandering teapots everywhere';

setDefaultTimeout(30_000);

let mail: FakeMail;
/** A server that sends mail. */
let server: TestServer;
let cast: Cast;
/** A server without mail. */
let silent: TestServer;
beforeAll(async () => {
  mail = await startFakeMail();
  [server, silent] = await Promise.all([startServer({ smtp_url: mail.url }), startServer()]);
  cast = await server.cast();
});
afterAll(async () => {
  await Promise.all([server.stop(), silent.stop()]);
  await mail.stop();
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { msg?: string; user_id?: number; email?: string; api_key?: string };
}

async function post(url: string, fields: Record<string, string>, more: Record<string, string> = {}): Promise<Answer> {
  const headers = { accept: 'application/json', ...more };
  const init = { method: 'POST', body: new URLSearchParams(fields), headers };
  const response = await fetch(url, init);
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const linkIn = (text: string) => text.match(/http\S+\/join\/\S+/)![0];
async function mailedLink(to: string): Promise<string> {
  await server.app.jobs.settle();
  return linkIn(mail.newest(to).text);
}
async function inviteOne(email: string, more = {}): Promise<string> {
  await cast.dara.sendInvites({ invitee_emails: email, stream_ids: [], ...more });
  return mailedLink(email);
}
const join = (link: string, full_name: string, more = {}) => post(link, { full_name, password: PASSWORD, ...more });
const signedIn = ({ body }: Answer, on: TestServer = server) => on.client(body.email, body.api_key);
async function directTexts(answer: Answer, on: TestServer = server): Promise<string[]> {
  const narrow = [{ operator: 'is', operand: 'dm' }];
  const found = await signedIn(answer, on).getMessages({
    anchor: 'oldest',
    num_before: 0,
    num_after: 50,
    narrow,
    apply_markdown: false,
  } as never);
  return found.messages.map(({ content }) => content);
}

let count = 0;
async function newChannel(on: { ada: Cast['ada'] }, more = {}): Promise<ChannelId> {
  const name = `sign-up ${++count}`;
  await on.ada.subscribe({ subscriptions: [{ name }], ...more });
  return (await on.ada.getStreamId({ stream: name })).stream_id;
}

describe('an invitation by mail', () => {
  it('[SU1] [SU6] [SU7] [IV6] creates an account with its role, channels and groups, once', async () => {
    const { ada, dara, eli, finn } = cast;
    const open = await newChannel(cast);
    const default_id = await newChannel(cast);
    await ada.addDefaultStream({ stream_id: default_id });
    const can_add_members_group = { direct_members: [dara.user_id], direct_subgroups: [] };
    const group = { name: 'newcomers', description: '', members: [], can_add_members_group };
    const { group_id } = await ada.createUserGroup(group);
    const more = { stream_ids: [open], group_ids: [group_id], invite_as: ROLE.member };
    const second = await inviteOne('nora@new.example');
    const link = await inviteOne('nora@new.example', more);
    const { value, events } = await verifyEvents([ada, dara, eli, finn], () => join(link, 'Nora New'));
    expect(value).toMatchObject({ status: 200, body: { email: 'nora@new.example' } });
    const types = (at: number) => events[at]!.map(({ type }) => type);
    expect(types(0)).toContain('invites_changed');
    expect(types(2)).toContain('realm_user');
    expect(types(2)).not.toContain('invites_changed');

    const nora = signedIn(value);
    const own = await nora.getOwnUser();
    expect([own.role, own.full_name]).toEqual([ROLE.member, 'Nora New']);
    expect((await nora.getSubscriptions({})).subscriptions.map(({ stream_id }) => stream_id)).toEqual([open]);
    const groups = (await ada.getUserGroups({})).user_groups;
    expect(groups.find(({ id }) => id === group_id)!.members).toEqual([own.user_id]);
    const { api_key } = await server.client().fetchApiKey({ username: 'nora@new.example', password: PASSWORD });
    expect(api_key).toBe(value.body.api_key!);

    expect(await directTexts(value)).toEqual([expect.stringContaining('welcome')]);
    const newest = await dara.getMessages({ anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false });
    expect(newest.messages[0]!.content).toContain('Nora New|');
    for (const used of [link, second]) expect((await join(used, 'Nora Again')).status).toBe(400);
    expect((await ada.getInvites()).invites.map(({ email }) => email)).not.toContain('nora@new.example');
  });

  it('[SU11] returns data for programs, and signs in a named device', async () => {
    const link = await inviteOne('named@new.example');
    const init = { headers: { accept: 'application/json' } };
    const facts = {
      organization: 'Stoa',
      inviter: 'Dara Member',
      email: 'named@new.example',
      needs_confirmation: false,
    };
    expect((await (await fetch(link, init)).json()) as object).toMatchObject({ result: 'success', ...facts });
    const { body } = await join(link, 'Named New', { device_name: 'Firefox on Linux' });
    const device = server.client(body.email, String(body.session_key));
    expect((await device.getSessions()).sessions).toMatchObject([
      { device_name: 'Firefox on Linux', is_current: true },
    ]);
    expect((await device.getOwnUser()).user_id as number).toBe(body.user_id!);
    const unnamed = await join(await inviteOne('unnamed@new.example'), 'Unnamed New');
    expect(unnamed.body).not.toHaveProperty('session_key');
    expect((await signedIn(unnamed).getSessions()).sessions).toEqual([]);
    expect(await (await fetch(link, init)).json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  it('[SU800] begins with the language of the browser where the form names none', async () => {
    const languageOf = async (name: string, fields: Record<string, string>) => {
      const link = await inviteOne(`${name}@forms.example`);
      const wanted = { 'accept-language': 'xx;q=1, fr-CA;q=0.9, en;q=0.1' };
      const answer = await post(link, { full_name: name, password: PASSWORD, ...fields }, wanted);
      const { user_settings } = await signedIn(answer).registerQueue({ fetch_event_types: ['user_settings'] });
      return user_settings!.default_language;
    };
    expect(await languageOf('marie', {})).toBe('fr');
    expect(await languageOf('karl', { language: 'de' })).toBe('de');
  });

  it('[WB965] begins with the language in which the person signed up, and its way of writing times', async () => {
    const settingsOf = async (name: string, fields: Record<string, string>) => {
      const answer = await join(await inviteOne(`${name}@new.example`), name, fields);
      const { user_settings } = await signedIn(answer).registerQueue({ fetch_event_types: ['user_settings'] });
      return [user_settings!.default_language, user_settings!.twenty_four_hour_time];
    };
    expect(await settingsOf('ute', { language: 'de' })).toEqual(['de', true]);
    expect(await settingsOf('eve', { language: 'en' })).toEqual(['en', false]);
    expect(await settingsOf('kim', { language: 'klingon' })).toEqual(['en', false]);
    await cast.ada.updateUserSettingsDefaults({ twenty_four_hour_time: true });
    expect(await settingsOf('eva', { language: 'en' })).toEqual(['en', true]);
    expect(await settingsOf('ann', {})).toEqual(['en', true]);
    await cast.ada.updateRealm({ default_language: 'de' });
    expect(await settingsOf('amy', { language: 'en' })).toEqual(['en', false]);
    expect(await settingsOf('uli', {})).toEqual(['de', true]);
    await cast.ada.updateRealm({ default_language: 'en' });
    await cast.ada.updateUserSettingsDefaults({ twenty_four_hour_time: false });
  });

  it('[SU9] is announced if the organization wants that, and notifies nobody', async () => {
    const { ada, dara } = cast;
    const principals = [ada.user_id, dara.user_id];
    const signup_announcements_stream_id = await newChannel(cast, { principals });
    const narrow = [{ operator: 'channel', operand: signup_announcements_stream_id }];
    const announcements = async () =>
      (
        await dara.getMessages({
          anchor: 'newest',
          num_before: 9,
          num_after: 0,
          narrow,
          apply_markdown: false,
        } as never)
      ).messages;
    await ada.updateRealm({ signup_announcements_stream_id });
    const link = await inviteOne('wanda@new.example');
    const { value } = await verifyEvents([ada, dara], () => join(link, 'Wanda'));
    const { user_id } = value.body;
    const made = await ada.createUser({ email: 'made@new.example', full_name: 'Made', password: PASSWORD });
    expect((await announcements()).map(({ subject, content, flags }) => [subject, content, flags])).toEqual([
      ['signups', `@_**Wanda|${user_id}** joined this organization.`, []],
      ['signups', `@_**Made|${made.user_id}** joined this organization.`, []],
    ]);
    await ada.updateRealm({ signup_announcements_stream_id: -1 });
    await join(await inviteOne('xaver@new.example'), 'Xaver');
    expect(await announcements()).toHaveLength(2);
  });

  it('[SU6] joins default channels if it says so, and only where its creator can still add people', async () => {
    const { ada, dara } = cast;
    const secret = await newChannel(cast, { invite_only: true, principals: [dara.user_id, ada.user_id] });
    const link = await inviteOne('paul@new.example', {
      stream_ids: [secret],
      include_realm_default_subscriptions: true,
    });
    await ada.unsubscribe({ subscriptions: [`sign-up ${count}`], principals: [dara.user_id] });
    const answer = await join(link, 'Paul New');
    const names = (await signedIn(answer).getSubscriptions({})).subscriptions.map(({ stream_id }) => stream_id);
    expect(names).not.toContain(secret);
    expect(names).toHaveLength(1);
  });

  it('[IV9] is valid for its address only', async () => {
    const link = await inviteOne('quinn@new.example');
    expect((await join(link, 'Quinn', { email: 'other@new.example' })).status).toBe(400);
    expect((await join(link, 'Quinn', { email: 'QUINN@new.example' })).status).toBe(200);
  });

  it('[SU2] succeeds for one of two concurrent uses', async () => {
    const link = await inviteOne('rosa@new.example');
    const both = await Promise.all([join(link, 'Rosa One'), join(link, 'Rosa Two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('[SU2] stores no keys in any table', async () => {
    const link = await inviteOne('sam@new.example');
    await cast.ada.createMultiuseInvite({});
    const { db } = server.app.store;
    const kept = JSON.stringify(
      await Promise.all(
        ['invites', 'confirmations', 'jobs'].map((table) => db.all(sql`select * from ${sql.raw(table)}`)),
      ),
    );
    expect(kept).not.toContain(link.split('/').at(-2)!);
  });
});

describe('a reusable link', () => {
  it('[SU3] [SU5] confirms the address first if there is mail', async () => {
    const { invite_link } = await cast.ada.createMultiuseInvite({ invite_as: ROLE.guest });
    const direct = { email: 'tara@new.example', full_name: 'Tara', password: PASSWORD };
    for (const email of [direct.email, cast.dara.email]) {
      const { status, body } = await post(invite_link, { ...direct, email });
      expect([status, body.confirmation_sent, body.user_id]).toEqual([200, true, undefined]);
    }
    const link = await mailedLink(direct.email);
    expect(mail.newest(cast.dara.email).headers.get('subject')).toContain('already have an account');
    const answer = await join(link, 'Tara');
    expect((await signedIn(answer).getOwnUser()).role).toBe(ROLE.guest);
    expect((await join(link, 'Tara')).status).toBe(400);
    expect((await cast.ada.getInvites()).invites.map(({ link_url }) => link_url)).toContain(invite_link);
  });

  it('[SU3] ends unfinished sign-ups when revoked, and after a day', async () => {
    const { ada } = cast;
    const begin = async (email: string) => {
      const { invite_link } = await ada.createMultiuseInvite({ invite_expires_in_minutes: null });
      await post(invite_link, { email });
      return mailedLink(email);
    };
    const revoked = await begin('ulf@new.example');
    const { invites } = await ada.getInvites();
    await ada.revokeMultiuseInvite({ invite_id: invites.at(-1)!.id });
    const late = await begin('vera@new.example');
    expect((await join(revoked, 'Ulf')).status).toBe(400);
    server.clock.advance(DAY_MS);
    expect((await join(late, 'Vera')).status).toBe(400);
  });

  it('[SU5] sends at most five mails per hour to an address', async () => {
    const { invite_link } = await cast.ada.createMultiuseInvite({});
    for (let n = 0; n < 7; n += 1) expect((await post(invite_link, { email: 'often@new.example' })).status).toBe(200);
    await server.app.jobs.settle();
    expect(mail.mails.filter(({ to }) => to.includes('often@new.example'))).toHaveLength(5);
  });

  it('[SU3] [SU7] accepts unconfirmed addresses without mail, unless domains are restricted', async () => {
    const { owner } = silent;
    await owner.updateRealm({ welcome_message_custom_text: 'Mind the **step**.' });
    const join_by = async (terms: object, full_name: string) => {
      const { invite_link } = await owner.createMultiuseInvite(terms);
      const email = `${full_name.toLowerCase()}@new.example`;
      const answer = await join(invite_link, full_name, { email });
      return { answer, texts: answer.status === 200 ? (await directTexts(answer, silent)).slice(1) : [] };
    };
    expect((await join_by({}, 'Anna')).texts).toEqual(['Mind the **step**.']);
    expect((await join_by({ welcome_message_custom_text: '' }, 'Berta')).texts).toEqual([]);
    expect((await join_by({ welcome_message_custom_text: 'Hi!' }, 'Carla')).texts).toEqual(['Hi!']);
    await owner.createRealmDomain({ domain: 'new.example', allow_subdomains: false });
    await owner.updateRealm({ emails_restricted_to_domains: true });
    expect((await join_by({}, 'Doris')).answer.status).toBe(400);
    await owner.updateRealm({ emails_restricted_to_domains: false });
  });
});

describe('without an invitation', () => {
  it('[SU4] works for open organizations on servers with mail', async () => {
    const register = (on: TestServer, email: string) => post(`${on.url}/register/`, { email });
    expect((await register(server, 'wim@new.example')).body.msg).toContain('invitation');
    await cast.ada.updateRealm({ invite_required: false });
    await silent.owner.updateRealm({ invite_required: false });
    expect((await register(silent, 'wim@new.example')).status).toBe(400);
    expect((await register(server, 'wim@new.example')).status).toBe(200);
    const link = await mailedLink('wim@new.example');
    const answer = await join(link, 'Wim');
    const wim = signedIn(answer);
    expect((await wim.getOwnUser()).role).toBe(ROLE.member);
    expect((await wim.getSubscriptions({})).subscriptions).toHaveLength(1);
    expect((await register(server, 'xena@new.example')).status).toBe(200);
    const closing = await mailedLink('xena@new.example');
    await cast.ada.updateRealm({ invite_required: true });
    expect((await join(closing, 'Xena')).status).toBe(400);
  });
});

describe('validation', () => {
  it('[SU8] [AU11] of names and passwords is the same as everywhere', async () => {
    const link = await inviteOne('yara@new.example');
    const bad: Record<string, string>[] = [
      { password: 'short' },
      { password: 'password1' },
      { password: 'yara@new.example' },
      { password: 'x'.repeat(101) },
      { full_name: '' },
      { full_name: 'a@b' },
      { full_name: 'x'.repeat(101) },
    ];
    for (const fields of bad) expect([fields, (await join(link, 'Yara', fields)).status]).toEqual([fields, 400]);
    expect((await join(link, 'Yara')).status).toBe(200);
  });

  it('[RE12] [RE13] accepts only addresses that the organization allows', async () => {
    const { invite_link } = await cast.ada.createMultiuseInvite({});
    const takes = async (email: string) => (await post(invite_link, { email })).status === 200;
    expect(await takes('a@mailinator.com')).toBe(false);
    await cast.ada.updateRealm({ disallow_disposable_email_addresses: false });
    expect(await takes('a@mailinator.com')).toBe(true);
    await cast.ada.updateRealm({ disallow_disposable_email_addresses: true });
    await cast.ada.createRealmDomain({ domain: 'Firm.example', allow_subdomains: false });
    await cast.ada.updateRealm({ emails_restricted_to_domains: true });
    const all = async () =>
      Promise.all(['a@firm.example', 'a@sub.firm.example', 'a@evilfirm.example', 'a+b@firm.example'].map(takes));
    expect(await all()).toEqual([true, false, false, false]);
    await cast.ada.updateRealmDomain({ domain: 'firm.example', allow_subdomains: true });
    expect(await all()).toEqual([true, true, false, false]);
    const refused = cast.ada.createUser({ email: 'a@other.example', full_name: 'Other', password: PASSWORD });
    await expect(refused).rejects.toThrow('certain domains');
    await cast.ada.deleteRealmDomain({ domain: 'firm.example' });
    expect(await takes('a@other.example')).toBe(true);
  });
});

describe('the page', () => {
  const page = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);

  it('[PG6] is plain HTML under a strict policy, with all text escaped', async () => {
    await cast.ada.updateRealm({ name: 'Stoa <b>&"' });
    // Names of organizations are cached briefly.
    server.clock.advance(3000);
    const link = new URL(await inviteOne('zoe@new.example')).pathname;
    for (const path of [link, link.slice(0, -1), '/forgot-password/']) {
      const response = await page(path);
      const html = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'.*form-action 'self'.*style-src 'sha256-[^ ]+'$/,
      );
      expect(response.headers.get('cache-control')).toContain('no-store');
      expect(html).not.toMatch(/<script|<b>| on\w+=/);
      expect(html).toContain('Stoa &lt;b&gt;&amp;&quot;');
      const head = await page(path, { method: 'HEAD' });
      expect([head.status, (await head.text()).length]).toEqual([200, 0]);
      expect((await page(path, { method: 'PUT' })).status).toBe(405);
    }
    const form = new URLSearchParams({ full_name: '"><i>x', password: PASSWORD });
    const refused = await page(link, { method: 'POST', body: form });
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).not.toContain(PASSWORD);
    expect(html).not.toContain('<i>');
    expect(html).toContain('value="&quot;&gt;&lt;i&gt;x"');
    const welcome = await page(link, {
      method: 'POST',
      body: new URLSearchParams({ full_name: 'Zoe', password: PASSWORD }),
    });
    expect(await welcome.text()).toContain('Your account is ready');
  });

  it('[SU1] responds the same to all invalid keys', async () => {
    const key = (await inviteOne('last@new.example')).split('/').at(-2)!;
    const changed = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    const texts = new Set<string>();
    for (const wrong of [changed, 'x', 'a'.repeat(40), '%00', `${key}${key}`, key.toUpperCase().replace(/\d/g, 'A')]) {
      const response = await page(`/join/${wrong}/`);
      expect(response.status).toBe(400);
      texts.add(await response.text());
    }
    expect(texts.size).toBe(1);
    expect((await post(`${server.url}/reset-password/${key}/`, { password: PASSWORD })).status).toBe(400);
  });

  it('[PG7] refuses forms of another site', async () => {
    const link = new URL(await inviteOne('cross@new.example')).pathname;
    const send = (headers: Record<string, string>) =>
      page(link, { method: 'POST', headers, body: new URLSearchParams({ full_name: 'Cross', password: PASSWORD }) });
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of foreign) expect((await send(headers)).status).toBe(400);
    expect((await send({ origin: server.url })).status).toBe(200);
  });

  it('[SU2] refuses keys of another organization', async () => {
    const other = await silent.organization('other.example');
    const { invite_link } = await other.owner.createMultiuseInvite({});
    const path = new URL(invite_link).pathname;
    const ask = (host: string) => fetch(`${silent.url}${path}`, { headers: { host } });
    expect((await ask('other.example')).status).toBe(200);
    expect((await ask(new URL(silent.url).host)).status).toBe(400);
  });
});
