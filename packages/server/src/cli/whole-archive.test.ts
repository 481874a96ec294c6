// An archive of all organizations of a server, written and read by the commands.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { stoaInProcess } from './stoa-in-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'stoa-whole-archive-'));
const file = join(directory, 'all.tar.gz');
const place = (name: string) => ['--data', join(directory, name)];
const people = async (name: string, host: string) =>
  (await stoaInProcess(['user', 'list', ...place(name), '--org', host])).stdout;

async function init(name: string, org: string) {
  const options = ['--org', org, '--email', `owner@${org}.example`, '--name', `Owner of ${org}`];
  const { code, stderr } = await stoaInProcess(['init', ...place(name), ...options, '--url', `http://${org}.example`]);
  expect([code, stderr]).toEqual([0, '']);
}

beforeAll(async () => {
  for (const org of ['alpha', 'beta', 'gamma']) await init('old', org);
  // Ids of one organization lie between those of others.
  for (const org of ['alpha', 'beta']) {
    const account = ['--email', `late@${org}.example`, '--name', 'Late'];
    await stoaInProcess(['user', 'create', ...place('old'), '--org', `${org}.example`, ...account]);
  }
  const { code, stderr, stdout } = await stoaInProcess(['export', '--format', 'stoa', '--all', ...place('old'), file]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Exported all organizations to .*: 3 organizations, \d+ rows, \d+ files\.$/m);
});
afterAll(() => rmSync(directory, { recursive: true }));

const HOSTS = ['alpha.example', 'beta.example', 'gamma.example'];

describe('an archive of all organizations', () => {
  it('[EX21] [IM25] gives an empty server all of them, with every id', async () => {
    const { code, stderr } = await stoaInProcess(['import', 'stoa', file, ...place('new')]);
    expect([code, stderr.replace(/^(?:Verified|Rows|Files).*\n/gm, '')]).toEqual([0, '']);
    for (const host of HOSTS) expect(await people('new', host)).toBe(await people('old', host));
    expect(await people('new', 'alpha.example')).toContain('late@alpha.example');
    // New rows get ids that no organization has.
    const account = ['--email', 'new@alpha.example', '--name', 'New'];
    const made = await stoaInProcess(['user', 'create', ...place('new'), '--org', 'alpha.example', ...account]);
    let listed = '';
    for (const host of HOSTS) listed += await people('old', host);
    const ids = listed.match(/^\d+/gm)!.map(Number);
    expect(Number(made.stdout.split('\t')[0])).toBeGreaterThan(Math.max(...ids));
    expect((await stoaInProcess(['check', ...place('new')])).code).toBe(0);
  });

  it('[IM25] repeated, imports only what is missing', async () => {
    const { code, stdout } = await stoaInProcess(['import', 'stoa', file, ...place('new')]);
    expect(code).toBe(0);
    expect(stdout.match(/is here already/g)).toHaveLength(3);
  });

  it('[IM25] gives a server with others one of them, under another address', async () => {
    await init('busy', 'delta');
    const target = [...place('busy'), '--url', 'http://beta.new.example'];
    const several = await stoaInProcess(['import', 'stoa', file, ...target]);
    expect([several.code, several.stderr.split('\n').at(-2)]).toEqual([
      2,
      `stoa: --url is for one organization: pick one with --org, of ${HOSTS.join(', ')} (--help explains)`,
    ]);
    const unknown = await stoaInProcess(['import', 'stoa', file, ...target, '--org', 'epsilon.example']);
    expect(unknown.stderr).toContain('there is no organization at epsilon.example in the archive');
    const { code, stdout } = await stoaInProcess(['import', 'stoa', file, ...target, '--org', 'beta.example']);
    expect([code, stdout.includes('all ids are new')]).toEqual([0, true]);
    expect(await people('busy', 'beta.new.example')).toContain('late@beta.example');
    expect((await stoaInProcess(['user', 'list', ...place('busy'), '--org', 'alpha.example'])).code).toBe(1);
  });

  it('[IM25] is refused whole if one organization was changed', async () => {
    const entries = await unpackTar(gunzipSync(readFileSync(file)));
    const repack = async (change: (name: string, text: string) => string | null, more: string[] = []) => {
      const kept = entries.flatMap(({ header, data }) => {
        const text = change(header.name, Buffer.from(data!).toString('latin1'));
        return text === null ? [] : [{ name: header.name, body: Buffer.from(text, 'latin1') }];
      });
      const all = [...kept, ...more.map((name) => ({ name, body: Buffer.from('x') }))];
      const changed = join(directory, 'changed.tar');
      const tar = await packTar(
        all.map(({ name, body }) => ({ header: { name, size: body.length, type: 'file' as const }, body })),
      );
      writeFileSync(changed, tar);
      const { code, stderr } = await stoaInProcess(['import', 'stoa', changed, ...place('none')]);
      expect(code).toBe(1);
      return stderr
        .split('\n')
        .at(-2)!
        .replace(/^stoa: /, '');
    };
    const same = (_: string, text: string) => text;
    expect(await repack(same, ['organizations/9/files/x'])).toBe(
      'organizations/9/files/x: the file is of no organization',
    );
    expect(
      await repack((name, text) =>
        name.startsWith('organizations/2/tables/01') ? text.replace('beta', 'bata') : text,
      ),
    ).toMatch(/^organizations\/2: tables\/01-realms\/\d+\.jsonl: the file was changed or damaged/);
    // A manifest that fits to itself, but not to the whole.
    expect(
      await repack((name, text) =>
        name === 'organizations/2/manifest.json' ? text.replace('"beta"', '"bata"') : text,
      ),
    ).toBe('organizations/2/manifest.json: the organization was changed: its checksum differs');
  });
});
