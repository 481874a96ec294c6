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
import { serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, registerQueues, sendRequest, world } from '../world/store.ts';

const SETTLE_MS = 1000;

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
    const ours = await Crowd.start(stoa.port, membersFile);
    const cpu = new CpuMeter();
    const serverSeconds: number[] = [];
    const acknowledged: number[] = [];

    /** Processor time from a message until its readers wait again, for each of them. */
    const delivery_us = { limit: [] as number[], ours: [] as number[] };
    const perClient = (seconds: number) => (seconds / size) * 1e6;
    const armOurs = async () => {
      await ours.arm();
      await waitForPolls(stoa, place.owner, size, SETTLE_MS);
    };

    const fireOurs = async (round: number) => {
      await armOurs();
      const marker = `fan-out ${round}.`;
      const send = sendRequest(place.owner, 'bench', 'topic', messageText(marker));
      const before = treeCpuSeconds(stoa.pid);
      const fired = await ours.fire(send, marker);
      const used = treeCpuSeconds(stoa.pid) - before;
      cpu.add(fired.wall_seconds, fired.cpu_seconds, used);
      serverSeconds.push(used);
      acknowledged.push(fired.trigger_answered_ms);
      return fired;
    };

    const warm = await fireOurs(-1);
    const replyFile = join(directory, 'reply.http');
    const body = Buffer.from(warm.sample_body);
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    writeFileSync(replyFile, Buffer.concat([Buffer.from(head), body]));
    const bare = await startBarePolls(replyFile);
    const theirs = await Crowd.start(bare.port, membersFile);
    const trigger = submit('POST', '/', place.owner, {});
    const fireBare = async () => {
      await theirs.arm();
      await Bun.sleep(SETTLE_MS);
      return (await theirs.fire(trigger, null)).last_ms;
    };
    await fireBare();

    const last = { limit: [] as number[], ours: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      last.limit.push(await fireBare());
      last.ours.push((await fireOurs(round)).last_ms);
    }
    // In rounds of their own: a poll that arrives in a timed round would count for the message before.
    for (let round = 0; round < rounds; round++) {
      await theirs.arm();
      await Bun.sleep(SETTLE_MS);
      const bare_before = treeCpuSeconds(bare.pid);
      await theirs.fire(trigger, null);
      await theirs.arm();
      await Bun.sleep(SETTLE_MS);
      delivery_us.limit.push(perClient(treeCpuSeconds(bare.pid) - bare_before));
      await theirs.fire(trigger, null);
      await armOurs();
      const before = treeCpuSeconds(stoa.pid);
      const marker = `counted ${round}.`;
      await ours.fire(sendRequest(place.owner, 'bench', 'topic', messageText(marker)), marker);
      await armOurs();
      delivery_us.ours.push(perClient(treeCpuSeconds(stoa.pid) - before));
      const next = `uncounted ${round}.`;
      await ours.fire(sendRequest(place.owner, 'bench', 'topic', messageText(next)), next);
    }

    // The probe is a third busy process on few cores, so the event loop is watched in separate rounds, not in the timed
    // ones.
    const blocked: number[] = [];
    const idle: number[] = [];
    const probe = await LoopProbe.start(stoa.port);
    for (let round = 0; round < rounds; round++) {
      await ours.arm();
      await waitForPolls(stoa, place.owner, size, SETTLE_MS);
      await probe.take();
      await Bun.sleep(SETTLE_MS);
      idle.push((await probe.take()).longest_ms);
      const marker = `watched ${round}.`;
      await ours.fire(sendRequest(place.owner, 'bench', 'topic', messageText(marker)), marker);
      blocked.push((await probe.take()).longest_ms);
    }
    await probe.stop();
    await Promise.all([ours.stop(), theirs.stop(), bare.stop()]);
    await stoa.stop();
    const clients = size.toLocaleString('en');
    return [
      figure({
        id: 'P7 last',
        work: `one channel message to ${clients} waiting polls, last client served`,
        unit: 'ms',
        rounds: last,
        limit_is: `bare node:net writing the same ${body.length}-byte body to ${clients} sockets`,
        goal: { of: 'ratio', at: 'most', value: 1.5 },
        cpu: cpu.share(),
        notes: [
          `server CPU per fan-out ${(median(serverSeconds) * 1000).toFixed(0)} ms; sender answered after ${median(acknowledged).toFixed(1)} ms`,
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
