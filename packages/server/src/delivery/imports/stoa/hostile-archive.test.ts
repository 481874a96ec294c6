// Archives of our own form that somebody made up: their sums are right, their rows are not.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportStoaArchive, startEmptyServer, startServer, tarOf } from '@stoa/testkit';
import { SeededRandom } from '@stoa/testkit/kit';
import { unpackTar } from 'modern-tar';
import type { Store } from '../../../kit/database/connection.ts';
import { newestVersion } from '../../../kit/database/migrate.ts';
import { openStore } from '../../../kit/database/open.ts';
import { sql } from '../../../kit/database/sql.ts';
import { migrations } from '../../../migrations/index.ts';
import { invariants } from '../../../slices.ts';
import { ArchiveError } from '../archive-error.ts';
import { openSource } from '../source.ts';
import { checkRows } from './check-rows.actions.ts';
import { importStoa } from './import-stoa.ts';
import { openStoaArchive, type StoaArchive } from './stoa-archive.ts';
import { reserveIds } from './stoa-rows.actions.ts';

setDefaultTimeout(60_000);
const directory = mkdtempSync(join(tmpdir(), 'stoa-hostile-'));
let entries: Map<string, Buffer>;
let scratch: Store;
let number = 0;

beforeAll(async () => {
  const server = await startServer();
  try {
    const { ada, dara } = await server.cast();
    await ada.subscribe({ subscriptions: [{ name: 'lobby' }], principals: [ada.user_id, dara.user_id] });
    const { id } = await ada.sendMessage({ type: 'stream', to: 'lobby', topic: 'x', content: 'hello' });
    await ada.editMessage({ message_id: id, content: 'hello [all](https://example.com) :smile: $$x^2$$' });
    await dara.sendMessage({ type: 'direct', to: [ada.user_id], content: 'to Ada' });
    await server.app.jobs.settle();
    const { store, files } = server.app;
    const path = join(directory, 'real.tar.gz');
    const { realm, clock } = server;
    await exportStoaArchive(path, { store, files, realm, now: clock.now() });
    const unpacked = await unpackTar(Bun.gunzipSync(readFileSync(path)));
    entries = new Map(unpacked.map(({ header, data }) => [header.name, Buffer.from(data!)]));
  } finally {
    await server.stop();
  }
  const data = join(directory, 'scratch');
  mkdirSync(data);
  scratch = await openStore({ data, database: null }, migrations);
});
afterAll(async () => {
  await scratch.close();
  rmSync(directory, { recursive: true });
});

const partOf = (table: string) => [...entries.keys()].find((path) => path.includes(`-${table}/`))!;
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Changes the files, and makes every sum right again. */
async function made<T>(
  change: (files: Map<string, Buffer>) => void,
  use: (archive: StoaArchive) => Promise<T>,
): Promise<T> {
  const files = new Map(entries);
  change(files);
  const list = [...files]
    .filter(([path]) => path !== 'manifest.json' && path !== 'files.jsonl')
    .map(([path, bytes]) => `${JSON.stringify({ path, size: bytes.length, sha256: sha256(bytes) })}\n`);
  const manifest = {
    ...JSON.parse(files.get('manifest.json')!.toString()),
    file_list: { files: list.length, sha256: sha256(list.join('')) },
  };
  files.set('files.jsonl', Buffer.from(list.join('')));
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  const path = join(directory, `made-${++number}.tar`);
  writeFileSync(path, await tarOf([...files]));
  const source = await openSource(path, join(directory, `source-${number}`));
  try {
    return await use(await openStoaArchive(source, newestVersion(migrations), () => {}));
  } finally {
    await source.close();
  }
}

const check = (archive: StoaArchive) => checkRows(archive, scratch, invariants, () => {});

/** Why an archive is refused. Nothing but an `ArchiveError` may end it, and the scratch database stays empty. */
async function refusalOf(change: (files: Map<string, Buffer>) => void): Promise<string> {
  const error = await made(change, check).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(await scratch.db.get(sql`select count(*) as rows from realms`)).toEqual({ rows: 0 });
  if (error === null) return 'it was accepted';
  expect(error).toBeInstanceOf(ArchiveError);
  return (error as Error).message.replace(/^tables\/\d+-/, '');
}

type Row = Record<string, unknown>;

/** Changes the last row of a table, or replaces all of them. */
const withRow = (table: string, change: (row: Row) => Row | Row[]) => (files: Map<string, Buffer>) => {
  const path = partOf(table);
  const [head = '', ...lines] = files.get(path)!.toString().trimEnd().split('\n');
  const names = JSON.parse(head) as string[];
  const values = JSON.parse(lines.pop()!) as unknown[];
  const changed = change(Object.fromEntries(names.map((name, at) => [name, values[at]])));
  for (const row of [changed].flat()) lines.push(JSON.stringify(names.map((name) => row[name])));
  files.set(path, Buffer.from(`${[head, ...lines].join('\n')}\n`));
};
const withValue = (table: string, column: string, value: unknown) =>
  withRow(table, (row) => ({ ...row, [column]: value }));

describe('the rows of a made-up archive', () => {
  it('[IM60] that were not changed are accepted', async () => {
    expect(await refusalOf(() => {})).toBe('it was accepted');
  });

  it.each([
    ['messages', 'subject', null, 'it must not be null'],
    ['messages', 'subject', 7, 'it must be a text'],
    ['messages', 'content', 'a\0b', 'it has characters that no text may have'],
    ['messages', 'rendered_content', '\ud800', 'it has characters that no text may have'],
    ['messages', 'timestamp', 'yesterday', 'it must be a whole number'],
    ['messages', 'timestamp', 1e15, 'it is no time'],
    ['messages', 'id', 2 ** 53, 'it must be a whole number'],
    ['messages', 'id', 2 ** 45, 'the id is too large'],
    ['messages', 'sender_id', 77, 'there is no row 77 of users in the archive'],
    ['messages', 'is_edited', 1, 'it must be true or false'],
    ['users-people', 'role', 50, 'it has a value that this program does not know'],
    ['users-people', 'settings', { emojiset: 9 }, '"emojiset" it has a value that this program does not know'],
    ['users-people', 'timezone', 'Europe/Atlantis', 'there is no such time zone'],
    ['users-people', 'avatar_key', '1/../../secret', 'it names a file that is not of this organization'],
    ['users-people', 'avatar_key', '2/abc', 'it names a file that is not of this organization'],
    ['users-people', 'email_key', 'e'.repeat(2501), 'it is longer than 2500 bytes'],
    ['users-people', 'settings', { a: 1 }, 'it has a value that this program does not know'],
    ['message_edits', 'prev_rendered_content', null, 'prev_content: it is there without prev_rendered_content'],
    ['channels', 'can_send_message_group', 99, 'there is no row 99 of user_groups in the archive'],
    [
      'channels',
      'can_send_message_group',
      { direct_members: [99], direct_subgroups: [] },
      'there is no row 99 of users',
    ],
    ['channels', 'can_send_message_group', 'everyone', 'it must be a group, or people and groups'],
    ['realms', 'realm_id', 9, 'the row is of another organization'],
    ['realms', 'settings', { new_stream_announcements_stream_id: 99 }, 'there is no row 99 of channels'],
  ])('[IM60] with %s.%s = %p are refused', async (table, column, value, fault) => {
    const place = /^(\S+)\/000001\.jsonl, record \d+: /;
    const refusal = await refusalOf(withValue(table, column, value));
    expect(refusal).toMatch(place);
    expect([place.exec(refusal)![1], refusal.replace(place, '')]).toEqual([table, expect.stringContaining(fault)]);
  });

  it('[IM60] that are there twice, or contradict each other, are refused', async () => {
    expect(await refusalOf(withRow('messages', (row) => [row, row]))).toBe(
      'messages/000001.jsonl, record 4: another row has the same id',
    );
    expect(await refusalOf(withRow('channels', (row) => [row, { ...row, stream_id: 9 }]))).toContain(
      'another row has the same realm_id, name_key',
    );
    expect(await refusalOf(withValue('channels', 'active_subscriptions', 9))).toContain(
      'the rows contradict each other: not every channel counts its active subscriptions',
    );
    expect(await refusalOf(withValue('user_groups', 'is_system_group', false))).toMatch(
      /record \d+: name: only system/,
    );
  });

  it('[IM60] in a file of another form are refused with the line', async () => {
    const path = partOf('messages');
    const text = entries.get(path)!.toString();
    const refused = (bytes: string | Buffer) => refusalOf((files) => files.set(path, Buffer.from(bytes)));
    expect(await refused(Buffer.concat([Buffer.from(text.trimEnd()), Buffer.from([0xff, 10])]))).toMatch(
      /^messages\/000001\.jsonl, record 3: it isn't UTF-8$/,
    );
    expect(await refused(`${text}${'['.repeat(9 * 1024 * 1024)}`)).toMatch(/^messages\/000001\.jsonl, record 4: /);
    expect(await refused(text.replace(/,[^,]*\]\n$/, ']\n'))).toContain('record 3: the row has the wrong form');
    expect(await refused(text.replace('"client"', '"klient"'))).toContain('record 2: the column client is missing');
    expect(await refused('')).toContain('the file is empty');
    expect(await refusalOf((files) => files.delete(partOf('message_edits')))).toBe(
      'manifest.json: it says that message_edits has 1 rows, which is not so',
    );
  });

  it('[IM63] with HTML that could run something are refused', async () => {
    const hostile = [
      ['<p>x</p><script>alert(1)</script>', 'it has an element <script>, which no message has'],
      ['<img src=x onerror=alert(1)>', 'it has an attribute onerror, which no message has'],
      ['<a href="java&#115;cript:alert(1)">x</a>', 'it has an address in href that runs something'],
      ['<a href=" java\tscript:alert(1)">x</a>', 'it has an address in href that runs something'],
      ['<svg><a xlink:href="data:text/html,x">x</a></svg>', 'it has an address in xlink:href that runs something'],
    ] as const;
    for (const [html, fault] of hostile)
      expect(await refusalOf(withValue('messages', 'rendered_content', html))).toBe(
        `messages/000001.jsonl, record 3: rendered_content: ${fault}`,
      );
  });

  it('[IM61] reserve the ids that they have, whatever the manifest says', async () => {
    const announced = (files: Map<string, Buffer>) => {
      const manifest = JSON.parse(files.get('manifest.json')!.toString());
      files.set(
        'manifest.json',
        Buffer.from(JSON.stringify({ ...manifest, last_ids: { users: 2 ** 52, messages: 0 } })),
      );
    };
    const { manifest } = await made(announced, check);
    expect(manifest.last_ids.messages).toBe(2);
    expect(manifest.last_ids.users).toBeLessThan(100);
    // A message that was deleted.
    const read = await made(withValue('recipients', 'newest_deleted_id', 40), check);
    expect(read.manifest.last_ids.messages).toBe(40);
  });
});

it('[IM62] accounts get no ids that a deleted organization of the server had, under another secret', async () => {
  const copy = await startEmptyServer();
  try {
    const { store, writer, files } = copy.app;
    await writer.write(null, ({ tx }) => reserveIds(tx, [{ table: 'users', column: 'user_id', last: 500 }]));
    const imported = await made(
      () => {},
      async (archive) =>
        importStoa({
          store,
          writer,
          files,
          archive: await check(archive),
          url: null,
          now: Date.now(),
          secret_mark: 'of another secret',
          progress() {},
        }),
    );
    expect(imported.ids_stay).toBe(false);
    expect(await store.db.get(sql`select min(user_id) as least from users`)).toEqual({ least: 501 });
  } finally {
    await copy.stop();
  }
});

const ROUNDS = Number(process.env.STOA_IMPORT_ROUNDS ?? 12);
const ODD = [
  ...[null, true, false, 0, 1, 2, 3, 7, -1, 0.5, 2 ** 31, 2 ** 40, 2 ** 53, '', 'x', '1', '\ud83d', 'a\0', '[]', '{}'],
  ...[[], {}, { x: 1 }, 'x'.repeat(300), '../../x', '\u202e', '__proto__'],
];

/** A cell gets the value of another one or an odd one; or a row is left out or occurs twice. */
function changeRandomly(files: Map<string, Buffer>, random: SeededRandom): string {
  const path = random.pick([...files.keys()].filter((each) => each.startsWith('tables/')));
  const [head = '', ...lines] = files.get(path)!.toString().trimEnd().split('\n');
  const row = random.below(lines.length);
  const cells = JSON.parse(lines[row]!) as unknown[];
  const at = random.below(cells.length);
  const how = random.below(10);
  if (how === 0) lines.splice(row, 1);
  else if (how === 1) lines.push(lines[row]!);
  else {
    const other = JSON.parse(random.pick(lines)) as unknown[];
    cells[at] = how < 5 ? random.pick(other) : random.pick(ODD);
    lines[row] = JSON.stringify(cells);
  }
  files.set(path, Buffer.from(`${[head, ...lines].join('\n')}\n`));
  return `${path}, ${row}, ${(JSON.parse(head) as string[])[at]}: ${how}: ${JSON.stringify(cells[at])?.slice(0, 60)}`;
}

it('[IM70] archives that are changed at random are refused in one sentence, or imported as a whole', async () => {
  const copy = await startEmptyServer();
  const random = new SeededRandom(Number(process.env.STOA_FUZZ_SEED ?? 23));
  const { store, writer, files } = copy.app;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      let change = '';
      const url = `http://round${round}.example`;
      const end = await made(
        (all) => {
          change = changeRandomly(all, random);
        },
        async (archive) => {
          const checked = await check(archive).catch((error: unknown) => error as Error);
          if (checked instanceof Error) return checked;
          const request = { store, writer, files, archive: checked, url, now: Date.now(), secret_mark: 'own' };
          const { realm } = await importStoa({ ...request, progress: () => {} });
          return realm.url;
        },
      ).catch((error: Error) => error.stack ?? error.message);
      if (end instanceof ArchiveError) {
        expect([change, end.message]).toEqual([change, expect.stringMatching(/^[^\n]{5,600}$/)]);
        continue;
      }
      expect([change, end]).toEqual([change, url]);
      for (const { title, violations, fine, engine = store.engine } of invariants) {
        if (engine !== store.engine) continue;
        const rows = await writer.write(null, ({ tx }) => tx.all<Record<string, unknown>>(violations));
        expect([change, title, rows.filter((row) => !fine?.(row))]).toEqual([change, title, []]);
      }
    }
  } finally {
    await copy.stop();
  }
}, 600_000);
