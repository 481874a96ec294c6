// P8: resident memory of the idle server, the memory one waiting poll adds (socket, request, queue), and the memory of
// queues whose events nobody fetches.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, type Row } from '../figure.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { treeOwnBytes } from '../load/cpu-share.ts';
import { Crowd } from '../load/crowd-process.ts';
import { openSockets } from '../load/http-socket.ts';
import { settledRssBytes } from '../load/settled-memory.ts';
import { call, eachOver } from '../world/api.ts';
import { scratch } from '../world/directories.ts';
import { waitForPolls } from '../world/health.ts';
import type { SeededUser } from '../world/seed-users.ts';
import { healthy, initStore, type Stoa, serve } from '../world/stoa-process.ts';
import {
  makeChannel,
  messageText,
  type Queue,
  registerQueues,
  sendRequest,
  type World,
  world,
} from '../world/store.ts';

const SETTLE_MS = 1000;
const START_OVER_MS = 4000;
const EVENTS = 1000;
const CONNECTIONS = 16;

type Member = SeededUser & Queue;

async function idleRss(directory: string): Promise<number> {
  const stoa = await serve(directory);
  // What answers a request is part of a server at rest; what only the start needed is given back before.
  await Bun.sleep(START_OVER_MS);
  await healthy(stoa.port);
  const rss = await settledRssBytes(stoa.pid);
  await stoa.stop();
  return rss / 1e6;
}

async function fetchEvents(stoa: Stoa, members: Member[]): Promise<number[]> {
  const sockets = await openSockets(stoa.port, CONNECTIONS);
  const counts = await eachOver(sockets, members, async (socket, member) => {
    const params = { queue_id: member.queue_id, last_event_id: member.last_event_id, dont_block: true };
    return (await call<{ events: unknown[] }>(socket, member, 'GET', '/api/v1/events', params)).events.length;
  });
  for (const socket of sockets) socket.close();
  return counts;
}

/** Growth in MB of a server with this many polled queues while messages for all of them arrive. */
async function growthBehind(place: World, members: Member[]): Promise<number> {
  const directory = join(scratch('p8-behind'), 'data');
  cpSync(place.directory, directory, { recursive: true });
  const stoa = await serve(directory);
  await fetchEvents(stoa, members);
  const before = await settledRssBytes(stoa.pid, treeOwnBytes);
  const sockets = await openSockets(stoa.port, CONNECTIONS);
  const send = sendRequest(place.owner, 'bench', 'topic', messageText('behind:'));
  await closedLoop(sockets, { requests: EVENTS }, () => send);
  for (const socket of sockets) socket.close();
  const grown = ((await settledRssBytes(stoa.pid, treeOwnBytes)) - before) / 1e6;
  const fetched = await fetchEvents(stoa, members.slice(0, CONNECTIONS));
  if (fetched.some((count) => count !== EVENTS)) throw new Error(`${fetched} events were behind, not ${EVENTS}`);
  await stoa.stop();
  return grown;
}

export const memory: Row = {
  id: 'P8',
  title: 'memory: idle, per waiting poll, and of events that nobody fetches',
  async run({ rounds, crowd: size }) {
    const empty = scratch('p8-empty');
    await initStore(empty);
    const idle: number[] = [];
    for (let round = 0; round < rounds; round++) idle.push(await idleRss(empty));

    const place = await world(size);
    const membersFile = join(scratch('p8'), 'members.json');
    const registering = await serve(place.directory);
    const members = await registerQueues(registering, place.users);
    writeFileSync(membersFile, JSON.stringify(members));
    await registering.stop();
    // A fresh process per round: memory kept by the allocator from the round before would hide what a poll costs.
    const perPoll: number[] = [];
    let counted = true;
    for (let round = 0; round < rounds; round++) {
      const stoa = await serve(place.directory);
      // What the first requests load, and what is compiled during as many as will wait, is no cost of a poll.
      await fetchEvents(
        stoa,
        Array.from({ length: size }, (_, n) => members[n % CONNECTIONS]!),
      );
      const before = await settledRssBytes(stoa.pid, treeOwnBytes);
      const crowd = await Crowd.start(stoa.port, membersFile);
      await crowd.arm();
      counted = await waitForPolls(stoa, place.owner, size, SETTLE_MS);
      perPoll.push(((await settledRssBytes(stoa.pid, treeOwnBytes)) - before) / size / 1000);
      await crowd.stop();
      await stoa.stop();
    }
    const subscribing = await serve(place.directory);
    await makeChannel(subscribing, place, 'bench', place.users);
    await subscribing.stop();
    const behind: number[] = [];
    for (let round = 0; round < rounds; round++) behind.push(await growthBehind(place, members));
    return [
      figure({
        id: 'P8 idle',
        work: 'resident memory, idle, empty organization',
        unit: 'MB',
        rounds: { limit: [], ours: idle },
        goal: { of: 'ours', at: 'most', value: 80 },
      }),
      figure({
        id: 'P8 poll',
        work: `resident memory per waiting poll, ${size.toLocaleString('en')} users`,
        unit: 'KB',
        rounds: { limit: [], ours: perPoll },
        goal: { of: 'ours', at: 'most', value: 5 },
        notes: counted ? [] : ['the server tells no counts: that all polls wait was not verified'],
      }),
      figure({
        id: 'P8 behind',
        work: `resident memory that ${size.toLocaleString('en')} queues grow by, ${EVENTS.toLocaleString('en')} events behind each`,
        unit: 'MB',
        rounds: { limit: [], ours: behind },
        goal: { of: 'ours', at: 'most', value: 50 },
        notes: ['what the process needs for sending at all included'],
      }),
    ];
  },
};
