// P8: resident memory of the idle server, and what one waiting poll adds (socket, request, queue and all).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, type Row } from '../figure.ts';
import { Crowd } from '../load/crowd-process.ts';
import { settledRssBytes } from '../load/settled-memory.ts';
import { scratch } from '../world/directories.ts';
import { waitForPolls } from '../world/health.ts';
import { initStore, serve } from '../world/stoa-process.ts';
import { registerQueues, world } from '../world/store.ts';

const SETTLE_MS = 1000;

async function idleRss(directory: string): Promise<number> {
  const stoa = await serve(directory);
  const rss = await settledRssBytes(stoa.pid);
  await stoa.stop();
  return rss / 1e6;
}

export const memory: Row = {
  id: 'P8',
  title: 'memory: idle, and per waiting poll',
  async run({ rounds, crowd: size }) {
    const empty = scratch('p8-empty');
    await initStore(empty);
    const idle: number[] = [];
    for (let round = 0; round < rounds; round++) idle.push(await idleRss(empty));

    const place = await world(size);
    const membersFile = join(scratch('p8'), 'members.json');
    const registering = await serve(place.directory);
    writeFileSync(membersFile, JSON.stringify(await registerQueues(registering, place.users)));
    await registering.stop();
    // A fresh process each round: what an allocator keeps from the round before would hide what a poll costs.
    const perPoll: number[] = [];
    let counted = true;
    for (let round = 0; round < rounds; round++) {
      const stoa = await serve(place.directory);
      const before = await settledRssBytes(stoa.pid);
      const crowd = await Crowd.start(stoa.port, membersFile);
      await crowd.arm();
      counted = await waitForPolls(stoa, place.owner, size, SETTLE_MS);
      perPoll.push(((await settledRssBytes(stoa.pid)) - before) / size / 1000);
      await crowd.stop();
      await stoa.stop();
    }
    return [
      figure({
        id: 'P8 idle',
        work: 'resident memory, idle, empty organization',
        unit: 'MB',
        rounds: { limit: [], ours: idle },
        goal: { of: 'ours', at: 'most', value: 100 },
      }),
      figure({
        id: 'P8 poll',
        work: `resident memory per waiting poll, ${size.toLocaleString('en')} users`,
        unit: 'KB',
        rounds: { limit: [], ours: perPoll },
        goal: { of: 'ours', at: 'most', value: 5 },
        notes: counted ? [] : ['the server tells no counts: that all polls wait was not verified'],
      }),
    ];
  },
};
