// Weekly digests, from the settings to the mailbox, through HTTP and a real SMTP server.
import { beforeAll, beforeEach, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type ChannelId, ROLE, type UserId } from '@stoa/contract';
import { type CaughtMail, type Person, passwordOf, serveTestsWithMail, startServer } from '@stoa/testkit';
import { codeOfStep, stepAt } from '../../identity/two-factor/totp.rules.ts';
import { createAccount } from '../../identity/users/users.actions.ts';
import { sql } from '../../kit/database/sql.ts';
import { scheduleDigests } from './digests.jobs.ts';

setDefaultTimeout(60_000);

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, SUNDAY] = [0, 1, 2, 3, 6] as const;

const { mail, server, cast } = await serveTestsWithMail({ failures_expected: true });
const { ada, dara, eli, finn, chen } = cast;
let stream_id: ChannelId;
beforeAll(async () => {
  const principals = [ada, dara, eli, finn, chen].map(({ user_id }) => user_id) as number[];
  await ada.subscribe({ subscriptions: [{ name: 'town square' }], principals });
  stream_id = (await ada.getStreamId({ stream: 'town square' })).stream_id;
  for (const { email, full_name } of [dara, eli, finn])
    await server.client().fetchApiKey({ username: email, password: passwordOf({ full_name }) });
  // Only Dara's mail is looked at, unless a test is about others.
  for (const person of [ada, cast.bela, chen, eli, finn]) await person.updateSettings({ enable_digest_emails: false });
  await ada.updateRealm({ digest_emails_enabled: true, digest_weekday: MONDAY });
  await look();
});
/** Each test begins on a Sunday, with a week before it in which nothing was written. */
beforeEach(async () => {
  server.clock.advance(8 * DAY_MS);
  goTo(SUNDAY, 6);
  mail.mails.splice(0);
});

/** The next such time, in UTC. */
function goTo(weekday: number, hour: number): void {
  const now = server.clock.now();
  const today = Math.floor(now / DAY_MS);
  const days = (weekday - ((today + 3) % 7) + 7) % 7;
  const then = (today + days) * DAY_MS + hour * HOUR_MS;
  server.clock.advance((then > now ? then : then + 7 * DAY_MS) - now);
}

async function look(on = server): Promise<CaughtMail[]> {
  await scheduleDigests(on.app);
  await on.app.jobs.settle();
  server.clock.advance(61_000);
  await on.app.jobs.settle();
  return takeDigests();
}
const takeDigests = () => mail.mails.splice(0).filter(({ raw }) => raw.includes('/unsubscribe-digest/'));
/** The mails of Monday morning. */
function digests(): Promise<CaughtMail[]> {
  goTo(MONDAY, 9);
  return look();
}
const newest = async (): Promise<CaughtMail> => {
  const [only, ...others] = await digests();
  expect(others).toEqual([]);
  return only!;
};
const write = async (topic: string, count = 1, by: Person = eli, to = 'town square') => {
  const ids: number[] = [];
  for (let n = 1; n <= count; n++)
    ids.push((await by.sendMessage({ type: 'channel', to, topic, content: `${topic} says ${n}` })).id);
  return ids;
};
const topicsOf = ({ text }: CaughtMail) => [...text.matchAll(/^#town square > (.*)$/gm)].map(([, topic]) => topic);

describe('the mail', () => {
  it('[DG5] [DG9] [DG12] has the busiest topics of the week, and is easy to unsubscribe from', async () => {
    await write('long ago', 9);
    server.clock.advance(8 * DAY_MS);
    const [first] = await write('quiet & <b>', 2);
    for (const [topic, count] of [
      ['one', 1],
      ['three', 3],
      ['four', 4],
      ['five', 5],
    ] as const)
      await write(topic, count);
    await write('three', 1, chen);
    const { to, headers, text, html } = await newest();
    expect(to).toEqual([dara.email]);
    expect(headers.get('subject')).toBe('Your week in a few words');
    expect(headers.get('reply-to')).toBe('noreply@mail.example');
    expect(headers.get('list-unsubscribe')).toMatch(/^<http.*\/unsubscribe-digest\/[0-9a-f]{40}\/>$/);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(topicsOf({ text } as CaughtMail)).toEqual(
      ['five', 'three', 'four', 'quiet & <b>'].toSorted((a, b) => text.indexOf(`> ${a}`) - text.indexOf(`> ${b}`)),
    );
    expect(topicsOf({ text } as CaughtMail)[0]).toBe('five');
    expect(text).toContain('5 messages · Eli Member');
    expect(text).toContain('4 messages · Eli Member and Chen Moderator');
    expect(text).toContain('Eli Member: five says 1\nEli Member: five says 2\n');
    expect(text).not.toMatch(/says 3|one says|long ago/);
    expect(text).toContain(
      `${server.url}/#narrow/channel/${stream_id}-town-square/topic/quiet.20.26.20.3Cb.3E/near/${first}`,
    );
    expect(html).toContain(`/near/${first}"><strong>#town square &gt; quiet &amp; &lt;b&gt;</strong></a>`);
    expect(html).toContain('<html lang="en">');
    expect(html).not.toMatch(/<img|<script|<b>/);
  });

  it('[DG5] has the first messages as plain text, shortened and without spoilers', async () => {
    const content = `**bold** ${'word '.repeat(100)}`;
    await eli.sendMessage({ type: 'channel', to: 'town square', topic: 'text', content });
    await eli.sendMessage({
      type: 'channel',
      to: 'town square',
      topic: 'text',
      content: '```spoiler End\nhe dies\n```',
    });
    const { text } = await newest();
    expect(text).toMatch(/Eli Member: bold word [word ]{150,190}…\nEli Member: End \(…\)\n/);
    expect(text).not.toContain('he dies');
  });

  it('[DG5] leaves out what is muted, what was left, and what nobody else wrote', async () => {
    await write('muted', 3);
    await write('mine', 3, dara);
    await write('shown', 1);
    await write('heard', 2);
    await write('heard', 5, chen);
    await ada.subscribe({ subscriptions: [{ name: 'annex' }], principals: [dara.user_id, eli.user_id] as number[] });
    await write('away', 4, eli, 'annex');
    await write('followed', 4, eli, 'annex');
    const annex = (await ada.getStreamId({ stream: 'annex' })).stream_id;
    await dara.updateUserTopic({ stream_id, topic: 'muted', visibility_policy: 1 });
    await dara.muteUser({ muted_user_id: chen.user_id });
    const mute = (value: boolean) =>
      dara.updateSubscriptionSettings({ subscription_data: [{ stream_id: annex, property: 'is_muted', value }] });
    await mute(true);
    await dara.updateUserTopic({ stream_id: annex, topic: 'followed', visibility_policy: 3 });
    const { text } = await newest();
    expect([...text.matchAll(/^#(.*) > (.*)$/gm)].map(([all]) => all)).toEqual([
      '#annex > followed',
      '#town square > heard',
      '#town square > shown',
    ]);
    expect(text).toContain('2 messages · Eli Member\n');
    expect(text).not.toContain('Chen');
    await dara.unmuteUser({ muted_user_id: chen.user_id });
    await mute(false);
    await write('left', 1, eli, 'annex');
    await dara.unsubscribe({ subscriptions: ['annex'] });
    expect(await digests()).toEqual([]);
  });

  it('[DG5] has of private channels what the reader may read when it is composed', async () => {
    const invite_only = true;
    await eli.subscribe({ subscriptions: [{ name: 'vault' }], invite_only, history_public_to_subscribers: false });
    await write('plans', 3, eli, 'vault');
    await eli.subscribe({ subscriptions: [{ name: 'vault' }], principals: [dara.user_id] as number[] });
    await write('plans', 2, eli, 'vault');
    const { text, raw } = await newest();
    expect(text).toContain('#vault > plans\n2 messages · Eli Member\n');
    expect(raw).not.toContain('New channels');
    await write('later', 2, eli, 'vault');
    await eli.unsubscribe({ subscriptions: ['vault'], principals: [dara.user_id] as number[] });
    expect(await digests()).toEqual([]);
  });

  it('[DG6] names new public channels and how many joined; guests learn of theirs only', async () => {
    await finn.updateSettings({ enable_digest_emails: true });
    await ada.updateRealm({ can_access_all_users_group: { new: await membersGroup() } });
    await eli.subscribe({ subscriptions: [{ name: 'harbour' }] });
    await eli.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true });
    await dara.subscribe({ subscriptions: [{ name: 'own' }] });
    await newcomers(2);
    await write('greetings', 1);
    const mails = await digests();
    const [to_dara, to_finn] = [dara, finn].map(({ email }) => mails.find(({ to }) => to[0] === email)!);
    expect(mails.length).toBe(2);
    expect(to_dara!.text).toMatch(
      /NEW CHANNELS\n\n\* #harbour\n {2}http[^\n]*\/#narrow\/channel\/\d+-harbour\n\n2 people joined/,
    );
    expect(to_dara!.raw).not.toMatch(/cellar|#own/);
    expect(to_finn!.text).toContain('greetings');
    expect(to_finn!.raw).not.toMatch(/harbour|cellar|joined/);
    await finn.updateSettings({ enable_digest_emails: false });
  });

  it('[DG7] is not sent if nothing is new', async () => {
    expect(await digests()).toEqual([]);
    await eli.sendMessage({ type: 'direct', to: [dara.user_id], content: 'psst' } as never);
    expect(await digests()).toEqual([]);
  });

  it('[DG8] has numbers only where content is kept out of mail', async () => {
    const hidden = async () => {
      await write('secret', 3);
      const found = await newest();
      expect(found.headers.get('subject')).toBe('Your week in a few words');
      expect([found.raw, found.text, found.html].join()).not.toMatch(/secret|Eli|square|says/);
      expect(found.text).toContain('There were 3 messages in the busiest topic of your channels this week.');
      return found.text;
    };
    await dara.updateSettings({ message_content_in_email_notifications: false });
    expect(await hidden()).toContain('Your settings keep');
    await dara.updateSettings({ message_content_in_email_notifications: true });
    await ada.updateRealm({ message_content_allowed_in_email_notifications: false });
    expect(await hidden()).toContain('Your organization doesn’t');
    await ada.updateRealm({ message_content_allowed_in_email_notifications: true });
  });

  it('[DG12] is in the reader’s language, and names the organization as the reader wants', async () => {
    const subjects: (string | undefined)[] = [];
    for (const default_language of ['de', 'fr', 'es'] as const) {
      await dara.updateSettings({ default_language, realm_name_in_email_notifications_policy: 2 });
      await write('languages', 2);
      const { text, html, raw } = await newest();
      subjects.push(
        raw.match(/^<title>(.*)<\/title>|<title>(.*?)<\/title>/m)?.[2] ?? html.match(/<title>(.*)<\/title>/)?.[1],
      );
      if (default_language === 'de') expect(text).toMatch(/2 Nachrichten · Eli Member[\s\S]*Du bekommst diese E-Mail/);
      if (default_language === 'fr') expect(text).toMatch(/2 messages · Eli Member\nEli Member\u202f: languages/);
      expect(html).toContain(`<html lang="${default_language === 'es' ? 'en' : default_language}">`);
    }
    expect(subjects).toEqual([
      'Deine Woche in Kürze [Stoa]',
      'Votre semaine en bref [Stoa]',
      'Your week in a few words [Stoa]',
    ]);
    await dara.updateSettings({ default_language: 'en', realm_name_in_email_notifications_policy: 1 });
  });

  it('[DG9] ends by its link, which a GET only shows', async () => {
    await write('last words');
    const { headers } = await newest();
    const link = headers.get('list-unsubscribe')!.slice(1, -1);
    const wants = async () =>
      (await dara.registerQueue({ fetch_event_types: ['user_settings'] })).user_settings!.enable_digest_emails;
    expect((await fetch(link)).status).toBe(200);
    expect(await wants()).toBe(true);
    expect((await fetch(link.replace(/[0-9a-f]{40}/, '0'.repeat(40)), { method: 'POST' })).status).toBe(400);
    const posted = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(posted.status).toBe(200);
    expect(await wants()).toBe(false);
    await write('no more');
    expect(await digests()).toEqual([]);
    await dara.updateSettings({ enable_digest_emails: true });
    await write('again');
    expect((await newest()).headers.get('list-unsubscribe')).toBe(`<${link}>`);
  });
});

let made = 0;
/** People who have signed in. */
const newcomers = (count: number): Promise<UserId[]> =>
  server.app.writer.write(server.realm.realm_id, async (context) => {
    const ids: UserId[] = [];
    for (let n = 0; n < count; n++) {
      const account = { email: `crowd${++made}@stoa.example`, full_name: `Crowd ${made}`, password_hash: null };
      ids.push((await createAccount(context, server.realm, { ...account, role: ROLE.member })).user_id);
    }
    return ids;
  });

async function membersGroup(): Promise<number> {
  const { user_groups } = await ada.getUserGroups();
  return user_groups.find(({ name }) => name === 'role:members')!.id;
}

describe('the time', () => {
  it('[DG1] is the morning of each person on the day of the organization', async () => {
    const zones = [
      [dara, 'Asia/Tokyo'],
      [eli, 'America/New_York'],
    ] as const;
    for (const [person, timezone] of zones) await person.updateSettings({ timezone, enable_digest_emails: true });
    await write('zones', 1, chen);
    const addressees = async () => (await look()).map(({ to }) => to[0]);
    goTo(SUNDAY, 22);
    expect(await addressees()).toEqual([]);
    goTo(SUNDAY, 23.5);
    expect(await addressees()).toEqual([dara.email]);
    goTo(MONDAY, 9);
    expect(await addressees()).toEqual([]);
    goTo(MONDAY, 14);
    expect(await addressees()).toEqual([eli.email]);
    for (const [person] of zones) await person.updateSettings({ timezone: '' });
    await eli.updateSettings({ enable_digest_emails: false });
  });

  it('[DG2] [DG3] is a later morning after a failure, and nobody gets two', async () => {
    await write('missed');
    goTo(WEDNESDAY, 6);
    expect(await look()).toEqual([]);
    goTo(WEDNESDAY, 10);
    expect((await look()).length).toBe(1);
    for (const [weekday, hour] of [
      [WEDNESDAY, 11],
      [THURSDAY, 9],
      [SUNDAY, 11],
    ] as const) {
      await write('more');
      goTo(weekday, hour);
      expect(await look()).toEqual([]);
    }
  });

  it('[DG2] [DG3] changes with the settings of the organization, from then on', async () => {
    await ada.updateRealm({ digest_emails_enabled: false });
    await write('off');
    expect(await digests()).toEqual([]);
    goTo(MONDAY, 13);
    await ada.updateRealm({ digest_emails_enabled: true });
    await look();
    await write('on');
    goTo(TUESDAY, 9);
    expect(await look()).toEqual([]);
    expect((await digests()).length).toBe(1);
    await ada.updateRealm({ digest_weekday: WEDNESDAY });
    await look();
    await write('another day');
    goTo(WEDNESDAY, 9);
    expect(await look()).toEqual([]);
    await write('another week');
    goTo(WEDNESDAY, 9);
    expect((await look()).length).toBe(1);
    await ada.updateRealm({ digest_weekday: MONDAY });
    await look();
  });

  it('[DG3] is once a week for many jobs at once and for clocks that jump', async () => {
    await write('jumps');
    goTo(MONDAY, 9);
    const { writer, jobs } = server.app;
    const enqueue = () =>
      writer.write(server.realm.realm_id, async ({ enqueue }) =>
        enqueue({ kind: 'digests', body: { timezone: '', after: 0 } }),
      );
    await Promise.all([enqueue(), enqueue(), enqueue()]);
    expect((await look()).length).toBe(1);
    await write('more');
    for (const jump of [-DAY_MS, 7 * DAY_MS, -6 * DAY_MS]) {
      server.clock.jump(jump);
      await jobs.settle();
    }
    expect(await look()).toEqual([]);
  });

  it('[DG11] [ML5] waits for a mail server apart from other mail, and is over after a day', async () => {
    await write('late');
    mail.refuse(421, 421);
    expect(await digests()).toEqual([]);
    const waiting = sql`select kind from jobs where cast(body as text) like '%"digest"%'`;
    expect(await server.app.store.db.all(waiting)).toEqual([{ kind: 'mail.bulk' }]);
    server.clock.advance(DAY_MS + HOUR_MS);
    await server.app.jobs.settle();
    expect(takeDigests()).toEqual([]);
    expect(await server.app.store.db.all(sql`select * from jobs where kind = 'mail.bulk'`)).toEqual([]);
  });
});

describe('readers', () => {
  it('[DG4] are away for five days', async () => {
    goTo(TUESDAY, 9);
    await dara.updatePresence({ status: 'active', ping_only: true });
    await write('presence');
    expect((await digests()).length).toBe(1);
    goTo(WEDNESDAY, 9);
    await dara.updatePresence({ status: 'active', ping_only: true });
    await write('presence');
    expect(await digests()).toEqual([]);
  });

  it('[DG4] are no longer there if they came back before it was sent', async () => {
    await write('back');
    goTo(MONDAY, 9);
    mail.refuse(421, 421);
    expect(await look()).toEqual([]);
    await dara.updatePresence({ status: 'active', ping_only: true });
    server.clock.advance(HOUR_MS);
    await server.app.jobs.settle();
    expect(takeDigests()).toEqual([]);
  });

  it('[DG4] have signed in, are active and not shut out', async () => {
    const account = { email: 'unseen@stoa.example', full_name: 'Unseen', password: 'a kettle of fish' };
    const { user_id } = await ada.createUser(account);
    await ada.subscribe({ subscriptions: [{ name: 'town square' }], principals: [user_id] as number[] });
    await write('unseen');
    expect((await digests()).map(({ to }) => to[0])).toEqual([dara.email]);
    await server.client().fetchApiKey({ username: account.email, password: account.password });
    await write('seen');
    expect((await digests()).map(({ to }) => to[0]).toSorted()).toEqual([dara.email, account.email]);
    await ada.deactivateUser({ user_id });
    await write('gone');
    expect((await digests()).map(({ to }) => to[0])).toEqual([dara.email]);
    // Eli has two-factor sign-in, Dara is shut out.
    for (const person of [ada, eli]) {
      const { secret, setup } = await person.beginTwoFactor();
      await person.confirmTwoFactor({ setup, code: codeOfStep(secret, stepAt(server.clock.now())) });
    }
    await eli.updateSettings({ enable_digest_emails: true });
    await write('obliged', 1, ada);
    await ada.updateRealm({ require_two_factor: 'everybody' });
    expect((await digests()).map(({ to }) => to[0])).toEqual([eli.email]);
    await ada.updateRealm({ require_two_factor: 'nobody' });
    await eli.updateSettings({ enable_digest_emails: false });
  });
});

it('[DG10] are queued some at a time', async () => {
  const principals = (await newcomers(230)) as number[];
  await ada.subscribe({ subscriptions: [{ name: 'town square' }], principals });
  server.clock.advance(7 * DAY_MS);
  await write('crowds');
  goTo(MONDAY, 9);
  await scheduleDigests(server.app);
  await server.app.jobs.settle();
  const first = takeDigests().length;
  expect(first).toBeGreaterThan(150);
  expect(first).toBeLessThanOrEqual(200);
  server.clock.advance(61_000);
  await server.app.jobs.settle();
  expect(takeDigests().length).toBeGreaterThan(20);
});

it('[DG1] are announced and sent only where the server sends mail', async () => {
  const announced = async (person: Person) => {
    const { settings_send_digest_emails } = await person.registerQueue({ fetch_event_types: ['realm'] });
    return settings_send_digest_emails;
  };
  expect(await announced(ada)).toBe(true);
  const silent = await startServer();
  try {
    expect(await announced(silent.owner)).toBe(false);
  } finally {
    await silent.stop();
  }
});
