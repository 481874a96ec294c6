// An archive of another chat, imported into a real server and read by its people.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmptyServer, zulipArchive, zulipFiles, zulipTables } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { openFileParts } from '../../kit/files/open-file-services.ts';
import { invariants } from '../../slices.ts';
import { importArchive } from './import-archive.ts';
import { findIdPage } from './import-ids.actions.ts';
import { openArchive, planImport, type ReasonCount } from './plan.ts';
import { readZulip } from './readers/zulip/zulip.ts';
import { openSource } from './source.ts';

type Server = Awaited<ReturnType<typeof startEmptyServer>>;
interface Message {
  id: number;
  content: string;
  subject: string;
  timestamp: number;
  last_moved_timestamp?: number;
  flags: string[];
  reactions: { emoji_name: string; user_id: number }[];
  sender_full_name: string;
  submessages: { sender_id: number; content: string }[];
}
interface State extends Record<string, unknown> {
  user_settings: Record<string, unknown>;
  realm_user_groups: { id: number; name: string }[];
  subscriptions: { stream_id: number }[];
  custom_profile_fields: { id: number }[];
}

const directory = mkdtempSync(join(tmpdir(), 'stoa-import-'));
let server: Server;
/** Our ids by kind and the archive's. */
const ids = new Map<string, number>();
let reasons: ReasonCount[] = [];
const reasonsOf = (kind: string) =>
  reasons.filter((reason) => reason.kind === kind).map(({ reason, records }) => `${reason}: ${records}`);

async function importSample(progress: (messages: number) => void = () => {}, tables = zulipTables()) {
  const path = join(directory, 'export.tar.gz');
  writeFileSync(path, await zulipArchive(tables));
  const source = await openSource(path, join(directory, 'work'));
  const { store, writer } = server.app;
  const files = openFileParts(server.data, null, writer);
  try {
    const now = Date.now();
    const opened = await openArchive(source, readZulip, now);
    return await importArchive({
      store,
      writer,
      files,
      archive: opened.archive,
      report: opened.problems.report,
      now,
      format: 'zulip',
      plan: await planImport(opened),
      url: server.url,
      progress,
      async ended({ realm_id }) {
        reasons = opened.problems.reasons;
        for (const { kind, from_id, to_id } of await findIdPage(store.db, realm_id, { kind: '', from_id: '' }, 1000))
          ids.set(`${kind} ${from_id}`, to_id);
      },
    });
  } finally {
    files.close();
    await source.close();
  }
}

async function callAs<T>(user: number, path: string, params: Record<string, unknown> = {}): Promise<T> {
  const user_id = ids.get(`users ${user}`)!;
  const { email } = (await server.app.store.db.get<{ email: string }>(
    sql`select email from users where user_id = ${user_id}`,
  ))!;
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, JSON.stringify(value)]));
  const answer = await fetch(`${server.url}${path}?${query}`, {
    headers: { authorization: `Basic ${btoa(`${email}:${server.app.keys.keyOf(user_id as never, 1)}`)}` },
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.arrayBuffer()) as Promise<T>;
}

async function registered(user: number): Promise<State> {
  const user_id = ids.get(`users ${user}`)!;
  const { email } = (await server.app.store.db.get<{ email: string }>(
    sql`select email from users where user_id = ${user_id}`,
  ))!;
  const answer = await fetch(`${server.url}/api/v1/register`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${email}:${server.app.keys.keyOf(user_id as never, 1)}`)}` },
    body: new URLSearchParams({
      client_capabilities: JSON.stringify({ user_settings_object: true, linkifier_url_template: true }),
    }),
  });
  return (await answer.json()) as State;
}

async function messagesOf(user: number, narrow: unknown[] = []): Promise<Map<number, Message>> {
  const params = { anchor: 0, num_before: 0, num_after: 1000, narrow, allow_empty_topic_name: true };
  const { messages } = await callAs<{ messages: Message[] }>(user, '/api/v1/messages', params);
  const from = new Map(
    [...ids].filter(([key]) => key.startsWith('messages ')).map(([key, to]) => [to, Number(key.slice(9))]),
  );
  return new Map(messages.map((message) => [from.get(message.id)!, message]));
}

beforeAll(async () => {
  server = await startEmptyServer();
  await importSample();
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

describe('an imported organization', () => {
  it('[IM8] shows everybody what they could read, in its order, and nothing else', async () => {
    expect([...(await messagesOf(1)).keys()]).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    // Ben was not in #board before 12 and at 13, and his note to himself is nobody else's.
    expect([...(await messagesOf(2)).keys()]).toEqual([10, 12, 14, 15, 16, 17, 18, 19, 21]);
    expect([...(await messagesOf(3)).keys()]).toEqual([18]);
  });

  it('[IM8] keeps times, topics, reactions and history', async () => {
    const messages = await messagesOf(1);
    expect(messages.get(10)).toMatchObject({ timestamp: 1_600_000_105, subject: 'Plans', sender_full_name: 'Ada Old' });
    expect(messages.get(15)!.subject).toBe('');
    expect(messages.get(19)!.sender_full_name).toBe('Notification Bot');
    expect(
      messages
        .get(10)!
        .reactions.map(({ emoji_name }) => emoji_name)
        .sort(),
    ).toEqual(['tick', 'wave']);
    const { message_history } = await callAs<{ message_history: Record<string, unknown>[] }>(
      1,
      `/api/v1/messages/${messages.get(15)!.id}/history`,
    );
    expect(message_history.map(({ content, topic }) => [content, topic])).toMatchObject([
      ['was this', 'misc'],
      [expect.stringContaining('no topic'), 'misc'],
      [expect.stringContaining('no topic'), expect.anything()],
    ]);
  });

  it('[IM9] renders with our own renderer: people, channels, emoji, links to messages', async () => {
    const messages = await messagesOf(1);
    const { content } = messages.get(10)!;
    expect(content).toContain(`data-user-id="${ids.get('users 2')}"`);
    expect(content).toContain(`data-stream-id="${ids.get('channels 11')}"`);
    expect(content).toContain('alt=":tick:"');
    expect(content).not.toContain('script');
    expect(messages.get(15)!.content).toContain(`near/${ids.get('messages 10')}"`);
  });

  it('[IM10] imports flags and unread state', async () => {
    const [ada, ben] = [await messagesOf(1), await messagesOf(2)];
    expect(ben.get(10)!.flags.sort()).toEqual(['mentioned']);
    expect(ben.get(12)!.flags.sort()).toEqual(['read', 'starred']);
    const unread = (messages: Map<number, Message>) =>
      [...messages].filter(([, { flags }]) => !flags.includes('read')).map(([id]) => id);
    expect(unread(ada)).toEqual([14, 16, 18]);
    expect(unread(ben)).toEqual([10, 18, 19]);
  });

  it('[IM11] imports avatars, and files readable by those who can read a message that shares them', async () => {
    const found = (await messagesOf(1)).get(14)!;
    const [path] = /\/user_uploads\/[^"]+picture\.png/.exec(found.content)!;
    const { url } = await callAs<{ url: string }>(1, `/api/v1${path}`);
    const bytes = await (await fetch(`${server.url}${url}`)).arrayBuffer();
    const digest = (value: ArrayBuffer | Buffer) =>
      createHash('sha256')
        .update(Buffer.from(value as Buffer))
        .digest('hex');
    expect(digest(bytes)).toBe(
      digest(zulipFiles(zulipTables()).find(([name]) => name.endsWith('random/picture.png'))![1] as Buffer),
    );
    await expect(callAs(3, `/api/v1${path}`)).rejects.toThrow('404');
    const { user } = await callAs<{ user: { avatar_url: string; timezone: string } }>(1, '/api/v1/users/me').then(
      (own) => ({ user: own as never as { avatar_url: string; timezone: string } }),
    );
    expect(user).toMatchObject({ timezone: 'Europe/Berlin', avatar_url: expect.stringContaining('/user_avatars/') });
  });

  it('[IM8] finds imported messages by their words and dates', async () => {
    const found = await messagesOf(1, [{ operator: 'search', operand: 'resolved' }]);
    expect([...found.keys()]).toEqual([19]);
    const hidden = await messagesOf(2, [{ operator: 'search', operand: 'before' }]);
    expect([...hidden.keys()]).toEqual([]);
  });

  it('[IM8] holds every invariant', async () => {
    const { db, engine } = server.app.store;
    for (const { title, violations, fine, engine: only = engine } of invariants)
      if (only === engine)
        expect([title, (await db.all<Record<string, unknown>>(violations)).filter((row) => !fine?.(row))]).toEqual([
          title,
          [],
        ]);
    expect(await db.all(sql`select * from import_ids`)).toEqual([]);
    expect(
      await db.all(sql`select id from events where type in ('message', 'realm_user', 'subscription', 'stream')`),
    ).toEqual([]);
  });
});

describe('settings of an imported organization', () => {
  const PASSWORD = 'pbkdf2_sha256$1000$seasalt$EqCL4TJDvY77OVYjQped2t9qDQ3xEdvvzv1yQvLuPH0=';

  function tablesWithSettings() {
    const tables = zulipTables();
    const rows = (name: string) => tables.realm[name] as Record<string, unknown>[];
    Object.assign(rows('zerver_userprofile')[0]!, {
      password: PASSWORD,
      enter_sends: true,
      color_scheme: 17,
      allow_private_data_export: true,
    });
    Object.assign(rows('zerver_userprofile')[1]!, { password: 'md5$a$b', web_font_size_px: 18 });
    Object.assign(rows('zerver_realm')[0]!, {
      message_content_edit_limit_seconds: null,
      message_edit_history_visibility_policy: 2,
      mandatory_topics: true,
      emails_restricted_to_domains: true,
      invite_required: false,
      new_stream_announcements_stream: 11,
      digest_weekday: 9,
      can_create_public_channel_group: 50,
      can_manage_all_groups: 52,
    });
    Object.assign(rows('zerver_stream')[1]!, {
      can_send_message_group: 51,
      can_administer_channel_group: 32,
      message_retention_days: -1,
    });
    // 50 and 51 have no name: Ben, the administrators and those in 51, who is Ben; Ada and the crew. Nobody is in 52.
    rows('zerver_usergroupmembership').push({ user_group: 50, user_profile: 2 }, { user_group: 51, user_profile: 1 });
    rows('zerver_groupgroupmembership').push(
      { supergroup: 50, subgroup: 31 },
      { supergroup: 51, subgroup: 32 },
      { supergroup: 51, subgroup: 51 },
    );
    const messages = tables.messages.zerver_message as Record<string, unknown>[];
    messages.push({ ...messages[0], id: 30, content: '/poll Lunch?\nPizza', edit_history: null });
    messages.push({ ...messages[0], id: 31, content: 'see #T77', edit_history: null });
    const edit = (timestamp: number, prev_topic: string) => ({ user_id: 2, timestamp, prev_topic });
    const [resolved, moved] = [edit(1_600_000_900, 'Plans'), edit(1_600_000_800, 'misc')];
    messages.push(
      { ...messages[0], id: 32, subject: '✔ plans', content: 'done', edit_history: JSON.stringify([resolved]) },
      { ...messages[0], id: 33, subject: '✔ plans', content: 'done', edit_history: JSON.stringify([resolved, moved]) },
    );
    return withPersonalData(tables);
  }

  /** Some records of each kind, one of which the rules refuse. */
  function withPersonalData(tables: ReturnType<typeof zulipTables>) {
    const field = (id: number, name: string, field_type: number, field_data = '') => ({
      id,
      name,
      field_type,
      field_data,
    });
    const choices = JSON.stringify({ 0: { text: 'Tea', order: '1' } });
    const topic = (user_profile: number, topic_name: string, visibility_policy: number) => ({
      user_profile,
      stream: 11,
      topic_name,
      visibility_policy,
      last_updated: 1_600_000_777.5,
    });
    Object.assign(tables.realm, {
      zerver_alertword: ['pumpkin', 'Pumpkin', 'x'.repeat(200)].map((word) => ({ user_profile: 1, word })),
      zerver_savedsnippet: [
        { user_profile: 2, title: 'Hello', content: 'Dear @**Ada Old|1**', date_created: 1_600_000_000 },
        { user_profile: 2, title: '', content: 'no title' },
      ],
      zerver_usertopic: [topic(1, 'Plans', 3), topic(2, 'plans', 1), topic(2, 'other', 9)],
      zerver_muteduser: [
        { user_profile: 1, muted_user: 2, date_muted: 1_600_000_888 },
        { user_profile: 1, muted_user: 77 },
      ],
      zerver_realmfilter: [
        { pattern: '#T(?P<id>[0-9]+)', url_template: 'https://tickets.example/{id}', order: 0 },
        { pattern: '(', url_template: 'https://tickets.example', order: 1 },
      ],
      zerver_realmplayground: [
        { name: 'Rust', pygments_language: 'Rust', url_template: 'https://play.example/?code={code}' },
      ],
      zerver_customprofilefield: [
        field(8, 'Mentor', 6),
        field(7, 'Drink', 3, choices),
        field(9, 'Drink', 1),
        field(10, 'Shape', 99),
      ],
      zerver_customprofilefieldvalue: [
        { user_profile: 1, field: 7, value: '0' },
        { user_profile: 2, field: 7, value: 'unknown' },
        { user_profile: 2, field: 8, value: '[1,3]' },
        { user_profile: 2, field: 9, value: 'of a field that is dropped' },
      ],
      zerver_userstatus: [{ user_profile: 1, status_text: 'away' }],
      zerver_scheduledmessage: [{ id: 1 }],
    });
    return tables;
  }

  beforeAll(async () => {
    await server.stop();
    server = await startEmptyServer();
    ids.clear();
    await importSample(undefined, tablesWithSettings());
  });

  it('[IM14] imports personal settings whose values are known here, and no consent', async () => {
    const { user_settings } = await registered(1);
    expect(user_settings).toMatchObject({ enter_sends: true, color_scheme: 1, allow_private_data_export: false });
    expect((await registered(2)).user_settings).toMatchObject({ enter_sends: false, web_font_size_px: 18 });
    expect(reasonsOf('users')).toContain(
      'a personal setting has the default of new accounts: its value is not accepted here: 1',
    );
  });

  it('[IM15] imports settings and permissions, and replaces unnamed groups by their members', async () => {
    const state = await registered(1);
    const [ben, crew] = [ids.get('users 2')!, ids.get('groups 32')!];
    const administrators = state.realm_user_groups.find(({ name }) => name === 'role:administrators')!.id;
    expect(state).toMatchObject({
      realm_message_content_edit_limit_seconds: null,
      realm_message_edit_history_visibility_policy: 'moves',
      realm_topics_policy: 'disable_empty_topic',
      realm_emails_restricted_to_domains: false,
      realm_invite_required: true,
      realm_new_stream_announcements_stream_id: ids.get('channels 11'),
      realm_digest_weekday: 1,
      realm_can_create_public_channel_group: { direct_members: [ben], direct_subgroups: [administrators] },
      // Nobody held it there, which is impossible here: administrators get it.
      realm_can_manage_all_groups: administrators,
    });
    expect(state.subscriptions.find(({ stream_id }) => stream_id === ids.get('channels 12'))).toMatchObject({
      can_send_message_group: { direct_members: [ids.get('users 1')!], direct_subgroups: [crew] },
      can_administer_channel_group: crew,
      message_retention_days: -1,
    });
    expect(reasonsOf('settings')).toEqual([
      'statuses are not imported: they said what people did at the time of the export: 1',
      'scheduled messages are not imported: the old server may still send them: 1',
      'a setting of the organization has another value: its own is not accepted here: 2',
    ]);
  });

  it('[IM16] creates polls and task lists from their messages', async () => {
    const poll = (await messagesOf(1)).get(30)!;
    expect(poll.submessages.map(({ sender_id, content }) => [sender_id, JSON.parse(content)])).toEqual([
      [ids.get('users 1'), { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Pizza'] } }],
    ]);
  });

  it('[IM72] takes no resolution of a topic for a move', async () => {
    const messages = await messagesOf(1);
    expect([32, 33].map((id) => messages.get(id)!.last_moved_timestamp)).toEqual([undefined, 1_600_000_800]);
  });

  it('[IM18] imports lists of the organization and personal data', async () => {
    const [ada, ben] = [await registered(1), await registered(2)];
    const [ada_id, ben_id, cleo_id] = [1, 2, 3].map((id) => ids.get(`users ${id}`)!);
    const general = ids.get('channels 11');
    const place = { stream_id: general, last_updated: 1_600_000_777 };
    expect(ada).toMatchObject({
      alert_words: ['pumpkin'],
      user_topics: [{ ...place, topic_name: 'Plans', visibility_policy: 3 }],
      muted_users: [{ id: ben_id, timestamp: 1_600_000_888 }],
      realm_linkifiers: [{ pattern: '#T(?P<id>[0-9]+)', url_template: 'https://tickets.example/{id}' }],
      realm_playgrounds: [{ name: 'Rust', url_template: 'https://play.example/?code={code}' }],
      custom_profile_fields: [
        { name: 'Mentor', type: 6 },
        { name: 'Drink', type: 3 },
      ],
    });
    expect(ben).toMatchObject({
      user_topics: [{ ...place, topic_name: 'plans', visibility_policy: 1 }],
      saved_snippets: [{ title: 'Hello', content: `Dear @**Ada Old|${ada_id}**`, date_created: 1_600_000_000 }],
    });
    const [mentor, drink] = ada.custom_profile_fields.map(({ id }) => id) as [number, number];
    const { members } = await callAs<{ members: { user_id: number; profile_data: object }[] }>(1, '/api/v1/users', {
      include_custom_profile_fields: true,
    });
    const profileOf = (user_id?: number) => members.find((one) => one.user_id === user_id)!.profile_data;
    expect(profileOf(ada_id)).toEqual({ [drink]: { value: '0' } });
    expect(profileOf(ben_id)).toEqual({ [mentor]: { value: JSON.stringify([ada_id, cleo_id]) } });
    expect((await messagesOf(1)).get(31)!.content).toContain('href="https://tickets.example/77"');
  });

  it('[IM18] drops with a reason what the rules here refuse', () => {
    expect(reasonsOf('alert words')).toEqual(['it occurs twice: 1', 'it is empty or too long: 1']);
    expect(reasonsOf('snippets')).toEqual(['a part is empty or too long: 1']);
    expect(reasonsOf('topic policies')).toEqual(['its policy is unknown: 1']);
    expect(reasonsOf('muted people')).toEqual(['the muted account is not in the archive: 1']);
    expect(reasonsOf('linkifiers')).toEqual(['its pattern or template is not accepted here: 1']);
    expect(reasonsOf('profile fields')).toEqual([
      'its name, type or data are not accepted here, or its name is taken: 2',
    ]);
    expect(reasonsOf('profile values')).toEqual([
      'the field does not accept the value: 1',
      'its field is not imported: 1',
    ]);
    expect(reasonsOf('messages').join()).toContain('a poll or a list of tasks has no votes and ticks');
  });

  it('[IM17] lets people sign in with the passwords that are known', async () => {
    const signIn = async (username: string, password: string) =>
      (
        await fetch(`${server.url}/api/v1/fetch_api_key`, {
          method: 'POST',
          body: new URLSearchParams({ username, password }),
        })
      ).status;
    expect(await signIn('ada@club.example', 'guess')).toBe(401);
    expect(await signIn('ada@club.example', 'pässword')).toBe(200);
    expect(await signIn('ben@club.example', '')).toBe(401);
    expect(reasonsOf('users')).toContain('it is imported without its password: the hash is of an unknown kind: 1');
  });
});

describe('an import that is interrupted', () => {
  /** More than one batch. */
  function longTables() {
    const tables = zulipTables();
    const rows = tables.messages.zerver_message as Record<string, unknown>[];
    for (let id = 100; id < 700; id++) rows.push({ ...rows[0], id, content: `number ${id}`, edit_history: null });
    (tables.messages.zerver_usermessage as object[]).push(
      ...[150, 151, 399, 400, 650].map((message) => ({ user_profile: 2, message, flags_mask: 0 })),
    );
    return tables;
  }

  it('[IM12] stays deactivated until it is finished, and resumes where it stopped', async () => {
    await server.stop();
    server = await startEmptyServer();
    ids.clear();
    let written = 0;
    const failing = importSample((messages) => {
      written = messages;
      if (messages >= 250) throw new Error('killed');
    }, longTables());
    await expect(failing).rejects.toThrow('killed');
    await failing.catch(() => {});
    const { db } = server.app.store;
    expect(await db.get(sql`select count(*) as count from messages`)).toEqual({ count: written });
    expect((await fetch(`${server.url}/api/v1/messages`)).status).toBe(401);
    await importSample(undefined, longTables());
    expect(await db.get(sql`select count(*) as count from messages`)).toEqual({ count: 611 });
    expect(await db.get(sql`select count(*) as count from users where not is_system_bot`)).toEqual({ count: 5 });
    expect(await db.get(sql`select count(*) as count from attachments`)).toEqual({ count: 1 });
    const ben = await messagesOf(2);
    const unread = [...ben].filter(([, { flags }]) => !flags.includes('read')).map(([id]) => id);
    expect(unread).toEqual([10, 18, 19, 150, 151, 399, 400, 650]);
  });

  it('[IM12] does not start where an organization exists', async () => {
    await expect(importSample()).rejects.toThrow('already an organization');
  });
});
