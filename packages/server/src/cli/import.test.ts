// `stoa import` on the command line; what it writes is tested beside its code.
import { afterAll, describe, expect, it } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zulipArchive, zulipTables } from '@stoa/testkit';
import { stoaInProcess } from './stoa-in-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'stoa-import-cli-'));
afterAll(() => rmSync(directory, { recursive: true }));
const data = join(directory, 'data');

describe('stoa import', () => {
  it('[IM7] plans without writing anything', async () => {
    const file = join(directory, 'export.tar.gz');
    const report = join(directory, 'report.json');
    writeFileSync(file, await zulipArchive());
    const { code, stdout } = await stoaInProcess([
      'import',
      'zulip',
      file,
      '--data',
      data,
      '--dry-run',
      '--report',
      report,
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/messages +12 +11 +1\n/);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      organization: 'Old Club',
      counts: { messages: { read: 12, imported: 11, dropped: 1 } },
    });
    expect(existsSync(join(data, 'stoa.db'))).toBe(false);
  });

  it('[IM13] needs an owner with an address, who can be chosen', async () => {
    const tables = zulipTables();
    for (const user of tables.realm.zerver_userprofile as { delivery_email: string }[]) user.delivery_email = '';
    const file = join(directory, 'no-addresses.tar.gz');
    writeFileSync(file, await zulipArchive(tables));
    const target = ['--data', join(directory, 'owned'), '--url', 'http://owned.example'];
    const refused = await stoaInProcess(['import', 'zulip', file, ...target]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'stoa: there is nobody with an email address who could own the organization: name one with --owner\n',
    ]);
    const wrong = await stoaInProcess(['import', 'zulip', file, ...target, '--owner', 'not an address']);
    expect([wrong.code, wrong.stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect((await stoaInProcess(['import', 'zulip', file, ...target, '--owner', 'ada@new.example'])).code).toBe(0);
    const listed = await stoaInProcess(['user', 'list', '--data', join(directory, 'owned')]);
    expect(listed.stdout).toMatch(/ada@new\.example.*owner|owner.*ada@new\.example/);
    expect(listed.stdout.match(/\bowner\b/g)).toHaveLength(1);
  });

  it('[IM1] ends with one sentence, with nothing written', async () => {
    const tables = zulipTables();
    (tables.messages.zerver_message as { sender: unknown }[])[3]!.sender = 'Ada';
    const file = join(directory, 'broken.tar.gz');
    writeFileSync(file, await zulipArchive(tables));
    const { code, stderr } = await stoaInProcess(['import', 'zulip', file, '--data', data]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'stoa: export/messages-000001.json, record zerver_message[3]: "sender": it must be a number, not a text\n',
    );
    expect(existsSync(join(data, 'stoa.db'))).toBe(false);
  });

  it('[IM35] [IM36] plans an import into an organization, runs it, and undoes it', async () => {
    const used = join(directory, 'used');
    const org = ['--url', 'http://used.example', '--org', 'Used', '--email', 'ada@club.example', '--name', 'Ada'];
    const made = await stoaInProcess(['init', '--data', used, ...org]);
    expect([made.code, made.stderr]).toEqual([0, '']);
    const file = join(directory, 'into.tar.gz');
    const report = join(directory, 'into.json');
    writeFileSync(file, await zulipArchive());
    const target = ['--data', used, '--into', 'used.example'];
    const planned = await stoaInProcess(['import', 'zulip', file, ...target, '--dry-run', '--report', report]);
    expect([planned.code, planned.stderr]).toEqual([0, '']);
    expect(planned.stdout).toContain('People: 2 are here, 4 are new');
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      counts: { messages: { imported: 11 } },
      into: { organization: 'Used', users: { matched: 2, new: 4 }, direct_conversations: { into_channels: 0 } },
    });
    const missing = await stoaInProcess(['import', 'zulip', file, '--data', used, '--into', 'other.example']);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      'stoa: there is no organization "other.example": there are used.example\n',
    ]);
    const done = await stoaInProcess(['import', 'zulip', file, ...target]);
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toContain('Imported into Used at http://used.example.');
    const undone = await stoaInProcess(['organization', 'undo-import', 'used.example', '--data', used]);
    expect([undone.code, undone.stdout]).toEqual([0, 'Removed 11 messages and 4 accounts from Used.\n']);
  });
});
