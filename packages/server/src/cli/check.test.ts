// `stoa check`: a sound store passes, and each planted fault is found and named.

import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { startApp } from '../app.ts';
import { seedDemo } from '../dev/seed.ts';
import { openStore } from '../kit/database/open.ts';
import { sql } from '../kit/database/sql.ts';
import { migrations } from '../migrations/index.ts';
import { invariants } from '../slices.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { stoa } from './stoa-process.ts';

const STOA = fileURLToPath(new URL('../../bin/stoa', import.meta.url));

let directory: string;
let database: TestDatabase;
const sound = () => join(directory, 'sound');
const store = (data: string) => ['--data', data, ...(database.url === null ? [] : ['--database', database.url])];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-check-'));
  database = await createTestDatabase();
  const options = { data: sound(), database: database.url, host: '127.0.0.1', port: 0, dev: true };
  const app = await startApp({ ...options, checking: 'every', rate_limits: null });
  await seedDemo(app);
  await app.stop();
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

const OTHER_REALM = `insert into realms (realm_id, uuid, name, description, host, url, date_created, settings, last_event_id, log_floor)
  values (77, 'x', 'Other', '', 'other.example', 'http://other.example', 0, '{}', 0, 0)`;
const STRANGER = `insert into users (user_id, realm_id, email, email_key, full_name, api_key_generation, role, is_active, is_bot,
    date_joined, timezone, avatar_source, avatar_version, settings)
  values (7777, 77, 's@x', 's@x', 'S', 1, 100, true, false, 0, '', 'G', 1, '{}')`;
const QUEUE = `insert into event_queues (queue_id, realm_id, user_id, options, first_event_id, last_event_id, last_active_at, idle_queue_timeout_secs)
  select 'q', realm_id, user_id, '{}', 0, `;

/** Statements that break each invariant, by its title. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  'every event is within the log of its organization': ['update realms set last_event_id = last_event_id - 1'],
  'no log begins after its end': ['update realms set log_floor = last_event_id + 1'],
  'every event queue belongs to an account of its organization': [
    OTHER_REALM,
    STRANGER,
    "insert into event_queues values ('q', 1, 7777, '{}', 0, 0, 0, 600, null, 0, null)",
  ],
  'every session belongs to an account of its organization': [
    OTHER_REALM,
    STRANGER,
    `insert into sessions (realm_id, user_id, key_digest, device_name, created_at, last_used_at)
      values (1, 7777, 'd', 'x', 0, 0)`,
  ],
  'every access token belongs to an active account of its organization': [
    `insert into access_tokens (realm_id, user_id, name, token_digest, scopes, created_at, expires_at)
      select 1, user_id, 'x', 'd', '[]', 0, 0 from users where user_id = 1`,
    'update users set is_active = false where user_id = 1',
  ],
  'every access token expires within a year': [
    `insert into access_tokens (realm_id, user_id, name, token_digest, scopes, created_at, expires_at)
      select realm_id, user_id, 'x', 'd', '[]', 0, 31536001 from users where user_id = 1`,
  ],
  'every browser that is notified belongs to an account of its organization and a session that has not ended': [
    `insert into web_push_subscriptions (realm_id, user_id, session_id, endpoint_digest, sealed, created_at)
      select realm_id, user_id, 7777, 'd', 's', 0 from users where user_id = 1`,
  ],
  'every digest is for a person': [
    "insert into digests (user_id, for_day, nonce, key_hash) select user_id, 0, 'n', 'k' from users where is_bot limit 1",
  ],
  'every schedule of digests has a day of the week': [
    'insert into digest_schedules (realm_id, weekday, since) select realm_id, 7, 0 from realms limit 1',
  ],
  'no event queue is ahead of the log': [`${QUEUE} 900000000, 0, 600 from users where user_id = 1`],
  'every organization has its system groups': [
    "update user_groups set name = 'role:renamed' where name = 'role:moderators'",
  ],
  'every organization has an active owner': ['update users set is_active = false where role = 100'],
  'every bot belongs to a person of its organization': ['update users set bot_owner_id = user_id where is_bot'],
  'no bot may do more than its owner': ['update users set role = 50 where is_bot and bot_owner_id is not null'],
  'every offer of a bot is of one organization': [
    OTHER_REALM,
    STRANGER,
    `insert into bot_offers (bot_id, realm_id, user_id, offered_by, offered_at)
      select user_id, realm_id, 7777, 1, 0 from users where is_bot and bot_owner_id is not null limit 1`,
  ],
  'every organization has its notification bot': ['update users set is_system_bot = false where is_system_bot'],
  'members of groups are of the same organization': [
    OTHER_REALM,
    STRANGER,
    'insert into user_group_members select group_id, 7777 from user_groups where realm_id = 1 limit 1',
  ],
  'every channel has its recipient': ["update channels set recipient_id = null where name = 'design'"],
  'every recipient is one channel or one set of people': [
    "update recipients set user_key = '1' where stream_id = (select min(stream_id) from channels)",
  ],
  'every set of people is listed person by person': [
    `delete from recipient_users where user_id = 1 and recipient_id =
      (select min(recipient_id) from recipients where user_key like '1,%')`,
  ],
  'people who write to each other are of the same organization': [
    OTHER_REALM,
    STRANGER,
    'insert into recipient_users select recipient_id, 7777 from recipients where user_key is not null limit 1',
  ],
  'subscribers are of the same organization as the channel': [
    OTHER_REALM,
    STRANGER,
    `insert into subscriptions (user_id, stream_id, active, color, is_muted, pin_to_top)
      select 7777, stream_id, false, '#000000', false, false from channels limit 1`,
  ],
  'every active subscription has exactly one open span, and no other has one': [
    'update subscriptions set active = false where user_id = 3',
  ],
  'every channel counts its active subscriptions': [
    "update channels set active_subscriptions = active_subscriptions + 1 where name = 'design'",
  ],
  'every span belongs to a subscription': [
    `insert into subscription_spans values (8, (select stream_id from channels where name = 'leadership'), 0, 0, 0, 0)`,
  ],
  'every span ends after it begins, and as a whole': [
    'update subscription_spans set until_message_id = after_message_id + 1 where user_id = 3',
  ],
  'no two spans of a subscription overlap': [
    'insert into subscription_spans select user_id, stream_id, 0, 5, after_event_id + 5, after_event_id + 9 from subscription_spans where user_id = 3',
  ],
  'every message is of the organization of its recipient and its sender': [
    OTHER_REALM,
    'update messages set realm_id = 77 where id = (select max(id) from messages)',
  ],
  'only people have two-factor sign-in': [
    `insert into two_factor select min(user_id), 's', 0, 0 from users where is_bot`,
  ],
  'every recovery code is of an account with two-factor sign-in': ["insert into recovery_codes values (1, 'd')"],
  'nobody has more recovery codes than are given out': [
    "insert into two_factor values (1, 's', 0, 0)",
    ...Array.from({ length: 11 }, (_, at) => `insert into recovery_codes values (1, 'd${at}')`),
  ],
  'every passkey belongs to a person of its organization': [
    `insert into passkeys (realm_id, user_id, name, rp_id, user_handle, credential_id, public_key, counter, is_backup_eligible, is_backed_up, created_at)
     select realm_id, min(user_id), 'n', 'h', 'u', 'c', 'k', 0, false, false, 0 from users where is_bot group by realm_id`,
  ],
  'a handle of passkeys names one account': [
    ...[1, 3].map(
      (user_id) =>
        `insert into passkeys (realm_id, user_id, name, rp_id, user_handle, credential_id, public_key, counter, is_backup_eligible, is_backed_up, created_at)
         values (1, ${user_id}, 'n', 'h', 'u', 'c${user_id}', 'k', 0, false, false, 0)`,
    ),
  ],
  'what identity providers say is of accounts of the same organization': [
    OTHER_REALM,
    STRANGER,
    'insert into scim_users (user_id, realm_id) values (7777, 1)',
  ],
  'what identity providers say is of groups of the same organization': [
    OTHER_REALM,
    "insert into scim_groups select max(group_id), 77, 'x' from user_groups",
  ],
  'every entry of the audit log is about its own organization': [
    OTHER_REALM,
    STRANGER,
    `insert into audit_entries (realm_id, "timestamp", kind, via, user_id, changes) values (1, 1, 'signed_in', 'server', 7777, '[]')`,
  ],
};

/** Root may write everywhere, so the command runs as somebody else. */
const nobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];

async function unprivileged(args: readonly string[]) {
  const child = spawn(nobody[0] ?? STOA, [...nobody.slice(1), ...(nobody.length > 0 ? [STOA] : []), ...args]);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

function makeReadOnly(path: string): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  chmodSync(path, 0o555);
  chmodSync(directory, 0o755);
}

/** Undoes a fault on PostgreSQL, where the store is no file that could be copied. */
class Undo extends Error {}

describe('[CL10] stoa check', () => {
  it('passes a store in use, names each check and changes nothing', async () => {
    const { code, stdout, stderr } = await stoa(['check', ...store(sound())]);
    expect([code, stderr]).toEqual([0, '']);
    const engine = database.url === null ? 'sqlite' : 'postgres';
    const looked_at = invariants.filter((invariant) => (invariant.engine ?? engine) === engine);
    for (const { title } of looked_at) expect(stdout).toContain(`ok    ${title}\n`);
    expect(stdout).toEndWith('Nothing is wrong.\n');
  });

  it('has a planted fault for every invariant', () => {
    const planted = [...Object.keys(FAULTS), 'the database file is whole', 'every reference leads somewhere'];
    expect(invariants.map(({ title }) => title).sort()).toEqual(planted.sort());
  });

  it.each(Object.entries(FAULTS))('finds the opposite of "%s"', async (title, statements) => {
    const opened = await openStore({ data: sound(), database: database.url }, migrations);
    const invariant = invariants.find((invariant) => invariant.title === title)!;
    const violations = await opened
      .transaction(async (tx): Promise<never> => {
        expect(await tx.all(invariant.violations)).toEqual([]);
        for (const statement of statements) await tx.run(sql`${sql.raw(statement)}`);
        throw Object.assign(new Undo(), { found: await tx.all(invariant.violations) });
      })
      .catch((error) => {
        if (error instanceof Undo) return (error as Undo & { found: unknown[] }).found;
        throw error;
      });
    await opened.close();
    expect(violations.length).toBeGreaterThan(0);
  });
});

describe('[CL10] [BU13] stoa check on the embedded database', () => {
  /** A copy of the sound store, changed behind the back of every constraint. */
  function broken(name: string, change: (database: Database) => void): string {
    const data = join(directory, name);
    cpSync(sound(), data, { recursive: true });
    const opened = new Database(join(data, 'stoa.db'));
    opened.exec('pragma foreign_keys = off');
    change(opened);
    opened.exec('pragma wal_checkpoint(truncate)');
    opened.close();
    return data;
  }

  it.skipIf(!!process.env.STOA_TEST_DATABASE)('exits with 1, and shows and counts the violations', async () => {
    const data = broken('lost', (opened) => opened.exec('delete from users where user_id = 4'));
    const { code, stdout } = await stoaInProcess(['check', '--data', data]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^WRONG every reference leads somewhere: \d+\n {8}\{/m);
    expect(stdout).toMatch(/\nWrong: \d+\n$/);
    expect(stdout.match(/"table":"messages"/g)?.length).toBeLessThanOrEqual(20);
  });

  it.skipIf(!!process.env.STOA_TEST_DATABASE)(
    '[BU13] says which pages are damaged and which rows are lost',
    async () => {
      const whole = broken('whole', () => {});
      const opened = new Database(join(whole, 'stoa.db'), { readonly: true });
      const lost_messages = opened
        .query<{ pageno: number }, []>(
          `select pageno from dbstat where name = 'messages' and pagetype = 'leaf' order by path limit 1 offset 3`,
        )
        .get()!.pageno;
      const index_page = opened
        .query<{ pageno: number }, []>(
          `select pageno from dbstat where name = 'messages_topic' and pagetype = 'leaf' limit 1`,
        )
        .get()!.pageno;
      const all = opened.query<{ id: number }, []>('select id from messages order by id').all();
      opened.close();
      const damage = async (page: number) => {
        rmSync(join(directory, 'damaged'), { recursive: true, force: true });
        cpSync(whole, join(directory, 'damaged'), { recursive: true });
        const file = join(directory, 'damaged', 'stoa.db');
        const bytes = readFileSync(file);
        bytes.fill(0xa5, (page - 1) * 4096, page * 4096);
        writeFileSync(file, bytes);
        const { code, stdout, stderr } = await stoa(['check', '--data', join(directory, 'damaged')]);
        expect([code, stderr]).toEqual([1, '']);
        return stdout;
      };
      const of_table = await damage(lost_messages);
      expect(of_table).toMatch(/^WRONG the database file is whole: \d+$/m);
      const [, page, readable, from, to] =
        /the table messages is damaged \(page (\d+)\): (\d+) rows can be read, lost are those with ids from (\d+) to (\d+)$/m.exec(
          of_table,
        )!;
      expect(Number(page)).toBe(lost_messages);
      const lost = all.filter(({ id }) => id >= Number(from) && id <= Number(to));
      expect(lost.length).toBeGreaterThan(0);
      expect(lost.length + Number(readable)).toBe(all.length);
      expect(await damage(index_page)).toMatch(/the index messages_topic is damaged \(page \d+\): no row is lost/);
      expect(await damage(1).catch(String)).toMatch(/its beginning is damaged/);
    },
  );

  it.skipIf(!!process.env.STOA_TEST_DATABASE)(
    '[BU13] names missing files and another secret, and writes nothing',
    async () => {
      const data = broken('poorer', (opened) =>
        opened.exec("update users set avatar_key = '1/gone' where user_id = (select max(user_id) from users)"),
      );
      writeFileSync(join(data, 'secret'), 'f'.repeat(64));
      const { stdout, code } = await stoaInProcess(['check', '--data', data]);
      expect(code).toBe(1);
      expect(stdout).toMatch(/WRONG every file that the data refers to is there: 2\n {8}avatars\/1\/gone.png\n/);
      expect(stdout).toMatch(/WRONG the secret is the one that the data was written with: 1\n {8}it is another one/);
    },
  );

  it.skipIf(!!process.env.STOA_TEST_DATABASE || process.platform === 'win32')(
    '[BU13] [BU17] reads and backs up a copy that it may not write to, and says so if that is not enough',
    async () => {
      const data = broken('untouchable', (opened) => opened.exec('pragma journal_mode = delete'));
      const with_log = join(directory, 'with-log');
      cpSync(data, with_log, { recursive: true });
      const writer = new Database(join(with_log, 'stoa.db'));
      writer.exec("pragma journal_mode = wal; update realms set description = 'in the log'");
      const log = readFileSync(join(with_log, 'stoa.db-wal'));
      writer.close();
      rmSync(join(with_log, 'stoa.db-shm'), { force: true });
      writeFileSync(join(with_log, 'stoa.db-wal'), log);
      for (const path of [data, with_log]) makeReadOnly(path);
      const sound_copy = await unprivileged(['check', '--data', data]);
      expect(sound_copy.stderr).toBe('');
      expect(sound_copy.stdout).toEndWith('Nothing is wrong.\n');
      const { code, stderr } = await unprivileged(['check', '--data', with_log]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^stoa: \S+-wal has commits that can only be read where files can be written/);
      // A last backup of a disk that has become read-only.
      const target = join(directory, 'last-backup');
      mkdirSync(target);
      chmodSync(target, 0o777);
      const backUp = () => unprivileged(['backup', '--without-secret', '--data', with_log, target]);
      expect((await backUp()).stderr).toMatch(/^stoa: \S+-wal has commits that can only be read/);
      rmSync(join(with_log, 'stoa.db-wal'));
      expect(await backUp()).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it.skipIf(!!process.env.STOA_TEST_DATABASE)('detects a damaged file', async () => {
    const data = broken('damaged', () => {});
    const file = join(data, 'stoa.db');
    const bytes = readFileSync(file);
    for (let page = 8; page * 4096 < bytes.length; page += 5) bytes.fill(0xa5, page * 4096 + 8, page * 4096 + 600);
    writeFileSync(file, bytes);
    const { code, stdout, stderr } = await stoa(['check', '--data', data]);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/WRONG the database file is whole|its beginning is damaged/);
    expect(stdout + stderr).not.toMatch(/\n +at /);
  });
});
