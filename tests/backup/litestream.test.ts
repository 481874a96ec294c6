// Litestream beside a server: machine and disk are gone at a random moment, and at most a second of what was acknowledged with them.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@stoa/sdk';
import { freePort, SeededRandom, spawnServer } from '@stoa/testkit';
import { documented, type Replacements, run, STOA } from '../documented.ts';

const { block, line } = documented('backup.md');

const LITESTREAM = process.env.LITESTREAM ?? 'litestream';
const SENDS_PER_SECOND = 58;
const ROUNDS = 4;
const LOST_MS = 1000;

let directory: string;
let port: number;
let ada: Client;
const at = (name: string) => join(directory, name);
const replacements = (data: string, into: string): Replacements => [
  ['stoa ', `${STOA} `],
  ['litestream ', `${LITESTREAM} `],
  ['litestream.yml', at('litestream.yml')],
  ['/srv/stoa/data', data],
  ['/mnt/replica', at('replica')],
  ['new', into],
];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-litestream-'));
  port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const who = `--org Streamed --email ada@stoa.example --name Ada --url ${url} --zuliprc ${at('zuliprc')}`;
  await run(`${STOA} init --data ${at('data')} ${who}`);
  const api_key = readFileSync(at('zuliprc'), 'utf8').match(/^key *= *(\S+)$/m)![1]!;
  ada = createClient({ site: url, email: 'ada@stoa.example', api_key });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Sent {
  readonly content: string;
  /** When it was acknowledged. */
  readonly at: number;
}

async function sendUntilGone(sent: Sent[], round: string): Promise<void> {
  for (let n = 0; ; n++) {
    const content = `${round} ${n}`;
    try {
      await ada.sendMessage({ type: 'stream', to: 'general', topic: 'streamed', content });
    } catch {
      return;
    }
    sent.push({ content, at: Date.now() });
    await pause(1000 / SENDS_PER_SECOND);
  }
}

async function contents(): Promise<Set<string>> {
  const found = new Set<string>();
  for (let anchor = 0; ; ) {
    const page = { anchor, include_anchor: false, num_before: 0, num_after: 1000, apply_markdown: false };
    const { messages, found_newest } = await ada.getMessages(page);
    for (const { content } of messages) found.add(content);
    if (found_newest) return found;
    anchor = messages.at(-1)!.id;
  }
}

/** Restores as the document says and looks what is there. */
async function restored(data: string, into: string, timestamp?: string): Promise<Set<string>> {
  const all = replacements(data, into);
  const command = timestamp
    ? line('litestream restore -timestamp', [['2026-11-22T19:30:00Z', timestamp], ...all])
    : line('litestream restore -config', all);
  await run(`mkdir ${into}; ${command}`);
  cpSync(join(data, 'secret'), join(into, 'secret'));
  await run(line('stoa mark-restored --data', all));
  expect(await run(`${STOA} check --data ${into}`)).toEndWith('Nothing is wrong.\n');
  const server = await spawnServer({ data: into, port });
  const found = await contents();
  await server.end('SIGTERM');
  return found;
}

it('[BU15] loses at most a second of acknowledged writes, and restores to a point in time', async () => {
  const random = new SeededRandom(1);
  const data = at('data');
  writeFileSync(at('litestream.yml'), block('monitor-interval', replacements(data, '')));
  const sent: Sent[] = [];
  const lost: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await spawnServer({ data, port });
    if (round === 0) await ada.subscribe({ subscriptions: [{ name: 'general' }] });
    const replicating: ChildProcess = spawn(LITESTREAM, ['replicate', '-config', at('litestream.yml')], {
      stdio: 'ignore',
    });
    const sending = sendUntilGone(sent, String(round));
    await pause(8000 + random.below(5000));
    const gone_at = Date.now();
    replicating.kill('SIGKILL');
    await Promise.all([server.end('SIGKILL'), once(replicating, 'exit')]);
    await sending;
    const present = await restored(data, at(`restored-${round}`));
    const missing = sent.filter(({ content }) => !present.has(content));
    lost.push(Math.max(0, ...missing.map((each) => gone_at - each.at)));
  }
  console.info(`Lost with machine and disk: ${lost.map((ms) => `${ms} ms`).join(', ')} of what was acknowledged.`);
  expect(Math.max(...lost)).toBeLessThanOrEqual(LOST_MS);
  const moment = sent.find(({ content }) => content.startsWith('2 20'))!.at;
  const present = await restored(data, at('restored-moment'), new Date(moment).toISOString());
  const wrong = sent.filter(
    (each) => each.at < moment - LOST_MS !== present.has(each.content) && Math.abs(each.at - moment) > LOST_MS,
  );
  expect(wrong).toEqual([]);
}, 280_000);
