// Missed-message mail, from the message to the mailbox, through HTTP and a real SMTP server.

import { afterEach, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import type { ChannelId } from '@stoa/contract';
import {
  type CaughtMail,
  type Person,
  serveTestsWithMail,
  startServer,
  type TestServer,
  verifyEvents,
} from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

setDefaultTimeout(30_000);

const MINUTE_MS = 60_000;
/** Longer than the first period and than the presence timeout. */
const LATER_MS = 3 * MINUTE_MS;
/** Messages of this time are decided on together. */
const GATHERED_MS = 3000;
const HOUR_MS = 60 * MINUTE_MS;

const { mail, server, cast } = await serveTestsWithMail({ failures_expected: true });
let stream_id: ChannelId;
beforeAll(async () => {
  const { ada, dara, eli, finn, chen, bot } = cast;
  const principals = [ada, dara, eli, finn, chen, bot].map(({ user_id }) => user_id) as number[];
  await ada.subscribe({ subscriptions: [{ name: 'post office' }], principals });
  stream_id = (await ada.getStreamId({ stream: 'post office' })).stream_id;
});
afterEach(() => letters(2 * HOUR_MS));

async function letters(after_ms = LATER_MS): Promise<CaughtMail[]> {
  for (const passes_ms of [0, GATHERED_MS, after_ms]) {
    server.clock.advance(passes_ms);
    await server.app.jobs.settle();
  }
  return mail.mails.splice(0);
}
const addressees = async (after_ms?: number) => (await letters(after_ms)).map(({ to }) => to[0]).sort();
const direct = (from: Person, to: Person[], content = 'psst') =>
  from.sendMessage({ type: 'direct', to: to.map(({ user_id }) => user_id) as number[], content });
const send = (from: Person, content: string, topic = 'letters', to = 'post office') =>
  from.sendMessage({ type: 'channel', to, topic, content });
const read = (person: Person, id: number) =>
  person.updateMessageFlags({ messages: [id as never], op: 'add', flag: 'read' });
const subjects = (mails: CaughtMail[]) => mails.map(({ headers }) => headers.get('subject')).sort();

describe('an email', () => {
  it('[MM1] [MM3] [MM7] [MM11] is about all messages of a conversation with context, and is easy to unsubscribe from', async () => {
    const { dara, eli } = cast;
    await read(dara, (await direct(eli, [dara], 'an *earlier* word')).id);
    const { id } = await direct(eli, [dara], 'one & [two](https://x.example/)\n\n![p](https://evil.example/p.png)');
    await direct(eli, [dara], '<script>three</script>');
    expect(await letters(MINUTE_MS)).toEqual([]);
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    const { to, headers, text, html } = letter!;
    expect(to).toEqual([dara.email]);
    expect(headers.get('subject')).toBe('Direct messages with Eli Member');
    expect(headers.get('reply-to')).toBe('noreply@mail.example');
    expect(headers.get('references')).toMatch(/^<conversation\.[0-9a-f]{40}@[^>]+>$/);
    expect(headers.get('in-reply-to')).toBe(headers.get('references')!);
    expect(headers.get('list-unsubscribe')).toMatch(/^<http.*\/unsubscribe\/[0-9a-f]{40}\/>$/);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(text).toMatch(/an earlier word[\s\S]*one & two \(https:\/\/x\.example\/\)[\s\S]*<script>three<\/script>/);
    expect(text).toContain(`${server.url}/#narrow/dm/${eli.user_id}-dm/near/${id}`);
    expect(html).toContain('an <em>earlier</em> word');
    expect(html).toContain('&lt;script&gt;three');
    expect(html).not.toMatch(/<img|<script/);
    await direct(eli, [dara], 'four');
    const [next] = await letters();
    expect(next!.headers.get('references')).toBe(headers.get('references')!);
    expect(next!.headers.get('message-id')).not.toBe(headers.get('message-id')!);
    expect(next!.text.match(/three|four/g)).toEqual(['three', 'four']);
  });

  it('[MM3] is sent for each conversation when the reader’s period is over', async () => {
    const { dara, eli, chen } = cast;
    await dara.updateSettings({ email_notifications_batching_period_seconds: 600 });
    await direct(eli, [dara]);
    await direct(eli, [dara, chen]);
    await send(eli, '@**Dara Member** one', 'a topic');
    await send(eli, '@**Dara Member** two', 'A Topic');
    expect(await addressees(9 * MINUTE_MS)).toEqual([chen.email]);
    const own = await letters(2 * MINUTE_MS);
    expect(subjects(own)).toEqual([
      '#post office > a topic',
      'Direct messages with Chen Moderator and Eli Member',
      'Direct messages with Eli Member',
    ]);
    const { text } = own.find(({ headers }) => headers.get('subject')!.startsWith('#'))!;
    expect(text).toMatch(/@Dara Member one[\s\S]*@Dara Member two/);
    expect(text).toMatch(new RegExp(`/#narrow/channel/${stream_id}-post-office/topic/a\\.20topic/near/\\d+`));
    await dara.updateSettings({ email_notifications_batching_period_seconds: 120 });
  });

  it('[MM5] says how many messages it does not show', async () => {
    const { dara, eli } = cast;
    for (let n = 0; n < 8; n += 1) await direct(eli, [dara], `${n} ${'long '.repeat(1990)}`);
    const [letter] = await letters();
    expect(letter!.text).toMatch(/0 long[\s\S]*\d more messages? aren’t shown here/);
    expect(letter!.html.length).toBeLessThan(80_000);
  });

  it('[MM8] hides content if its reader or the organization wants that', async () => {
    const { ada, dara, eli } = cast;
    const hidden = async () => {
      await direct(eli, [dara], 'a secret');
      await send(eli, '@**Dara Member** another', 'hush');
      const found = await letters();
      expect(subjects(found)).toEqual(['New messages', 'New messages']);
      for (const { raw, text, html } of found) {
        expect([raw, text, html].join()).not.toMatch(/Eli|secret|another|hush|post/);
        expect(text).toContain('a new message');
      }
    };
    await dara.updateSettings({ message_content_in_email_notifications: false });
    await hidden();
    await dara.updateSettings({ message_content_in_email_notifications: true });
    await ada.updateRealm({ message_content_allowed_in_email_notifications: false });
    await hidden();
    await ada.updateRealm({ message_content_allowed_in_email_notifications: true });
  });

  it('[MM12] names the organization as its reader wants', async () => {
    const { dara, eli } = cast;
    const named = async (realm_name_in_email_notifications_policy: 1 | 2 | 3) => {
      await dara.updateSettings({ realm_name_in_email_notifications_policy });
      await direct(eli, [dara]);
      return (await letters())[0]!.headers.get('subject');
    };
    const bare = 'Direct messages with Eli Member';
    expect(await named(2)).toBe(`${bare} [Stoa]`);
    expect(await named(3)).toBe(bare);
    expect(await named(1)).toBe(bare);
    const other = await server.organization('mail-twin.example');
    await other.owner.createUser({ email: dara.email, full_name: 'Dara Twin', password: 'a teapot in a storm' });
    // With a second organization, the first is found only at its host name.
    expect(await named(1)).toBe(`${bare} [Stoa]`);
    await dara.updateSettings({ realm_name_in_email_notifications_policy: 3 });
  });
});

describe('recipients', () => {
  it('[MM1] people mentioned by name, group or wildcard, except bots and those who disabled it', async () => {
    const { ada, dara, eli, finn, chen } = cast;
    await send(eli, 'nobody');
    await send(eli, '@_**Dara Member** silently');
    expect(await addressees()).toEqual([]);
    await send(eli, '@**Dara Member** @**Eli Member** @**Gus the bot** hello');
    expect(await addressees()).toEqual([dara.email]);
    await chen.updateSettings({ wildcard_mentions_notify: false });
    await finn.updateSettings({ enable_offline_email_notifications: false });
    await send(eli, '@**all** hello', 'everybody');
    await direct(eli, [finn]);
    expect(await addressees()).toEqual([ada.email, dara.email]);
    await chen.updateSettings({ wildcard_mentions_notify: true });
    await finn.updateSettings({ enable_offline_email_notifications: true });
    await ada.subscribe({ subscriptions: [{ name: 'closed office' }], invite_only: true });
    await send(ada, '@**Dara Member** behind your back', 'x', 'closed office');
    expect(await addressees()).toEqual([]);
  });

  it('[MM1] followers of the topic and of the channel, except those who muted it', async () => {
    const { dara, eli } = cast;
    await dara.updateUserTopic({ stream_id, topic: 'followed', visibility_policy: 3 });
    await send(eli, 'news', 'Followed');
    expect(await addressees()).toEqual([dara.email]);
    await dara.updateSettings({ enable_followed_topic_email_notifications: false });
    await send(eli, 'news', 'followed');
    expect(await addressees()).toEqual([]);
    const ask = (value: boolean) =>
      dara.updateSubscriptionSettings({ subscription_data: [{ stream_id, property: 'email_notifications', value }] });
    await ask(true);
    await send(eli, 'news', 'elsewhere');
    expect(await addressees()).toEqual([dara.email]);
    await dara.updateUserTopic({ stream_id, topic: 'elsewhere', visibility_policy: 1 });
    await send(eli, 'news', 'elsewhere');
    expect(await addressees()).toEqual([]);
    await ask(false);
    await dara.updateSettings({ enable_stream_email_notifications: true });
    await send(eli, 'news', 'somewhere');
    expect(await addressees()).toEqual([]);
    await dara.updateSettings({
      enable_stream_email_notifications: false,
      enable_followed_topic_email_notifications: true,
    });
  });

  it('[MM4] nobody who by then has read it, lost access or muted its sender', async () => {
    const { ada, dara, eli, finn } = cast;
    await read(dara, (await direct(eli, [dara])).id);
    const { id } = await send(ada, '@**Dara Member** hello', 'deleted');
    await ada.removeMessage({ message_id: id });
    await direct(finn, [dara]);
    await dara.muteUser({ muted_user_id: finn.user_id });
    await send(eli, '@**Dara Member** hello', 'left');
    await dara.unsubscribe({ subscriptions: ['post office'] });
    expect(await addressees()).toEqual([]);
    await dara.unmuteUser({ muted_user_id: finn.user_id });
    await ada.subscribe({ subscriptions: [{ name: 'post office' }], principals: [dara.user_id] });
  });

  it('[MM4] nobody who is online; one who leaves within the hour is written to then', async () => {
    const { dara, eli } = cast;
    await dara.updatePresence({ status: 'active' });
    await direct(eli, [dara], 'are you there');
    await server.app.jobs.settle();
    server.clock.advance(100_000);
    await dara.updatePresence({ status: 'active' });
    expect(await addressees(MINUTE_MS)).toEqual([]);
    expect(await addressees()).toEqual([dara.email]);
    await direct(eli, [dara], 'still there');
    for (let minutes = 0; minutes < 66; minutes += 2) {
      await dara.updatePresence({ status: 'active' });
      expect(await letters(2 * MINUTE_MS)).toEqual([]);
    }
    expect(await addressees(2 * HOUR_MS)).toEqual([]);
  });

  it('[MM1] nobody who is deactivated or has just joined', async () => {
    const { ada, eli } = cast;
    const { user_id } = await ada.createUser({
      email: 'gone@stoa.example',
      full_name: 'Gone',
      password: 'a kettle sings',
    });
    await eli.sendMessage({ type: 'direct', to: [user_id], content: 'hello' });
    await server.app.jobs.settle();
    await ada.deactivateUser({ user_id });
    expect(await addressees()).toEqual([]);
  });

  it('[MM6] nobody about messages read while the mail server was unreachable', async () => {
    const { dara, eli } = cast;
    mail.refuse(451);
    const { id } = await direct(eli, [dara]);
    expect(await letters()).toEqual([]);
    await read(dara, id);
    expect(await letters(MINUTE_MS)).toEqual([]);
  });

  it('[MM9] nobody more than thirty times an hour; the rest is sent later', async () => {
    const { dara, eli } = cast;
    for (let n = 0; n < 32; n += 1) await send(eli, '@**Dara Member** hello', `topic ${n}`);
    const first = await letters();
    expect(first).toHaveLength(30);
    await direct(eli, [dara], 'later');
    expect(await letters(30 * MINUTE_MS)).toEqual([]);
    const rest = subjects(await letters(40 * MINUTE_MS));
    expect(rest).toEqual(['#post office > topic 30', '#post office > topic 31', 'Direct messages with Eli Member']);
  });

  it('[MM13] people newly mentioned by an edit, once', async () => {
    const { ada, dara, eli, finn } = cast;
    await ada.updateRealm({ message_content_edit_limit_seconds: 'unlimited' });
    const { id } = await send(ada, '@**Dara Member** hello', 'edited');
    expect(await addressees()).toEqual([dara.email]);
    const edit = (content: string) => ada.editMessage({ message_id: id, content });
    await edit('@**Dara Member** @**Eli Member** hello');
    expect(await addressees()).toEqual([eli.email]);
    await edit('@**Dara Member** hello');
    await edit('@**Dara Member** @**Eli Member** @**Finn Guest** hello');
    expect(await addressees()).toEqual([finn.email]);
    await edit('@**all** hello');
    expect(await addressees()).toEqual([cast.chen.email]);
    await edit('@**all** hello again');
    expect(await addressees()).toEqual([]);
    // Edited before anything was decided: everybody gets one email.
    const early = await send(ada, 'hello', 'edited early');
    await ada.editMessage({ message_id: early.id, content: '@**Dara Member** hello' });
    expect(await addressees()).toEqual([dara.email]);
  });
});

describe('the unsubscribe link', () => {
  const linkOf = ({ headers }: CaughtMail) => headers.get('list-unsubscribe')!.slice(1, -1);
  const oneClick = (url: string, headers = {}) =>
    fetch(url, { method: 'POST', headers, body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

  it('[MM10] disables all mail by a POST, and changes nothing by a GET', async () => {
    const { ada, eli, finn } = cast;
    const setting = { stream_id, property: 'email_notifications', value: true } as const;
    await finn.updateSubscriptionSettings({ subscription_data: [setting] });
    await direct(eli, [finn]);
    const url = linkOf((await letters())[0]!);
    await direct(eli, [finn]);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<button')]);
    expect((await finn.registerQueue({ fetch_event_types: ['user_settings'] })).user_settings).toMatchObject({
      enable_offline_email_notifications: true,
    });
    const { events } = await verifyEvents([finn, ada], async () => {
      expect((await oneClick(url)).status).toBe(200);
    });
    expect(events[0]!.map(({ type }) => type)).toEqual(['user_settings', 'user_settings', 'subscription']);
    expect(events[1]).toEqual([]);
    expect(await addressees()).toEqual([]);
    await send(eli, '@**Finn Guest** news', 'for a guest');
    await direct(eli, [finn]);
    expect(await addressees()).toEqual([]);
    expect((await oneClick(url)).status).toBe(200);
    await finn.updateSettings({ enable_offline_email_notifications: true });
    await direct(eli, [finn]);
    expect(linkOf((await letters())[0]!)).toBe(url);
  });

  it('[MM10] is for one account in one organization, and cannot be forged', async () => {
    const { eli, dara } = cast;
    await direct(eli, [dara]);
    const url = linkOf((await letters())[0]!);
    const other = await server.organization('mail-other.example');
    expect((await oneClick(url, { host: 'mail-other.example' })).status).toBe(400);
    expect(other.realm.realm_id).not.toBe(server.realm.realm_id);
    for (const wrong of ['x', 'a'.repeat(40), '']) {
      expect((await oneClick(url.replace(/[0-9a-f]{40}/, wrong))).status).not.toBe(200);
    }
    expect((await oneClick(url, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
  });
});

it('[MM2] missed-message mail costs nothing if the server sends no mail or nobody wants any', async () => {
  const waiting = (on: TestServer) =>
    on.app.store.db.all(
      sql`select * from mail_pending union all select message_id, user_id, null from missed_messages where mailed_at is null`,
    );
  const { dara, eli } = cast;
  await dara.updateSettings({ enable_offline_email_notifications: false });
  const before = await waiting(server);
  await direct(eli, [dara]);
  await send(eli, 'nobody', 'for nobody');
  expect(await waiting(server)).toEqual(before);
  await dara.updateSettings({ enable_offline_email_notifications: true });
  const silent = await startServer();
  try {
    const account = { email: 'silent@stoa.example', full_name: 'Silent', password: 'a kettle of fish' };
    const { user_id } = await silent.owner.createUser(account);
    await silent.owner.sendMessage({ type: 'direct', to: [user_id], content: 'psst' });
    expect(await waiting(silent)).toEqual([]);
    expect(await silent.app.store.db.all(sql`select * from jobs where kind like 'missed%'`)).toEqual([]);
  } finally {
    await silent.stop();
  }
});
