// An archive of another chat imported into an existing organization, read by its people, and undone.
import { afterEach, beforeEach, describe, expect, it } from 'bun:test';
import type { ApiError, NarrowTerm } from '@stoa/contract';
import { type Cast, newcomer, type Person, startServer, type TestServer, zulipFiles, zulipTables } from '@stoa/testkit';
import { type Statement, sql } from '../../../kit/database/sql.ts';
import { openFileParts } from '../../../kit/files/open-file-services.ts';
import type { Writer } from '../../../kit/write/write.ts';
import { invariants } from '../../../slices.ts';
import { ArchiveError } from '../archive-error.ts';
import { findIdPage } from '../import-ids.actions.ts';
import { memorySource } from '../memory-source.ts';
import { openArchive, type ReasonCount } from '../plan.ts';
import { readZulip } from '../readers/zulip/zulip.ts';
import { importInto } from './import-into.ts';
import { type IntoPlan, intoLines, planInto } from './plan-into.ts';
import { undoImport } from './undo-import.ts';

let server: TestServer;
let cast: Cast;
/** Our ids by kind and the archive's. */
let ids: Map<string, number>;

beforeEach(async () => {
  server = await startServer();
  cast = await server.cast();
  ids = new Map();
  const { dara, eli, bela } = cast;
  // Nobody has written in #general; #board is not the archive's #board.
  await dara.subscribe({ subscriptions: [{ name: 'General' }], principals: [bela.user_id, dara.user_id] });
  await bela.subscribe({ subscriptions: [{ name: 'board' }], invite_only: true });
  await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'we talk here already' });
});
afterEach(() => server.stop());

/** The archive's Ada is Dara here, and Ben is Eli; Cleo and the Herald have no account here. */
function tables() {
  const all = zulipTables();
  const people = all.realm.zerver_userprofile as { delivery_email: string }[];
  people[0]!.delivery_email = cast.dara.email.toUpperCase();
  people[1]!.delivery_email = cast.eli.email;
  return all;
}

interface Options {
  readonly archive?: ReturnType<typeof zulipTables>;
  readonly progress?: (messages: number) => void;
  readonly planned?: (plan: IntoPlan) => void;
  /** A file whose bytes can't be read. */
  readonly damaged?: string;
  readonly writer?: Writer;
}

async function run(options: Options = {}): Promise<ReasonCount[]> {
  const { archive = tables(), progress = () => {}, planned = () => {}, damaged } = options;
  const { store } = server.app;
  const { writer = server.app.writer } = options;
  const { realm } = server;
  const source = memorySource(Object.fromEntries(zulipFiles(archive)));
  const open = (path: string) => {
    if (path === damaged) throw new ArchiveError('the archive is incomplete or damaged', path);
    return source.open(path);
  };
  const opened = await openArchive({ ...source, open }, readZulip, Date.now());
  const { matched, plan, into } = await planInto(store.db, realm, opened);
  planned(into);
  const files = openFileParts(server.data, null, server.app.writer);
  const now = Date.now();
  const report = opened.problems.report;
  try {
    await importInto({
      store,
      writer,
      files,
      realm,
      matched,
      plan,
      report,
      now,
      format: 'zulip',
      progress,
      async ended({ realm_id }) {
        for (const { kind, from_id, to_id } of await findIdPage(store.db, realm_id, { kind: '', from_id: '' }, 2000))
          ids.set(`${kind} ${from_id}`, to_id);
      },
    });
  } finally {
    files.close();
  }
  return opened.problems.reasons;
}

/** The same object with another value of one member. */
const withMember = <T extends object>(object: T, member: keyof T, value: unknown): T =>
  new Proxy(object, {
    get(target, name) {
      const own: unknown = name === member ? value : Reflect.get(target, name);
      return typeof own === 'function' && name !== member ? own.bind(target) : own;
    },
  });

const undo = (progress: (messages: number) => void = () => {}) =>
  undoImport({ ...server.app, realm: server.realm, progress });

async function read(reader: Person, narrow: NarrowTerm[], more: object = {}) {
  const request = { anchor: 'oldest', num_before: 0, num_after: 1000, narrow, allow_empty_topic_name: true, ...more };
  return (await reader.getMessages(request as never)).messages;
}
const inChannel = (name: string): NarrowTerm[] => [{ operator: 'channel', operand: name, negated: false }];
const withPeople = (...people: number[]): NarrowTerm[] => [
  { operator: 'dm', operand: people as never, negated: false },
];

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'nothing',
    (error: ApiError) => error.message,
  );

async function namesFor(reader: Person): Promise<string[]> {
  const { streams } = await reader.getStreams({ include_all: true, exclude_archived: false });
  return streams.map(({ name }) => name).sort();
}

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    ...['users', 'channels', 'messages', 'attachments', 'recipients', 'user_groups', 'user_group_members'],
    ...['realm_emoji', 'import_ids', 'imports'],
  ])
    counts[table] = (await server.app.store.db.get<{ count: number }>(
      sql`select count(*) as count from ${sql.raw(table)}`,
    ))!.count;
  return counts;
}

async function checkInvariants(): Promise<void> {
  const { db, engine } = server.app.store;
  for (const { title, violations, fine, engine: only = engine } of invariants)
    if (only === engine)
      expect([title, (await db.all<Record<string, unknown>>(violations)).filter((row) => !fine?.(row))]).toEqual([
        title,
        [],
      ]);
}

describe('an import into an organization', () => {
  it('[IM30] [IM31] matches people by address, channels by name, and says so before', async () => {
    let plan: IntoPlan | undefined;
    const archive = tables();
    (archive.realm.zerver_alertword as object[]).push({ user_profile: 3, word: 'squash' });
    archive.realm.zerver_realmfilter = [{ pattern: '#T', url_template: 'https://tickets.example' }];
    await run({ archive, planned: (made) => (plan = made) });
    expect(plan).toMatchObject({
      users: { matched: 3, new: 3 },
      channels: [
        { name: 'general', becomes: 'General', how: 'matched' },
        { name: 'board', becomes: 'board (imported)', how: 'other name', why: 'one of the two is private' },
      ],
      direct_conversations: { all: 3, into_channels: 1 },
    });
    expect(intoLines(plan!).join('\n')).toContain('board → board (imported) (other name: one of the two is private)');
    const words = await server.app.store.db.all(sql`select user_id, word from alert_words`);
    expect(words).toEqual([{ user_id: ids.get('users 3'), word: 'squash' }]);
    expect(await cast.dara.getLinkifiers({})).toMatchObject({ linkifiers: [] });
    const { members } = await cast.dara.getUsers({});
    expect(ids.get('users 1')).toBe(cast.dara.user_id);
    const cleo = members.find(({ user_id }) => user_id === ids.get('users 3'))!;
    expect(cleo).toMatchObject({ full_name: 'Cleo Old', is_active: true, role: 600 });
    const dara = members.find(({ user_id }) => user_id === cast.dara.user_id)!;
    expect(dara).toMatchObject({ full_name: 'Dara Member', role: 400 });
    await checkInvariants();
  });

  it('[IM46] imports everything but a file whose bytes are damaged', async () => {
    const damaged = 'export/uploads/1/aa/random/picture.png';
    expect(await run({ damaged })).toContainEqual({
      kind: 'files',
      reason: 'its bytes are damaged',
      code: 'bytes_damaged',
      records: 1,
      is_kept: false,
      file: damaged,
      record: '51',
    });
    expect(await countRows()).toMatchObject({ attachments: 0, imports: 1, realm_emoji: 2 });
    const shown = (await read(cast.dara, inChannel('General'))).map(({ content }) => content).join();
    expect(shown).toContain('The picture: ');
    await checkInvariants();
  });

  it('[IM32] keeps times and order in every topic and conversation, and finds them by date', async () => {
    await run();
    const messages = await read(cast.dara, inChannel('General'));
    const imported = messages.filter(({ timestamp }) => timestamp < 1_700_000_000);
    expect(imported.map(({ id }) => id)).toEqual([10, 14, 15, 19].map((id) => ids.get(`messages ${id}`) as never));
    expect(imported[0]).toMatchObject({ timestamp: 1_600_000_105, subject: 'Plans', sender_id: cast.dara.user_id });
    expect(imported[0]!.content).toContain(`data-user-id="${cast.eli.user_id}">@Eli Member<`);
    const [first] = await read(
      cast.dara,
      [...inChannel('General'), { operator: 'topic', operand: 'Plans', negated: false }],
      { anchor: 'date', anchor_date: '2020-09-13T12:29:00Z', num_before: 0, num_after: 1 },
    );
    expect(first!.id).toBe(ids.get('messages 14') as never);
    await cast.dara.sendMessage({ type: 'channel', to: 'General', topic: 'plans', content: 'and on it goes' });
    const topic = await read(cast.dara, [
      ...inChannel('General'),
      { operator: 'topic', operand: 'Plans', negated: false },
    ]);
    expect(topic.map(({ timestamp }) => timestamp)).toEqual(topic.map(({ timestamp }) => timestamp).sort());
  });

  it('[IM33] [IM34] lets nobody read what they could not: private channels and direct messages', async () => {
    await run();
    const { dara, eli, bela, chen, finn } = cast;
    expect((await read(dara, inChannel('board (imported)'))).map(({ content }) => content)).toEqual([
      '<p>before Ben</p>',
      '<p>with Ben</p>',
      '<p>after Ben</p>',
    ]);
    // He was not in it before 12 and at 13.
    expect((await read(eli, inChannel('board (imported)'))).map(({ content }) => content)).toEqual(['<p>with Ben</p>']);
    expect(await read(bela, inChannel('board'))).toEqual([]);
    for (const other of [bela, chen, finn]) {
      const found = await read(other, []);
      const secret = found.filter(({ content }) =>
        /before Ben|with Ben|to Ada|group of two|note to self/.test(content),
      );
      expect(secret).toEqual([]);
    }
    expect(await namesFor(chen)).toEqual(['General']);
    expect(await namesFor(dara)).toEqual(['Direct messages (imported)', 'General', 'board (imported)']);
    // Their conversation has newer messages here, so the older ones go into a channel; his note and the group conversation were empty here.
    expect((await read(dara, withPeople(eli.user_id))).map(({ content }) => content)).toEqual([
      '<p>we talk here already</p>',
    ]);
    expect((await read(eli, inChannel('Direct messages (imported)'))).map(({ content }) => content)).toEqual([
      '<p>to Ada</p>',
      '<p>back to Ben, in a group of two</p>',
    ]);
    expect((await read(eli, withPeople(eli.user_id))).map(({ content }) => content)).toEqual(['<p>note to self</p>']);
    const { stream_id } = await dara.getStreamId({ stream: 'Direct messages (imported)' });
    await dara.subscribe({
      subscriptions: [{ name: 'Direct messages (imported)' }],
      principals: [chen.user_id],
    });
    expect((await read(chen, [{ operator: 'channel', operand: stream_id, negated: false }])).length).toBe(0);
  });

  it('[IM34] is read by everybody, notifies nobody, and makes clients reload', async () => {
    const { dara, eli } = cast;
    const { queue_id } = await dara.registerQueue({});
    const events = () =>
      server.app.store.db.all(
        sql`select id from events where type in ('message', 'realm_user', 'stream', 'subscription')`,
      );
    const before = await events();
    await run();
    expect(await refusal(dara.getEvents({ queue_id: queue_id!, dont_block: true }))).toContain('Bad event queue');
    for (const reader of [dara, eli, cast.bela]) {
      const unread = (await read(reader, [])).filter(
        ({ flags, client }) => client === 'import' && !flags.includes('read') && !flags.includes('historical'),
      );
      expect(unread).toEqual([]);
    }
    expect(await events()).toEqual(before);
    expect(await server.app.store.db.all(sql`select kind from jobs where kind <> 'thumbnails'`)).toEqual([]);
  });
});

describe('groups of an import', () => {
  it('[IM31] [IM36] keep the permissions of the archive, in which matched groups are replaced by their members', async () => {
    const { ada, dara, eli, bela } = cast;
    // The crew here is another one than the archive's, which is Ben.
    const { group_id: crew } = await ada.createUserGroup({ name: 'Crew', description: '', members: [bela.user_id] });
    const archive = tables();
    const rows = (name: string) => archive.realm[name] as object[];
    rows('zerver_namedusergroup').push(
      { usergroup_ptr: 33, name: 'outer', can_manage_group: 32, can_mention_group: 31, can_join_group: 34 },
      { usergroup_ptr: 34, name: 'inner', can_add_members_group: 35 },
    );
    rows('zerver_usergroupmembership').push({ user_group: 35, user_profile: 3 });
    await run({ archive });
    const { user_groups } = await ada.getUserGroups({});
    const named = (name: string) => user_groups.find((group) => group.name === name)!;
    expect(named('outer')).toMatchObject({
      can_manage_group: { direct_members: [eli.user_id], direct_subgroups: [] },
      can_mention_group: named('role:administrators').id,
      can_join_group: named('inner').id,
    });
    const cleo = ids.get('users 3') as never;
    expect(named('inner').can_add_members_group).toEqual({ direct_members: [cleo], direct_subgroups: [] });
    expect(named('Crew')).toMatchObject({ id: crew, members: [bela.user_id] });
    await checkInvariants();
    // A group that stays must name nobody who goes.
    await dara.sendMessage({ type: 'channel', to: 'General', topic: 'new', content: 'ask @_*inner*' });
    const { stream_id } = await dara.getStreamId({ stream: 'General' });
    await ada.updateStream({
      stream_id,
      can_send_message_group: { new: { direct_members: [cleo, dara.user_id], direct_subgroups: [] } },
    } as never);
    expect(await undo()).toMatchObject({ kept_groups: 1, kept_accounts: 1 });
    const kept = (await ada.getUserGroups({ include_deactivated_groups: true })).user_groups;
    expect(kept.find(({ name }) => name === 'inner')).toMatchObject({
      deactivated: true,
      can_add_members_group: named('role:administrators').id,
    });
    const { members } = await ada.getUsers({});
    expect(members.find(({ user_id }) => user_id === cleo)).toMatchObject({ is_active: false });
    await checkInvariants();
  });
});

describe('people who write meanwhile', () => {
  /** More than two batches, with messages between the two and in #general. */
  function longTables() {
    const all = tables();
    const rows = all.messages.zerver_message as Record<string, unknown>[];
    const general = rows.find(({ id }) => id === 10)!;
    for (let id = 100; id < 700; id++)
      rows.push({ ...general, id, subject: 'long', content: `number ${id}`, date_sent: 1_600_010_000 + id });
    return all;
  }

  it('[IM32] [IM12] keep their channel: later messages go into a channel of the import, and none is imported twice', async () => {
    const { dara, chen } = cast;
    const failing = run({
      archive: longTables(),
      progress(messages) {
        if (messages >= 250) throw new Error('killed');
      },
    });
    expect(await refusal(failing)).toBe('killed');
    // An incomplete import is hidden.
    expect(await namesFor(chen)).toEqual(['General']);
    const { members } = await chen.getUsers({});
    expect(members.find(({ full_name }) => full_name === 'Cleo Old')).toMatchObject({ is_active: false });
    const { id } = await dara.sendMessage({ type: 'channel', to: 'General', topic: 'long', content: 'meanwhile' });
    await run({ archive: longTables() });
    const here = await read(dara, inChannel('General'));
    const beside = await read(dara, inChannel('General (imported)'));
    const numbers = [...here, ...beside].filter(({ content }) => content.includes('number'));
    expect(numbers).toHaveLength(600);
    expect(new Set(numbers.map(({ content }) => content)).size).toBe(600);
    expect(here.at(-1)!.id).toBe(id);
    expect(beside.map(({ timestamp }) => timestamp)).toEqual(beside.map(({ timestamp }) => timestamp).sort());
    expect(await namesFor(chen)).toEqual(['General', 'General (imported)']);
    await checkInvariants();
  });
});

describe('two processes at once', () => {
  /** Starts `other` in the middle of the first, which goes on once the other has written its part. */
  async function during<T>(first: (reached: () => Promise<void>) => Promise<unknown>, other: () => Promise<T>) {
    let result: Promise<T> | undefined;
    const refused = refusal(
      first(async () => {
        result ??= other();
        await result.catch(() => {});
      }),
    );
    return [await refused, await result!] as const;
  }
  const TAKEN = 'another process has taken over and goes on where this one was';
  /** Writes as the server's writer does, and first calls `before` from the given write on. */
  const delayed = (from: number, before: () => Promise<void>) => {
    const { writer } = server.app;
    let writes = 0;
    const write: typeof writer.write = async (...call) => {
      if (++writes >= from) await before();
      return writer.write(...call);
    };
    return withMember(writer, 'write', write);
  };

  it('[IM51] import one archive once', async () => {
    for (const from of [2, 5, 12]) {
      const [refused] = await during(
        (reached) => run({ writer: delayed(from, reached) }),
        () => run(),
      );
      expect(refused).toBe(
        from === 2 ? 'this archive is imported already: undo that first, with "stoa organization undo-import"' : TAKEN,
      );
      expect((await read(cast.dara, inChannel('board (imported)'))).length).toBe(3);
      await checkInvariants();
      expect(await undo()).toMatchObject({ messages: 11, accounts: 3 });
    }
  });

  it('[IM51] undo an import once, and end an import that runs', async () => {
    await run();
    const before = await countRows();
    const [refused, undone] = await during(
      (reached) => undoImport({ ...server.app, realm: server.realm, progress: () => {}, writer: delayed(4, reached) }),
      undo,
    );
    expect([refused, undone.accounts]).toEqual([TAKEN, 3]);
    expect(await countRows()).toMatchObject({ imports: 0, import_ids: 0 });
    const [ended] = await during((reached) => run({ writer: delayed(12, reached) }), undo);
    expect(ended).toBe(TAKEN);
    expect(await countRows()).toMatchObject({ imports: 0, import_ids: 0, channels: before.channels! - 2 });
    await checkInvariants();
  });
});

describe('an import that is undone', () => {
  it('[IM36] keeps what existed before, and can be imported again', async () => {
    const { dara, eli } = cast;
    const before = await countRows();
    await run();
    const bot = newcomer(server, {
      email: 'herald@club.example',
      full_name: 'Herald',
      user_id: ids.get('users 4') as never,
    });
    expect((await bot.getOwnUser({})).full_name).toBe('Herald');
    const none = { kept_accounts: 0, kept_groups: 0, kept_emoji: 0 };
    expect(await undo()).toEqual({ messages: 11, accounts: 3, ...none });
    const after = await countRows();
    // The note to himself and the general channel were written already.
    expect({ ...after, recipients: 0 }).toEqual({ ...before, recipients: 0 });
    expect(await namesFor(dara)).toEqual(['General']);
    expect((await read(dara, withPeople(eli.user_id))).map(({ content }) => content)).toEqual([
      '<p>we talk here already</p>',
    ]);
    await checkInvariants();
    expect(await refusal(undo())).toContain('no import');
    await run();
    expect(await namesFor(dara)).toContain('board (imported)');
  });

  it('[IM36] deactivates groups and emoji that something else refers to', async () => {
    const { dara, eli, ada } = cast;
    const all = tables();
    const rows = (name: string) => all.realm[name] as object[];
    rows('zerver_namedusergroup').push({ usergroup_ptr: 33, name: 'inner' }, { usergroup_ptr: 34, name: 'outer' });
    rows('zerver_groupgroupmembership').push({ supergroup: 34, subgroup: 33 });
    all.realm.zerver_muteduser = [{ user_profile: 3, muted_user: 4 }];
    await run({ archive: all });
    const [crew, inner, outer] = [32, 33, 34].map((id) => ids.get(`groups ${id}`)!);
    // #General was there before; the import went into it.
    const { id } = await dara.sendMessage({ type: 'channel', to: 'General', topic: 'new', content: 'ask @*outer*' });
    await eli.addReaction({ message_id: id, emoji_name: 'tick' });
    expect(await undo()).toMatchObject({ accounts: 3, kept_accounts: 0, kept_groups: 2, kept_emoji: 1 });
    const { user_groups } = await ada.getUserGroups({ include_deactivated_groups: true });
    const of = (group_id: number) => user_groups.find((group) => group.id === group_id)?.deactivated;
    expect([crew, inner, outer].map((group_id) => of(group_id!))).toEqual([undefined, true, true]);
    const emoji = await server.app.store.db.all(sql`select name, deactivated from realm_emoji`);
    expect(emoji).toEqual([{ name: 'tick', deactivated: true }]);
    await checkInvariants();
  });

  it('[IM36] takes back the subscriptions that it added to channels that were there', async () => {
    const { dara, eli, ada } = cast;
    const subscribers = async () => {
      const { stream_id } = await dara.getStreamId({ stream: 'General' });
      return (await ada.getSubscribers({ stream_id })).subscribers.toSorted();
    };
    const before = await subscribers();
    expect(before).not.toContain(eli.user_id);
    await run();
    expect(await subscribers()).toContain(eli.user_id);
    await undo();
    expect(await subscribers()).toEqual(before);
    await checkInvariants();
    // Who ended it and came again wants to be there.
    await run();
    await eli.unsubscribe({ subscriptions: ['General'] });
    await eli.subscribe({ subscriptions: [{ name: 'General' }] });
    await undo();
    expect(await subscribers()).toEqual([...before, eli.user_id].toSorted());
    await checkInvariants();
  });

  it('[IM36] keeps groups that people name while it is undone', async () => {
    const { dara } = cast;
    const archive = tables();
    (archive.realm.zerver_namedusergroup as object[]).push({ usergroup_ptr: 33, name: 'late' });
    await run({ archive });
    const late = ids.get('groups 33')!;
    const { store } = server.app;
    // Names the group once all messages have been looked through.
    let isNamed = false;
    async function all(statement: Statement) {
      const rows = await store.db.all(statement);
      if (!isNamed && statement.bind(store.engine).text.text.includes('prev_rendered_content')) {
        isNamed = true;
        await dara.sendMessage({ type: 'channel', to: 'General', topic: 'new', content: 'ask @_*late*' });
      }
      return rows;
    }
    const parts = { ...server.app, realm: server.realm, progress: () => {} };
    const undone = await undoImport({ ...parts, store: withMember(store, 'db', withMember(store.db, 'all', all)) });
    expect(undone).toMatchObject({ kept_groups: 1 });
    expect(isNamed).toBe(true);
    const { user_groups } = await dara.getUserGroups({ include_deactivated_groups: true });
    expect(user_groups.find(({ id }) => id === late)?.deactivated).toBe(true);
    await checkInvariants();
  });

  it('[IM36] is refused once people have written in what it made', async () => {
    const { dara } = cast;
    await run();
    // Messages written elsewhere do not matter.
    await dara.sendMessage({ type: 'channel', to: 'General', topic: 'Plans', content: 'here' });
    await dara.sendMessage({ type: 'channel', to: 'board (imported)', topic: 'secret', content: 'still here' });
    expect(await refusal(undo())).toBe(
      "somebody has written in #board (imported) since, so the import can't be undone",
    );
    expect(await namesFor(dara)).toContain('board (imported)');
  });

  it('[IM36] continues after it was killed', async () => {
    await run();
    expect(await refusal(run())).toContain('imported already');
    const failing = undoImport({
      ...server.app,
      realm: server.realm,
      progress() {
        throw new Error('killed');
      },
    });
    expect(await refusal(failing)).toBe('killed');
    expect(await refusal(run())).toContain('being undone');
    await undo();
    expect(await namesFor(cast.dara)).toEqual(['General']);
  });

  it('[IM52] looks through messages and deletes what names channels outside of long transactions', async () => {
    const archive = tables();
    const [people, subscriptions] = ['zerver_userprofile', 'zerver_subscription'].map(
      (name) => archive.realm[name] as Record<string, unknown>[],
    );
    for (let id = 1000; id < 1600; id++) {
      people!.push({ ...people![2], id, email: `user${id}@zulip.example`, full_name: `Person ${id}` });
      subscriptions!.push({ ...subscriptions![0], user_profile: id, recipient: 202 });
    }
    const { writer } = server.app;
    const counts = () =>
      writer.write(null, ({ tx }) =>
        tx.get<{ subscriptions: number; active: number }>(
          sql`select (select count(*) from subscriptions) as subscriptions, (select count(*) from users where is_active) as active`,
        ),
      );
    const largest = { subscriptions: 0, active: 0 };
    const write: typeof writer.write = async (...call) => {
      const before = (await counts())!;
      const result = await writer.write(...call);
      const after = (await counts())!;
      for (const name of ['subscriptions', 'active'] as const)
        largest[name] = Math.max(largest[name], Math.abs(after[name] - before[name]));
      return result;
    };
    await run({ archive, writer: withMember(writer, 'write', write) });
    expect(largest).toEqual({ subscriptions: 500, active: 300 });
    // Who has signed in stays: removing accounts is another test's.
    await writer.write(null, ({ tx }) => tx.run(sql`update users set awaits_first_login = false`));
    await undoImport({ ...server.app, writer: withMember(writer, 'write', write), realm: server.realm, progress() {} });
    expect(largest).toEqual({ subscriptions: 500, active: 300 });
    expect(await countRows()).toMatchObject({ import_ids: 0 });
    await checkInvariants();
  });

  it('[IM36] keeps people who have signed in', async () => {
    await run();
    const user_id = ids.get('users 3')! as never;
    await server.app.store.transaction((tx) =>
      tx.run(sql`update users set awaits_first_login = false where user_id = ${user_id}`),
    );
    expect(await undo()).toMatchObject({ accounts: 2, kept_accounts: 1 });
    const { members } = await cast.dara.getUsers({});
    expect(members.find((member) => member.user_id === user_id)).toMatchObject({ is_active: true });
    await checkInvariants();
  });
});
