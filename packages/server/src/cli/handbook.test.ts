// Runs the commands of docs/operate as they stand there, page by page. Embedded database only: with PostgreSQL they have one option more.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zulipArchive, zulipTables } from '@stoa/testkit';
import { stoaInProcess } from './stoa-in-process.ts';
import { type Serving, serving, stoa } from './stoa-process.ts';

const DOCUMENTS = fileURLToPath(new URL('../../../../docs/operate', import.meta.url));
/** What installs the program is tested with the packages, what moves between the engines in move.test.ts. */
const ELSEWHERE = new Set(['install.md', 'engines.md']);
/** Needs another program, a bucket or PostgreSQL (`npm run test:handbook`, `npm run test:backup`), or does not end by itself. */
const NOT_HERE =
  /\b(DiscordChatExporter|import discord|psql|fuser|litestream|pg_dump|pg_restore|pgbackrest|mark-restored)\b|s3:|^cp |^mkdir |^stoa serve|^stoa status$|jobs drop/;

const pages = readdirSync(DOCUMENTS).filter((name) => name.endsWith('.md') && !ELSEWHERE.has(name));

/** The lines of the blocks of shell commands, also of those in lists. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(DOCUMENTS, page), 'utf8');
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].flatMap(([, , code]) =>
    code!.split('\n').flatMap((line) => line.replace(/ +#.*/, '').trim() || []),
  );
}

let directory: string;
let server: Serving;
const at = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-handbook-'));
  server = await serving(['--data', at('data')]);
  const who = ['--org', 'Acme', '--email', 'ada@stoa.example', '--name', 'Ada', '--url', server.url];
  expect((await stoa(['init', '--data', at('data'), ...who, '--zuliprc', at('zuliprc')])).code).toBe(0);
  const eve = ['--email', 'eve@stoa.example', '--name', 'Eve'];
  expect((await stoaInProcess(['user', 'create', '--data', at('data'), ...eve])).code).toBe(0);
  expect((await stoaInProcess(['backup', '--data', at('data'), at('backup')])).code).toBe(0);
  writeFileSync(at('export.tar.gz'), await zulipArchive(zulipTables()));
}, 60_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  rmSync(directory, { recursive: true, force: true });
});

async function run(command: string): Promise<void> {
  if (command.startsWith('stoa ')) {
    const words = command.split(' ').slice(1);
    // A store of its own: with two organizations, other commands would have to name one.
    const data = words[0] === 'import' || words[1] === 'undo-import' ? 'imported' : 'data';
    const paths = words.map((word, n) => {
      if (n === 0 || !/^(data|backup|drill|before|new|fresh|(export|whole|zulip|everything)\.tar\.gz)$/.test(word))
        return word;
      return at(word === 'data' ? data : word);
    });
    const { port } = new URL(server.url);
    const ours = ['status', 'doctor'].includes(words[0]!) ? ['--port', port] : [];
    const store = words.includes('--data') || ['status', 'check'].includes(words[0]!) ? [] : ['--data', at('data')];
    const ended = await stoaInProcess([...paths, ...store, ...ours]);
    expect({ command, ...ended }).toMatchObject({ command, code: 0, stderr: '' });
    return;
  }
  const there = command.replaceAll('http://127.0.0.1:8100', server.url);
  const { status, stderr } = spawnSync('sh', ['-ec', there], { cwd: directory, encoding: 'utf8' });
  expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' });
}

describe.skipIf(Boolean(process.env.STOA_TEST_DATABASE))('[HB1] the commands of', () => {
  it('this handbook are found', () => {
    expect(pages.flatMap(commandsOf).filter((line) => line.startsWith('stoa ')).length).toBeGreaterThan(20);
  });

  for (const page of pages) {
    const commands = commandsOf(page).filter((line) => !NOT_HERE.test(line));
    if (commands.length === 0) continue;
    it(page, async () => {
      for (const command of commands) await run(command);
    }, 60_000);
  }
});
