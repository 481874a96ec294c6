// An import in the browser: uploaded in parts, planned, started and undone by owners, in a separate process.
import { afterEach, beforeEach, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ApiError, ArchiveFormat } from '@stoa/contract';
import { type Cast, type Person, startServer, type TestServer, tarOf } from '@stoa/testkit';
import { openFileParts } from '../../../kit/files/open-file-services.ts';
import { importInto } from '../into-existing/import-into.ts';
import { planInto } from '../into-existing/plan-into.ts';
import { undoImport } from '../into-existing/undo-import.ts';
import { memorySource } from '../memory-source.ts';
import { openArchive } from '../plan.ts';
import { READERS } from '../readers/readers.ts';
import { ARCHIVES, UPLOAD_PATH } from './runs.rules.ts';

setDefaultTimeout(60_000);

let server: TestServer;
let cast: Cast;
let caps: { 'import-mib'?: number };

beforeEach(async () => {
  caps = {};
  server = await startServer({ caps, failures_expected: true });
  cast = await server.cast();
});
afterEach(() => server.stop());

const slackFiles = (): [string, string][] => {
  const users = [
    { id: 'U1', name: 'dara', is_primary_owner: true, profile: { email: cast.dara.email, real_name: 'Dara' } },
    { id: 'U2', name: 'zoe', profile: { email: 'zoe@slack.example', real_name: 'Zoe' } },
  ];
  const channels = [{ id: 'C1', name: 'garden', created: 1_500_000_000, creator: 'U1', members: ['U1', 'U2'] }];
  const messages = [1, 2, 3].map((at) => ({
    type: 'message',
    ts: `160000000${at}.000100`,
    user: at === 2 ? 'U2' : 'U1',
    text: `slack number ${at}`,
  }));
  return [
    ['users.json', JSON.stringify(users)],
    ['channels.json', JSON.stringify(channels)],
    ['garden/2020-09-13.json', JSON.stringify(messages)],
  ];
};

const slack = async (files = slackFiles()): Promise<Buffer> => gzipSync(await tarOf(files));

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'nothing',
    (error: ApiError) => error.message,
  );

const begin = (archive: Buffer, by: Person = cast.ada) =>
  by.beginArchiveImport({ format: 'slack', file_name: 'export.tar.gz', size: archive.length });

function tus(by: Person, method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
  const authorization = `Basic ${btoa(`${by.email}:${by.api_key}`)}`;
  return fetch(new URL(path, server.url), {
    method,
    headers: { authorization, 'tus-resumable': '1.0.0', ...headers },
    body: body && new Uint8Array(body),
  });
}

const patch = (by: Person, path: string, offset: number, body: Buffer) =>
  tus(by, 'PATCH', path, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, body);

async function upload(archive: Buffer): Promise<string> {
  const { upload_url } = await begin(archive);
  const created = await tus(cast.ada, 'POST', upload_url, { 'upload-length': String(archive.length) });
  expect(created.status).toBe(201);
  const path = created.headers.get('location')!;
  expect((await patch(cast.ada, path, 0, archive)).status).toBe(204);
  return path;
}

const state = async () => (await cast.ada.getArchiveImport()).import;
const work = () => server.app.runNow('imports');
const archivesLeft = () => {
  const directory = join(server.data, ARCHIVES);
  return existsSync(directory) ? readdirSync(directory) : [];
};
const found = async (reader: Person, text: string) => {
  const narrow = [{ operator: 'search', operand: text, negated: false }];
  return (await reader.getMessages({ anchor: 'newest', num_before: 10, num_after: 0, narrow } as never)).messages
    .length;
};

describe('an import in the browser', () => {
  it('[IM40] [IM41] is planned, started, and undone', async () => {
    await upload(await slack());
    expect(await state()).toMatchObject({ stage: 'planning', plan: null });
    await work();
    expect(await state()).toMatchObject({
      stage: 'planned',
      total_messages: 3,
      error: null,
      plan: {
        counts: { messages: { read: 3, imported: 3, dropped: 0 } },
        users: { matched: 1, new: 1 },
        channels: [{ name: 'garden', becomes: 'garden', how: 'new' }],
      },
    });
    expect(await found(cast.dara, 'slack')).toBe(0);
    await cast.ada.startArchiveImport();
    expect(await refusal(cast.ada.discardArchiveImport())).toContain('under way');
    expect(await refusal(begin(Buffer.alloc(10)))).toContain('under way');
    await work();
    expect(await state()).toMatchObject({ stage: 'imported', messages: 3, error: null });
    expect(await found(cast.dara, 'slack')).toBe(3);
    // [US33] Who had an account here keeps it.
    const { members } = await cast.ada.getUsers();
    expect(members.filter(({ is_imported_stub }) => is_imported_stub).map(({ full_name }) => full_name)).toEqual([
      'Zoe',
    ]);
    await work();
    expect(archivesLeft()).toEqual([]);
    await cast.ada.undoArchiveImport();
    await work();
    expect(await state()).toBeNull();
    expect(await found(cast.dara, 'slack')).toBe(0);
  });

  it('[IM40] resumes an upload, whose address is the owner’s alone', async () => {
    const archive = await slack();
    const { ada, bela, dara } = cast;
    await begin(archive);
    expect((await tus(bela, 'POST', UPLOAD_PATH, { 'upload-length': String(archive.length) })).status).toBe(400);
    expect((await tus(ada, 'POST', UPLOAD_PATH, { 'upload-length': '7' })).status).toBe(400);
    const created = await tus(ada, 'POST', UPLOAD_PATH, { 'upload-length': String(archive.length) });
    const path = created.headers.get('location')!;
    expect((await patch(ada, path, 0, archive.subarray(0, 100))).status).toBe(204);
    expect((await tus(dara, 'HEAD', path)).status).toBe(400);
    expect((await tus(ada, 'HEAD', `${UPLOAD_PATH}/${'0'.repeat(32)}`)).status).toBe(404);
    const head = await tus(ada, 'HEAD', path);
    expect(head.headers.get('upload-offset')).toBe('100');
    expect((await patch(ada, path, 100, archive.subarray(100))).status).toBe(204);
    expect((await state())!.stage).toBe('planning');
    // Bytes that have arrived are not written again.
    expect((await patch(ada, path, 0, archive)).status).toBe(404);
  });

  it('[IM40] is for owners, within the limit on size', async () => {
    for (const other of [cast.bela, cast.dara, cast.finn])
      expect(await refusal(begin(Buffer.alloc(10), other))).toContain('owner');
    caps['import-mib'] = 0;
    expect(await refusal(begin(Buffer.alloc(10)))).toContain('too large');
    expect(await refusal(cast.ada.startArchiveImport())).toContain('no import');
    expect(await refusal(cast.ada.undoArchiveImport())).toContain('no import');
    expect(Object.keys(READERS).sort()).toEqual([...ArchiveFormat.options].sort());
  });

  it('[IM41] [IM48] ends with one sentence and its reason if the archive is no good, and can be discarded', async () => {
    const files = slackFiles();
    files[1]![1] = '[{"id": "C1"';
    await upload(await slack(files));
    await work();
    const { error, failure } = (await state())!;
    expect(failure).toEqual({ reason: 'file_cut_off', params: {}, file: 'channels.json', record: null });
    expect(error).toStartWith('channels.json');
    expect(error).not.toContain(server.data);
    await work();
    expect((await state())!.error).toBe(error);
    await cast.ada.discardArchiveImport();
    expect(await state()).toBeNull();
    await work();
    expect(archivesLeft()).toEqual([]);
  });

  it('[IM48] says why an archive of another kind is refused, and forgets it at the next start', async () => {
    await upload(Buffer.from('no archive'.repeat(100)));
    await work();
    expect(await state()).toMatchObject({ failure: { reason: 'archive_unknown', file: null, record: null } });
    await upload(await slack());
    expect(await state()).toMatchObject({ stage: 'planning', error: null, failure: null });
  });

  it('[IM49] says what the command line has begun', async () => {
    const { sql } = await import('../../../kit/database/sql.ts');
    const command = async () => (await cast.ada.getArchiveImport()).command;
    const set = (statement: ReturnType<typeof sql>) => server.app.writer.write(null, ({ tx }) => tx.run(statement));
    expect(await command()).toBeNull();
    const realm = await server.app.store.db.get<{ realm_id: number }>(
      sql`select realm_id from users where email = ${cast.ada.email}`,
    );
    const row = { realm_id: realm!.realm_id, format: 'slack', digest: 'd', into_existing: true };
    await set(sql`insert into imports ${sql.insert(row)}`);
    expect(await command()).toBe('importing');
    await set(sql`update imports set undoing_since = 2`);
    expect(await command()).toBe('undoing');
    await set(sql`update imports set undoing_since = null, finished_at = 3`);
    expect(await command()).toBeNull();
  });

  it('[IM69] is complete once the command line has finished it, and gone once that has undone it', async () => {
    await upload(await slack());
    await work();
    await cast.ada.startArchiveImport();
    const { sql } = await import('../../../kit/database/sql.ts');
    const { store, writer, clock } = { ...server.app, clock: server.clock };
    // A process of the browser's has begun it and failed.
    await writer.write(null, ({ tx }) =>
      tx.run(sql`update archive_imports set error = 'it failed', messages = 1, worked_at = ${clock.now()}`),
    );
    const { realm } = server;
    const opened = await openArchive(memorySource(Object.fromEntries(slackFiles())), READERS.slack!, clock.now());
    const { matched, plan } = await planInto(store.db, realm, opened);
    const files = openFileParts(server.data, null, writer);
    const report = opened.problems.report;
    const request = { store, writer, files, realm, matched, report, now: clock.now(), format: 'slack' };
    await importInto({ ...request, plan, progress: () => {}, ended: async () => {} });
    files.close();
    expect(await state()).toMatchObject({ stage: 'imported', messages: 3, error: null, failure: null });
    await work();
    expect(archivesLeft()).toEqual([]);
    await undoImport({ store, writer, realm, progress: () => {} });
    expect(await state()).toBeNull();
  });

  it('[IM41] continues after its process died', async () => {
    await upload(await slack());
    await work();
    await cast.ada.startArchiveImport();
    const { store, writer } = server.app;
    // As left by a process that claimed it and died.
    const { sql } = await import('../../../kit/database/sql.ts');
    const now = server.clock.now();
    await writer.write(null, ({ tx }) => tx.run(sql`update archive_imports set worked_at = ${now}`));
    await work();
    expect((await state())!.stage).toBe('importing');
    server.clock.advance(61_000);
    await work();
    expect((await state())!.stage).toBe('imported');
    expect(await store.db.get(sql`select count(*) as count from messages where client = 'import'`)).toEqual({
      count: 3,
    });
  });
});
