// P20: `stoa import zulip` of a generated export beside a server on the same store: messages per second of the whole command
// (the plan reads everything once before), its memory, and what requests to the server wait meanwhile.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'bun';
import { type Figure, figure, type Row } from '../figure.ts';
import { bareRowsPerSecond } from '../limits/bare-rows.ts';
import { processTree } from '../load/cpu-share.ts';
import { HttpSocket } from '../load/http-socket.ts';
import { LoopProbe } from '../load/loop-probe.ts';
import { get } from '../load/request.ts';
import { owned } from '../processes.ts';
import { median, quantile, type Rounds } from '../statistics.ts';
import { databaseFile, scratch } from '../world/directories.ts';
import { isSmall } from '../world/small.ts';
import { STOA, type Stoa, serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, sendRequest, type World, world } from '../world/store.ts';
import { writeZulipExport } from '../world/zulip-export.ts';

const MESSAGES = 1_000_000;
const SMALL = 2000;
const ROUNDS_MAX = 3;
/** The bare loop's speed does not depend on more. */
const BARE_MAX = 100_000;
const URL_OF_IMPORT = 'http://import.example';
const PEAK_EVERY_MS = 200;
/** A request of each kind so often: the server has its own work, and the machine two cores. */
const ASK_EVERY_MS = 20;

/** `STOA_BENCH_IMPORT=20000` is quick; its figures are about what a million has. */
function messagesToImport(): number {
  if (isSmall()) return SMALL;
  const wanted = Number(process.env.STOA_BENCH_IMPORT ?? MESSAGES);
  if (!Number.isInteger(wanted) || wanted < 1000)
    throw new Error('STOA_BENCH_IMPORT must be a number of at least 1000');
  return wanted;
}

/** The most memory that the processes had, in bytes: as the kernel kept it. */
function peakBytes(pid: number): number {
  return processTree(pid).reduce((sum, child) => {
    try {
      return sum + Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // It has ended.
      return sum;
    }
  }, 0);
}

interface Imported {
  readonly per_second: number;
  readonly peak_mb: number;
}

async function importInto(directory: string, archive: string, messages: number): Promise<Imported> {
  const started = performance.now();
  const words = ['import', 'zulip', archive, '--data', directory, '--url', URL_OF_IMPORT];
  const child = owned(spawn([STOA, ...words], { stdout: 'ignore', stderr: 'pipe' }));
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, peakBytes(child.pid));
  }, PEAK_EVERY_MS);
  const [complaint, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  clearInterval(watching);
  if (code !== 0) throw new Error(`the import failed: ${complaint.slice(-500)}`);
  return { per_second: messages / ((performance.now() - started) / 1000), peak_mb: peak / 1024 / 1024 };
}

/** Sends and reads until `ended`; how long each took, in milliseconds. */
async function requests(stoa: Stoa, place: World, ended: Promise<unknown>) {
  const waits = { send: [] as number[], read: [] as number[] };
  let is_over = false;
  void ended.finally(() => {
    is_over = true;
  });
  const socket = await HttpSocket.open(stoa.port);
  const [user] = place.users;
  const read = get('/api/v1/messages', user!, { anchor: 'newest', num_before: 20, num_after: 0 });
  const timed = async (request: Buffer, into: number[]) => {
    const sent = performance.now();
    const { status } = await socket.send(request);
    into.push(performance.now() - sent);
    if (status !== 200) throw new Error(`a request got ${status} during the import`);
  };
  for (let n = 0; !is_over; n++) {
    await timed(sendRequest(user!, 'bench', 'topic', messageText(`meanwhile ${n}:`)), waits.send);
    await timed(read, waits.read);
    await Bun.sleep(ASK_EVERY_MS);
  }
  socket.close();
  return waits;
}

export const importing: Row = {
  id: 'P20',
  title: 'stoa import zulip beside a running server',
  async run({ rounds: wanted }): Promise<Figure[]> {
    const messages = messagesToImport();
    const archive = scratch('p20-export');
    writeZulipExport(archive, messages);
    const rounds = Math.min(wanted, ROUNDS_MAX);
    const speed: Rounds = { limit: [], ours: [] };
    const memory: Rounds = { limit: [], ours: [] };
    const waits: Rounds = { limit: [], ours: [] };
    const all = { send: [] as number[], read: [] as number[], health: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const place = await world(1);
      const stoa = await serve(place.directory);
      await makeChannel(stoa, place, 'bench', place.users);
      const idle = await requests(stoa, place, Bun.sleep(1000));
      const probe = await LoopProbe.start(stoa.port);
      const running = importInto(place.directory, archive, messages);
      const asked = requests(stoa, place, running);
      const { per_second, peak_mb } = await running;
      const { send, read } = await asked;
      all.health.push((await probe.take()).longest_ms);
      await probe.stop();
      await stoa.stop();
      all.send.push(...send);
      all.read.push(...read);
      speed.ours.push(per_second);
      memory.ours.push(peak_mb);
      waits.limit.push(Math.max(...idle.send, ...idle.read));
      waits.ours.push(Math.max(quantile(send, 1), quantile(read, 1)));
      const bare = join(scratch('p20-limit'), 'bare.db');
      speed.limit.push(bareRowsPerSecond(databaseFile(place.directory), bare, Math.min(messages, BARE_MAX)));
      for (const suffix of ['', '-wal', '-shm']) rmSync(bare + suffix, { force: true });
    }
    const count = messages.toLocaleString('en');
    const p = (list: number[], q: number) => quantile(list, q).toFixed(1);
    return [
      figure({
        id: 'P20 speed',
        work: `import of ${count} messages with their word index, from the command to its end`,
        unit: 'messages/s',
        rounds: speed,
        limit_is: `a bare bun:sqlite loop writing the same messages and entries of the index, split into words before`,
        goal: { of: 'ours', at: 'least', value: 5000 },
        notes: ['five readers each, who have read everything; a server runs on the store and answers meanwhile'],
      }),
      figure({
        id: 'P20 memory',
        work: 'peak resident memory of the importing process',
        unit: 'MB',
        rounds: memory,
        goal: { of: 'ours', at: 'most', value: 300 },
      }),
      figure({
        id: 'P20 waits',
        work: 'longest wait for a send or a read of 20 messages during the import',
        unit: 'ms',
        rounds: waits,
        limit_is: 'the same without an import',
        goal: { of: 'ours', at: 'most', value: 100 },
        notes: [
          `sends p50 ${p(all.send, 0.5)}, p99 ${p(all.send, 0.99)} ms; reads p50 ${p(all.read, 0.5)}, p99 ${p(all.read, 0.99)} ms; GET /health at most ${median(all.health).toFixed(1)} ms`,
        ],
      }),
    ];
  },
};
