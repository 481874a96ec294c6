// P7: one channel message to 10,000 waiting polls of 10,000 users: the time until the last client has its bytes, and how
// long the server's event loop was blocked.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, type Row } from '../figure.ts';
import { startBarePolls } from '../limits/child.ts';
import { CpuMeter, treeCpuSeconds } from '../load/cpu-share.ts';
import { Crowd } from '../load/crowd-process.ts';
import { LoopProbe } from '../load/loop-probe.ts';
import { submit } from '../load/request.ts';
import { median } from '../statistics.ts';
import { scratch } from '../world/directories.ts';
import { waitForPolls } from '../world/health.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, registerQueues, sendRequest, type World, world } from '../world/store.ts';

const SETTLE_MS = 1000;

/** The server with its crowd of waiting clients. */
interface Stage {
  readonly stoa: Stoa;
  readonly place: World;
  readonly ours: Crowd;
  readonly size: number;
  readonly rounds: number;
}

/** The limit: a server that does nothing but write, with a crowd of its own. */
interface Limit {
  readonly pid: number;
  readonly bytes: number;
  arm(): Promise<void>;
  fire(): Promise<Fired>;
  stop(): Promise<unknown>;
}

type Fired = Awaited<ReturnType<Crowd['fire']>>;

const newRounds = () => ({ limit: [] as number[], ours: [] as number[] });

async function arm({ ours, stoa, place, size }: Stage): Promise<void> {
  await ours.arm();
  await waitForPolls(stoa, place.owner, size, SETTLE_MS);
}

/** Sends a message and waits until every client has it. */
const fire = ({ ours, place }: Stage, marker: string): Promise<Fired> =>
  ours.fire(sendRequest(place.owner, 'bench', 'topic', messageText(marker)), marker);

async function openLimit({ place }: Stage, membersFile: string, sample: string, replyFile: string): Promise<Limit> {
  const body = Buffer.from(sample);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  writeFileSync(replyFile, Buffer.concat([Buffer.from(head), body]));
  const bare = await startBarePolls(replyFile);
  const theirs = await Crowd.start(bare.port, membersFile);
  const trigger = submit('POST', '/', place.owner, {});
  return {
    pid: bare.pid,
    bytes: body.length,
    async arm() {
      await theirs.arm();
      await Bun.sleep(SETTLE_MS);
    },
    fire: () => theirs.fire(trigger, null),
    stop: () => Promise.all([theirs.stop(), bare.stop()]),
  };
}

/** The server's processor time for each message, and when its sender was answered. */
class FanOutMeter {
  readonly cpu = new CpuMeter();
  readonly seconds: number[] = [];
  readonly acknowledged_ms: number[] = [];

  async fire(stage: Stage, round: number): Promise<Fired> {
    await arm(stage);
    const before = treeCpuSeconds(stage.stoa.pid);
    const fired = await fire(stage, `fan-out ${round}.`);
    const used = treeCpuSeconds(stage.stoa.pid) - before;
    this.cpu.add(fired.wall_seconds, fired.cpu_seconds, used);
    this.seconds.push(used);
    this.acknowledged_ms.push(fired.trigger_answered_ms);
    return fired;
  }
}

/** Milliseconds until the last client has its bytes. */
async function measureLast(stage: Stage, limit: Limit, meter: FanOutMeter) {
  const last = newRounds();
  const fireLimit = async () => {
    await limit.arm();
    return (await limit.fire()).last_ms;
  };
  // Warms up.
  await fireLimit();
  for (let round = 0; round < stage.rounds; round++) {
    last.limit.push(await fireLimit());
    last.ours.push((await meter.fire(stage, round)).last_ms);
  }
  return last;
}

/**
 * Processor time, for each client, from a message until its readers wait again. In rounds of their own: a poll that arrives in
 * a timed round would count for the message before.
 */
async function measureDelivery(stage: Stage, limit: Limit) {
  const delivery_us = newRounds();
  const perClient = (seconds: number) => (seconds / stage.size) * 1e6;
  for (let round = 0; round < stage.rounds; round++) {
    await limit.arm();
    const limit_before = treeCpuSeconds(limit.pid);
    await limit.fire();
    await limit.arm();
    delivery_us.limit.push(perClient(treeCpuSeconds(limit.pid) - limit_before));
    await limit.fire();
    await arm(stage);
    const before = treeCpuSeconds(stage.stoa.pid);
    await fire(stage, `counted ${round}.`);
    await arm(stage);
    delivery_us.ours.push(perClient(treeCpuSeconds(stage.stoa.pid) - before));
    await fire(stage, `uncounted ${round}.`);
  }
  return delivery_us;
}

/** How long the event loop was blocked. The probe is a third busy process on few cores, so it runs in rounds of its own. */
async function measureBlocking(stage: Stage) {
  const blocked: number[] = [];
  const idle: number[] = [];
  const probe = await LoopProbe.start(stage.stoa.port);
  for (let round = 0; round < stage.rounds; round++) {
    await arm(stage);
    await probe.take();
    await Bun.sleep(SETTLE_MS);
    idle.push((await probe.take()).longest_ms);
    await fire(stage, `watched ${round}.`);
    blocked.push((await probe.take()).longest_ms);
  }
  await probe.stop();
  return { blocked, idle };
}

export const fanOut: Row = {
  id: 'P7',
  title: 'one channel message to 10,000 waiting polls',
  async run({ rounds, crowd: size }) {
    const place = await world(size);
    const stoa = await serve(place.directory);
    await makeChannel(stoa, place, 'bench', place.users);
    const directory = scratch('p7');
    const membersFile = join(directory, 'members.json');
    writeFileSync(membersFile, JSON.stringify(await registerQueues(stoa, place.users)));
    const stage: Stage = { stoa, place, ours: await Crowd.start(stoa.port, membersFile), size, rounds };
    const meter = new FanOutMeter();
    const { sample_body } = await meter.fire(stage, -1);
    const limit = await openLimit(stage, membersFile, sample_body, join(directory, 'reply.http'));
    const last = await measureLast(stage, limit, meter);
    const delivery_us = await measureDelivery(stage, limit);
    const { blocked, idle } = await measureBlocking(stage);
    await Promise.all([stage.ours.stop(), limit.stop()]);
    await stoa.stop();
    const clients = size.toLocaleString('en');
    return [
      figure({
        id: 'P7 last',
        work: `one channel message to ${clients} waiting polls, last client served`,
        unit: 'ms',
        rounds: last,
        limit_is: `bare node:net writing the same ${limit.bytes}-byte body to ${clients} sockets`,
        goal: { of: 'ratio', at: 'most', value: 1.5 },
        cpu: meter.cpu.share(),
        notes: [
          `server CPU per fan-out ${(median(meter.seconds) * 1000).toFixed(0)} ms; sender answered after ${median(meter.acknowledged_ms).toFixed(1)} ms`,
        ],
      }),
      figure({
        id: 'P7 delivery',
        work: `a delivery and the poll after it, processor time of the server for each of ${clients} clients`,
        unit: 'us',
        rounds: delivery_us,
        limit_is: 'bare node:net doing the same',
        goal: { of: 'ours', at: 'most', value: 90 },
      }),
      figure({
        id: 'P7 block',
        work: `longest wait for GET /health during that fan-out`,
        unit: 'ms',
        rounds: { limit: [], ours: blocked },
        goal: { of: 'ours', at: 'most', value: 20 },
        notes: [
          `upper bound of the loop's longest block; ${median(idle).toFixed(1)} ms in the second before the message`,
        ],
      }),
    ];
  },
};
