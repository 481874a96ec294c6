// Runs the commands of docs/operate as they stand there, page by page. Embedded database only: with PostgreSQL they have one option more.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipOf, zulipArchive, zulipTables } from '@stoa/testkit';
import { serialize } from 'bson';
import { stoaInProcess } from './stoa-in-process.ts';
import { type Serving, serving, stoa } from './stoa-process.ts';

const DOCUMENTS = fileURLToPath(new URL('../../../../docs/operate', import.meta.url));
/** Installing the program is tested with the packages, moving between the engines in move.test.ts. */
const ELSEWHERE = new Set(['install.md', 'engines.md']);
/** Needs another program, a bucket or PostgreSQL (`npm run test:handbook`, `npm run test:backup`, `npm run test:identity`), or does not end by itself. */
const NOT_HERE =
  /\b(DiscordChatExporter|psql|fuser|litestream|pg_dump|pg_restore|pgbackrest|mark-restored)\b|s3:|^cp |^mkdir |^stoa serve|^stoa status$|jobs drop|directory sync/;

const pages = readdirSync(DOCUMENTS).filter((name) => name.endsWith('.md') && !ELSEWHERE.has(name));

/** Relative paths in commands. */
const PATHS =
  /^(data|backup|drill|before|new|fresh|(export|whole|zulip|everything)\.tar\.gz|(slack|mattermost)-export\.zip|dump\/rocketchat|discord-export)$/;

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
  writeOtherExports();
}, 60_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  rmSync(directory, { recursive: true, force: true });
});

/** One person and one message each, as the guides for other chats need them. */
function writeOtherExports(): void {
  const slack = {
    'users.json': [{ id: 'U1', name: 'ada', is_primary_owner: true, profile: { real_name: 'Ada' } }],
    'channels.json': [{ id: 'C1', name: 'general', created: 1_500_000_000, members: ['U1'] }],
    'general/2020-01-01.json': [{ type: 'message', ts: '1577836800.000100', user: 'U1', text: 'hello' }],
  };
  writeZip(
    'slack-export.zip',
    Object.fromEntries(Object.entries(slack).map(([name, of]) => [name, JSON.stringify(of)])),
  );
  const teams = [{ name: 'acme', channels: [{ name: 'town' }] }];
  const lines = {
    version: 1,
    team: { name: 'acme', display_name: 'Acme' },
    channel: { team: 'acme', name: 'town', display_name: 'Town', type: 'O' },
    user: { username: 'ada', email: 'ada@example.com', roles: 'system_admin', teams },
    post: { team: 'acme', channel: 'town', user: 'ada', message: 'hello', create_at: 1_577_836_800_000 },
  };
  const records = Object.entries(lines).map(([type, value]) => JSON.stringify({ type, [type]: value }));
  writeZip('mattermost-export.zip', { 'import.jsonl': `${records.join('\n')}\n` });
  mkdirSync(at('dump/rocketchat'), { recursive: true });
  const ada = { _id: 'A', username: 'ada', name: 'Ada' };
  const documents = {
    users: { ...ada, roles: ['admin'], emails: [{ address: 'ada@example.com' }], active: true, __rooms: ['GENERAL'] },
    rocketchat_room: { _id: 'GENERAL', t: 'c', name: 'general', ts: new Date(0) },
    rocketchat_message: { _id: 'm', rid: 'GENERAL', ts: new Date(1_577_836_800_000), msg: 'hello', u: ada },
  };
  for (const [name, document] of Object.entries(documents))
    writeFileSync(at(`dump/rocketchat/${name}.bson`), serialize(document));
  mkdirSync(at('discord-export'));
  const discord = {
    guild: { id: '100000000000000000', name: 'Guild', iconUrl: '' },
    channel: { id: '100000000000000001', type: 'GuildTextChat', name: 'general' },
    messages: [
      {
        id: '662000000000000000',
        type: 'Default',
        timestamp: '2020-01-01T00:00:00Z',
        content: 'hello',
        author: { id: '1', name: 'ada', isBot: false, roles: [] },
      },
    ],
  };
  writeFileSync(at('discord-export/general.json'), JSON.stringify(discord));
}

const writeZip = (name: string, files: Readonly<Record<string, string>>) =>
  writeFileSync(at(name), zipOf(Object.entries(files).map(([path, body]) => ({ name: path, body }))));

async function run(command: string, page: string): Promise<void> {
  if (command.startsWith('stoa ')) {
    const words = command.split(' ').slice(1);
    // A store of its own: with two organizations, other commands would have to name one.
    const is_import = words[0] === 'import' || words[1] === 'undo-import' || page.startsWith('import-');
    const data = is_import ? `imported-${page}` : 'data';
    const paths = words.map((word, n) => {
      if (n === 0 || !PATHS.test(word)) return word;
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
      for (const command of commands) await run(command, page);
    }, 60_000);
  }
});
