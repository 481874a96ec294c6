// Writes data of this version for tests of later ones: an organization in which every endpoint was called. `npm run released-data`
// runs it once for each engine.
import { Database } from 'bun:sqlite';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Endpoint, endpoints } from '@stoa/contract';
import type { ReleasedData } from '../../server/src/migrations/released-data.ts';
import { callerOf, setStage } from './samples/stage.ts';
import { samples } from './samples.ts';
import { startServer } from './start-server.ts';
import { callRaw, texts } from './wire.ts';

function run(command: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${command[0]} failed: ${stderr}`);
  return stdout;
}

/** Statements without the commands of psql. */
function dump(administrative: string): string {
  const list = [
    'psql',
    '-At',
    administrative,
    '-c',
    `select datname from pg_database where datname like 'stoa~_test~_%' escape '~'`,
  ];
  const url = new URL(administrative);
  url.pathname = `/${run(list).trim()}`;
  const text = run(['pg_dump', '--no-owner', '--inserts', '--rows-per-insert=500', url.href]);
  return text.replace(/^\\.*\n/gm, '');
}

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('name the file to write');
const server = await startServer({ dev: true });
const cast = await server.cast();
const stage = await setStage(cast, server);
let called = 0;
for (const [name, endpoint] of Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]) {
  const { status } = await callRaw(
    server.url,
    endpoint,
    texts(await samples[name](stage)),
    await callerOf(name, cast.ada, stage),
  );
  if (status === 200) called++;
}
const { ada } = cast;
for (let n = 0; n < 150; n++)
  await (n % 3 === 0 ? ada : cast.dara).sendMessage({
    type: 'channel',
    to: stage.stream_id,
    topic: `topic ${n % 7}`,
    content: `message ${n} with **words**`,
  });
const { messages } = await ada.getMessages({ anchor: 'newest', num_before: 100, num_after: 0 });
const { members } = await ada.getUsers({});
const expected: ReleasedData = {
  email: ada.email,
  api_key: ada.api_key,
  users: members.length,
  contents: messages.map(({ content }) => content),
};
const directory = mkdtempSync(join(tmpdir(), 'stoa-released-'));
cpSync(server.data, join(directory, 'data'), {
  recursive: true,
  filter: (path) => !/stoa\.db|\.log$|\/incoming|lock/.test(path),
});
const administrative = process.env.STOA_TEST_DATABASE;
if (administrative) writeFileSync(join(directory, 'dump.sql'), dump(administrative));
else {
  const database = new Database(join(server.data, 'stoa.db'), { readonly: true });
  database.run('vacuum into ?', [join(directory, 'data', 'stoa.db')]);
  database.close();
}
writeFileSync(join(directory, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
run(['tar', '--sort=name', '--owner=0', '--group=0', '-czf', resolve(target), '-C', directory, '.']);
rmSync(directory, { recursive: true });
process.stdout.write(`${called} endpoints called\n`);
process.exit(0);
