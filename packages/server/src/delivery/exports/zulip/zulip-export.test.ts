// The export in the reference server's layout, read back with our reader of it and imported into an empty server.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportType, UserId } from '@stoa/contract';
import { createClient } from '@stoa/sdk';
import {
  type Cast,
  type EmptyServer,
  type Person,
  samplePicture,
  startEmptyServer,
  startServer,
  type TestServer,
} from '@stoa/testkit';
import { sql } from '../../../kit/database/sql.ts';
import { Archive } from '../../../kit/files/archive.ts';
import { openFileParts } from '../../../kit/files/open-file-services.ts';
import type { Archive as ImportedArchive } from '../../imports/archive.ts';
import { importArchive } from '../../imports/import-archive.ts';
import { findIdPage } from '../../imports/import-ids.actions.ts';
import { openArchive, planImport } from '../../imports/plan.ts';
import { readZulip } from '../../imports/readers/zulip/zulip.ts';
import { type OpenSource, openSource } from '../../imports/source.ts';
import { findExportScope } from '../export-scope.queries.ts';
import { setFullContentAccess } from '../exports.actions.ts';
import { fillZulipArchive } from './fill-zulip-archive.ts';

setDefaultTimeout(60_000);
const directory = mkdtempSync(join(tmpdir(), 'stoa-zulip-export-'));
let server: TestServer;
let cast: Cast;
let copy: EmptyServer;
const sources: OpenSource[] = [];
/** Ids of the copy by kind and ours. */
const ids = new Map<string, number>();
let number = 0;

async function made(type: ExportType) {
  const { app, realm, clock, data } = server;
  const work = join(directory, `work-${++number}`);
  mkdirSync(work);
  const path = join(directory, `${number}.tar.gz`);
  const files = openFileParts(data, null, app.writer);
  const archive = new Archive(path, new Date(clock.now()));
  await app.store.snapshot(async (db) => {
    const scope = await findExportScope(db, realm, type);
    await fillZulipArchive({ db, files: files.files, archive, realm, scope, work, progress() {} });
  });
  await archive.finish();
  files.close();
  const source = await openSource(path, join(directory, `source-${number}`));
  sources.push(source);
  const now = Date.now();
  return { source, opened: await openArchive(source, readZulip, now), now };
}

async function importInto(target: EmptyServer, { opened, now }: Awaited<ReturnType<typeof made>>) {
  const { store, writer } = target.app;
  const files = openFileParts(target.data, null, writer);
  try {
    await importArchive({
      store,
      writer,
      files,
      archive: opened.archive,
      report: opened.problems.report,
      now,
      format: 'zulip',
      plan: await planImport(opened),
      url: target.url,
      progress() {},
      async ended({ realm_id }) {
        for (const { kind, from_id, to_id } of await findIdPage(store.db, realm_id, { kind: '', from_id: '' }, 1000))
          ids.set(`${kind} ${from_id}`, to_id);
      },
    });
  } finally {
    files.close();
  }
}

/** The same person in the copy. */
async function copyOf({ user_id }: Person) {
  const copied = ids.get(`users ${user_id}`)! as UserId;
  const row = await copy.app.store.db.get<{ email: string }>(sql`select email from users where user_id = ${copied}`);
  return createClient({ site: copy.url, email: row!.email, api_key: copy.app.keys.keyOf(copied, 1) });
}

/** Facts that do not depend on ids. */
type Fetched = Awaited<ReturnType<Person['getMessages']>>['messages'][number];
const essence = ({ content, subject, timestamp, flags, reactions, sender_full_name, type }: Fetched) => ({
  type,
  content: content
    .replace(/\/user_uploads\/\d+\/\w+\/[^/]+/, '/user_uploads')
    .replace(/\|\d+\*\*/, '**')
    .replace(/(@|near\/)\d+|http:\/\/[^/]+/g, '$1'),
  subject,
  timestamp,
  sender_full_name,
  // A message from before its reader came has this flag only where the reader has flagged it.
  flags: flags.filter((flag) => flag !== 'historical').sort(),
  reactions: reactions.map(({ emoji_name, reaction_type }) => `${emoji_name} ${reaction_type}`).sort(),
});
const everything = { anchor: 0, num_before: 0, num_after: 1000, apply_markdown: false, allow_empty_topic_name: true };

beforeAll(async () => {
  server = await startServer();
  cast = await server.cast();
  const { ada, bela, dara, eli, finn } = cast;
  const say = (who: Person, to: string, topic: string, content: string) =>
    who.sendMessage({ type: 'stream', to, topic, content });
  await ada.subscribe({ subscriptions: [{ name: 'open' }], principals: [ada.user_id, dara.user_id, eli.user_id] });
  await dara.subscribe({
    subscriptions: [{ name: 'closed' }],
    invite_only: true,
    principals: [dara.user_id],
    history_public_to_subscribers: false,
  });
  await bela.subscribe({ subscriptions: [{ name: 'secret' }], invite_only: true });
  await ada.uploadCustomEmoji({ emoji_name: 'tick' }, { file: samplePicture('tick.png') });
  const first = await say(dara, 'open', 'plans', `Hello @**${eli.full_name}**, see #**open** :tick:`);
  await eli.addReaction({ message_id: first.id, emoji_name: 'wave' });
  await ada.addReaction({ message_id: first.id, emoji_name: 'tick' });
  await say(dara, 'closed', 'before', 'before Eli');
  await dara.subscribe({ subscriptions: [{ name: 'closed' }], principals: [eli.user_id] });
  await say(dara, 'closed', 'after', 'after Eli came');
  await eli.unsubscribe({ subscriptions: ['closed'] });
  await say(dara, 'closed', 'after', 'after Eli left');
  await say(bela, 'secret', 'x', 'in secret');
  const file = await dara.uploadFile({}, { file: samplePicture('shared.png') });
  await say(dara, 'open', 'files', `a picture: [shared](${file.url})`);
  const hidden = await bela.uploadFile({}, { file: new File(['bytes in secret'], 'secret.txt') });
  await say(bela, 'secret', 'x', `a file: [secret](${hidden.url})`);
  const edited = await say(eli, 'open', 'misc', 'was this');
  await eli.editMessage({ message_id: edited.id, content: 'is that' });
  await eli.editMessage({ message_id: edited.id, topic: 'moved' });
  await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'said to Eli' });
  await eli.sendMessage({ type: 'direct', to: [dara.user_id], content: 'said back' });
  await dara.sendMessage({ type: 'direct', to: [dara.user_id], content: 'a note' });
  await finn.sendMessage({ type: 'direct', to: [dara.user_id, eli.user_id], content: 'the three of us' });
  const starred = await say(dara, 'open', 'plans', 'a star');
  await eli.updateMessageFlags({ messages: [starred.id, first.id], op: 'add', flag: 'starred' });
  await eli.updateMessageFlags({ messages: [first.id], op: 'add', flag: 'read' });
  await eli.updateMessageFlags({ messages: [starred.id], op: 'add', flag: 'collapsed' });
  await dara.createUserGroup({ name: 'crew', description: 'Those who do it', members: [eli.user_id] });
  const crew = (await dara.getUserGroups()).user_groups.find(({ name }) => name === 'crew')!;
  const value = { direct_members: [dara.user_id, bela.user_id], direct_subgroups: [] };
  await dara.updateUserGroup({ user_group_id: crew.id, can_mention_group: { new: value } });
  const { stream_id } = await eli.getStreamId({ stream: 'open' });
  await eli.updateSubscriptionSettings({
    subscription_data: [
      { stream_id, property: 'email_notifications', value: true },
      { stream_id, property: 'push_notifications', value: false },
    ],
  });
  const near = `#narrow/channel/${stream_id}-open/topic/plans/near/${first.id}`;
  await say(dara, 'open', 'links', `#**open>plans@${first.id}**, ${server.url}/${near} and [this](/${near})`);
  // An export of everything ignores who may see edit histories.
  await ada.updateRealm({ message_edit_history_visibility_policy: 'none' });
  await eli.uploadAvatar({}, { file: samplePicture('eli.png') });
  await ada.uploadRealmIcon({}, { file: samplePicture('icon.png') });
  await bela.updateSettings({ email_address_visibility: 4 });
  await ada.updateUserSettingsDefaults({ email_address_visibility: 3, web_font_size_px: 18 });
  await server.app.store.transaction((tx) =>
    tx.run(sql`update user_groups set date_created = 1600000000 where group_id = ${crew.id}`),
  );
  await server.app.jobs.settle();
  await server.app.writer.write(server.realm.realm_id, (context) =>
    setFullContentAccess(context, server.realm.realm_id, true),
  );
  copy = await startEmptyServer();
});
afterAll(async () => {
  for (const source of sources) await source.close();
  await server.stop();
  await copy.stop();
  rmSync(directory, { recursive: true });
});

describe('an export in the layout of the reference server', () => {
  it('[EX10] imported again, shows everybody the same', async () => {
    const archive = await made('full_without_consent');
    const plan = await planImport(archive.opened);
    for (const kind of ['users', 'channels', 'subscriptions', 'emoji', 'files', 'messages', 'edits', 'reactions'])
      expect([kind, plan.counts[kind]!.dropped]).toEqual([kind, 0]);
    expect(plan.counts.users!.read).toBe(8);
    await importInto(copy, archive);
    for (const person of [cast.ada, cast.bela, cast.dara, cast.eli, cast.finn]) {
      const there = await copyOf(person);
      const [own, copied] = [await person.getMessages(everything), await there.getMessages(everything)];
      expect(copied.messages.map(essence)).toEqual(own.messages.map(essence));
      const [here, channels] = [await person.getSubscriptions(), await there.getSubscriptions()];
      const shown = ({ subscriptions }: typeof here) => subscriptions.map(({ name }) => name).sort();
      expect(shown(channels)).toEqual(shown(here));
    }
    const archived = await Array.fromAsync(archive.opened.archive.messages());
    expect(archived.find(({ content }) => content[0] === 'is that')!.edits.map((edit) => edit.prev_content)).toEqual([
      undefined,
      ['was this'],
    ]);
    const { user_groups } = await (await copyOf(cast.ada)).getUserGroups();
    const copied = (person: Person) => ids.get(`users ${person.user_id}`)! as UserId;
    expect(user_groups.find(({ name }) => name === 'crew')!.can_mention_group).toEqual({
      direct_members: [copied(cast.bela), copied(cast.dara)].sort((a, b) => a - b),
      direct_subgroups: [],
    });
    const eli = await copyOf(cast.eli);
    expect((await eli.getSubscriptions()).subscriptions.find(({ name }) => name === 'open')).toMatchObject({
      email_notifications: true,
      push_notifications: false,
    });
    const { messages } = await eli.getMessages(everything);
    const first = messages.find(({ content }) => content.startsWith('Hello'))!;
    const near = `#narrow/channel/${ids.get(`channels ${first.stream_id}`) ?? first.stream_id}-open/topic/plans/near/${first.id}`;
    expect(messages.find(({ subject }) => subject === 'links')!.content).toBe(
      `#**open>plans@${first.id}**, ${copy.url}/${near} and [this](/${near})`,
    );
    expect(user_groups.find(({ name }) => name === 'crew')!.members).toEqual([
      ids.get(`users ${cast.eli.user_id}`)! as UserId,
    ]);
  });

  it('[IM702] [EX10] keeps the settings of new accounts, and when and by whom groups were created', async () => {
    const ada = await copyOf(cast.ada);
    const { realm_user_settings_defaults } = await ada.registerQueue({
      fetch_event_types: ['realm_user_settings_defaults'],
    });
    expect(realm_user_settings_defaults).toMatchObject({ email_address_visibility: 3, web_font_size_px: 18 });
    const { user_groups } = await ada.getUserGroups();
    expect(user_groups.find(({ name }) => name === 'crew')).toMatchObject({
      creator_id: ids.get(`users ${cast.dara.user_id}`)!,
      date_created: 1_600_000_000,
    });
  });

  it('[EX10] has every file under its digest', async () => {
    const { source } = await made('full_without_consent');
    const digests = async (under: RegExp) => {
      const found: string[] = [];
      for (const path of source.paths.filter((path) => under.test(path)))
        found.push(
          createHash('sha256')
            .update(await source.read(path))
            .digest('hex'),
        );
      return found;
    };
    const secret = createHash('sha256').update('bytes in secret').digest('hex');
    expect(await digests(/^uploads\/.*secret\.txt$/)).toEqual([secret]);
    for (const kind of ['avatars', 'emoji', 'realm_icons']) {
      const records = JSON.parse(Buffer.from(await source.read(`${kind}/records.json`)).toString());
      expect([kind, records.length]).toEqual([kind, 2]);
      for (const { path } of records) expect([path, source.size(`${kind}/${path}`)! > 50]).toEqual([path, true]);
    }
  });

  it('[EX10] [EX11] shows nobody more than an export by an administrator would', async () => {
    const textOf = async (source: OpenSource) => {
      const texts = source.paths.filter((path) => path.endsWith('.json')).map((path) => source.read(path));
      return (await Promise.all(texts)).map((bytes) => Buffer.from(bytes).toString()).join('\n');
    };
    const open = await made('public');
    const text = await textOf(open.source);
    for (const hidden of ['in secret', 'Eli left', 'said to Eli', 'a note', 'closed', 'secret.txt', cast.bela.email])
      expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
    expect(text).toContain('a picture');
    // Nobody consented, so there is no read state and there are no stars.
    for (const { flags_mask } of JSON.parse(Buffer.from(await open.source.read('messages-000001.json')).toString())
      .zerver_usermessage)
      expect(flags_mask).toBe(1);
    await cast.eli.updateSettings({ allow_private_data_export: true });
    const agreed = await made('full_with_consent');
    const shown = await textOf(agreed.source);
    for (const said of ['said to Eli', 'said back', 'the three of us'])
      expect([said, shown.includes(said)]).toEqual([said, true]);
    for (const hidden of ['in secret', 'before Eli', 'after Eli', 'a note', 'secret.txt', 'was this', cast.bela.email])
      expect([hidden, shown.includes(hidden)]).toEqual([hidden, false]);
    const archive: ImportedArchive = agreed.opened.archive;
    const marks = (await Array.fromAsync(archive.messages())).flatMap((message) => message.marks);
    expect(new Set(marks.map(({ user }) => user))).toEqual(new Set([String(cast.eli.user_id)]));
  });
});
