// What `stoa import` refuses before it reads an archive.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zulipArchive } from '@stoa/testkit';
import { stoaInProcess } from './stoa-in-process.ts';

let directory: string;
const at = (...names: string[]) => join(directory, ...names);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-import-checks-'));
  writeFileSync(at('export.tar.gz'), await zulipArchive());
  // Whatever reads it reports that it is no archive.
  writeFileSync(at('unread.tar.gz'), 'no archive');
  mkdirSync(at('used'));
  const org = ['--url', 'http://used.example', '--org', 'Used', '--email', 'ada@club.example', '--name', 'Ada'];
  expect(await stoaInProcess(['init', '--data', at('used'), ...org])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function refusal(...options: string[]): Promise<string> {
  const { code, stderr, stdout } = await stoaInProcess(['import', ...options]);
  expect([code === 0, stdout]).toEqual([false, '']);
  return stderr;
}

describe('the options of an import', () => {
  it('[IM700] are checked before the archive is read', async () => {
    for (const format of ['zulip', 'stoa']) {
      const or_into = format === 'stoa' ? '' : ', or import into that one with --into used.example';
      const unread = [format, at('unread.tar.gz'), '--data', at('used')];
      expect(await refusal(...unread, '--url', 'http://Used.example')).toBe(
        `stoa: there is already an organization at used.example: give another --url${or_into}\n`,
      );
      expect(await refusal(...unread, '--url', 'chat.example')).toBe(
        'stoa: --url must be an http:// or https:// URL, not "chat.example"\n',
      );
      const report = at('nowhere', 'report.json');
      expect(await refusal(...unread, '--url', 'http://new.example', '--report', report)).toBe(
        `stoa: there is no directory ${at('nowhere')}\n`,
      );
    }
    const unread = ['zulip', at('unread.tar.gz'), '--data', at('used')];
    expect(await refusal(...unread, '--into', 'other.example')).toBe(
      'stoa: there is no organization "other.example": there are used.example\n',
    );
    const both = ['--id-map', at('both'), '--report', at('both')];
    expect(await refusal(...unread, '--url', 'http://new.example', ...both)).toBe(
      'stoa: --report and --id-map need two files (--help explains)\n',
    );
    expect(await refusal(...unread, '--url', 'http://new.example', '--id-map', at('nowhere', 'ids'))).toBe(
      `stoa: there is no directory ${at('nowhere')}\n`,
    );
    expect(readdirSync(at('used'))).not.toContain('importing');
  });

  it('[IM703] [IM704] say which organization would be deleted', async () => {
    const data = ['--data', at('closing')];
    const org = ['--url', 'http://closing.example', '--org', 'Closing', '--email', 'ada@club.example', '--name', 'Ada'];
    expect(await stoaInProcess(['init', ...data, ...org])).toMatchObject({ code: 0 });
    expect(await stoaInProcess(['organization', 'delete', 'closing.example', ...data])).toMatchObject({ code: 0 });
    expect(await refusal('zulip', at('unread.tar.gz'), ...data, '--into', 'closing.example')).toBe(
      'stoa: Closing is to be deleted: "stoa organization undelete" keeps it, then import into it\n',
    );
    expect(await stoaInProcess(['export', at('due.tar.gz'), '--format', 'stoa', ...data])).toMatchObject({ code: 0 });
    const elsewhere = await stoaInProcess(['import', 'stoa', at('due.tar.gz'), '--data', at('elsewhere')]);
    expect(elsewhere.stdout).toMatch(
      /\nIt was to be deleted where it comes from, and a server here deletes it after \d{4}-\S+: "stoa organization undelete closing\.example" keeps it\.\n/,
    );
    const kept = await stoaInProcess(['organization', 'undelete', 'closing.example', '--data', at('elsewhere')]);
    expect(kept).toMatchObject({ code: 0 });
    const used = await stoaInProcess(['export', at('used.tar.gz'), '--format', 'stoa', '--data', at('elsewhere')]);
    expect(used).toMatchObject({ code: 0 });
    const again = await stoaInProcess(['import', 'stoa', at('used.tar.gz'), '--data', at('third')]);
    expect([again.code, again.stdout.includes('It ')]).toEqual([0, false]);
  });

  it('[IM701] leave no data directory behind if nothing is imported', async () => {
    const fresh = ['--data', at('fresh', 'data')];
    await refusal('zulip', at('missing.tar.gz'), ...fresh);
    await refusal('zulip', at('unread.tar.gz'), ...fresh);
    await refusal('stoa', at('export.tar.gz'), ...fresh);
    expect(await stoaInProcess(['import', 'zulip', at('export.tar.gz'), ...fresh, '--dry-run'])).toMatchObject({
      code: 0,
    });
    expect(existsSync(at('fresh'))).toBe(false);
    expect(await stoaInProcess(['import', 'zulip', at('export.tar.gz'), ...fresh])).toMatchObject({ code: 0 });
    expect(existsSync(at('fresh', 'data', 'stoa.db'))).toBe(true);
  });
});
