// Commands that are run by an account other than the one that runs the server, and failures of the machine.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zulipArchive } from '@stoa/testkit';
import { describe as describeFailure } from './run.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { stoa } from './stoa-process.ts';

const NOBODY = 65_534;
/** Only root can run a command as another account. */
const is_root = process.getuid?.() === 0;

let directory: string;
const at = (...names: string[]) => join(directory, ...names);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-accounts-'));
  chmodSync(directory, 0o755);
  const org = ['--url', 'http://used.example', '--org', 'Used', '--email', 'ada@club.example', '--name', 'Ada'];
  expect(await stoaInProcess(['init', '--data', at('data'), ...org])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('commands by another account', () => {
  it('[CL701] do not take data that they may not read for none', async () => {
    if (!is_root) return;
    for (const args of [
      ['user', 'list'],
      ['backup', at('backups')],
      ['check'],
      ['export', at('e'), '--format', 'stoa'],
    ]) {
      const { code, stderr } = await stoa([...args, '--data', at('data')], { uid: NOBODY });
      expect(stderr).toBe(
        `stoa: ${at('data', 'stoa.db')} can't be read by this account: run the command as the account that runs Stoa\n`,
      );
      expect(code).toBe(1);
    }
    const { code, stdout } = await stoa(['doctor', '--data', at('data')], { uid: NOBODY });
    expect(stdout).toMatch(/^fail {2}database: \S+ can't be read by this account/m);
    expect(code).toBe(1);
  });

  it('[CL702] leave no files of root beside those of another account', async () => {
    if (!is_root) return;
    writeFileSync(at('export.tar.gz'), await zulipArchive());
    const data = at('data');
    const give = (uid: number) => {
      for (const name of ['', 'stoa.db', 'secret']) chownSync(join(data, name), uid, -1);
    };
    give(NOBODY);
    const before = readdirSync(data);
    for (const args of [['zulip'], ['zulip', '--into', 'used.example'], ['stoa']]) {
      const [format, ...options] = args;
      const refused = await stoaInProcess(['import', format!, at('export.tar.gz'), '--data', data, ...options]);
      expect(refused.stderr).toMatch(/^stoa: the data in \S+ belongs to another account, [^\n]+ \(sudo -u '#65534' /);
      expect(refused.code).toBe(1);
    }
    expect(readdirSync(data)).toEqual(before);
    mkdirSync(join(data, 'incoming'), { mode: 0o700 });
    const { stdout } = await stoa(['doctor', '--data', data], { uid: NOBODY });
    expect(stdout).toContain(
      `incoming can't be written; let the account that runs Stoa own it: chown -R ${NOBODY} ${data}`,
    );
    const { code, stderr } = await stoa(['serve', '--data', data, '--port', '0'], { uid: NOBODY });
    expect(stderr).toBe(
      `stoa: ${join(data, 'incoming')} can't be opened by this account: let the account that runs Stoa own it, and run the command as that account\n`,
    );
    expect(code).toBe(1);
    rmSync(join(data, 'incoming'), { recursive: true });
    give(0);
  });

  it('[CL700] describe failures of the machine without a place in the program', () => {
    const failure = (message: string, more: object) => describeFailure(Object.assign(new Error(message), more));
    const full = 'the disk is full: nothing can be written until there is room';
    expect(failure('ENOSPC: no space left on device, write', { code: 'ENOSPC', syscall: 'write' })).toBe(full);
    expect(failure('database or disk is full', { code: 'SQLITE_FULL' })).toBe(full);
    expect(failure('permission denied', { code: 'EACCES', path: '/srv/data/files' })).toMatch(
      /^\/srv\/data\/files can't be opened by this account: /,
    );
    expect(failure('a bug', {})).toBe('failed: a bug (STOA_DEBUG=1 says where)');
  });
});
