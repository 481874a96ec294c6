// Churn: what clients leave behind when they disconnect badly. Per round 10,000 aborted long polls, interrupted uploads and
// readers that stop reading. Memory must return, and no queue or poll may remain.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, type Row } from './figure.ts';
import { countRows } from './limits/bare-commits.ts';
import { closedLoop } from './load/closed-loop.ts';
import { Crowd } from './load/crowd-process.ts';
import { openSockets } from './load/http-socket.ts';
import { brokenUpload, type Credentials, get } from './load/request.ts';
import { settledRssBytes } from './load/settled-memory.ts';
import { databaseFile, scratch } from './world/directories.ts';
import { readHealth, waitForPolls } from './world/health.ts';
import { type Stoa, serve } from './world/stoa-process.ts';
import { makeChannel, registerQueues, sendRequest, world } from './world/store.ts';

const ROUNDS = 10;
const UPLOADS = 100;
const UPLOAD_DECLARED = 20_000_000;
const UPLOAD_SENT = 1_000_000;
const SLOW_READERS = 20;
/** Long messages: together more than the kernel buffers for a connection that nobody reads. */
const HISTORY = 1000;
const LONG = 'word '.repeat(1900);

/** A route that takes uploads (if the server has it), and one that merely accepts multipart forms. */
async function breakUploads(stoa: Stoa, as: Credentials): Promise<void> {
  const sockets = await openSockets(stoa.port, UPLOADS);
  for (const [n, socket] of sockets.entries()) {
    const path = n % 2 === 0 ? '/api/v1/messages' : '/api/v1/user_uploads';
    socket.writeOnly(brokenUpload(path, as, UPLOAD_DECLARED, UPLOAD_SENT));
  }
  await Bun.sleep(500);
  for (const [n, socket] of sockets.entries()) n % 4 < 2 ? socket.abort() : socket.close();
}

/** Each requests a response far larger than a socket's buffers and reads none of it. */
async function readSlowly(stoa: Stoa, as: Credentials): Promise<void> {
  const sockets = await openSockets(stoa.port, SLOW_READERS);
  const query = { anchor: 'newest', num_before: HISTORY, num_after: 0, narrow: '[["channel","bench"]]' };
  for (const socket of sockets) {
    socket.stopReading();
    socket.writeOnly(get('/api/v1/messages', as, query));
  }
  await Bun.sleep(1000);
  for (const socket of sockets) socket.abort();
}

export const churn: Row = {
  id: 'churn',
  title: `memory after ${ROUNDS} rounds of aborted polls, broken uploads and slow readers`,
  async run({ crowd: size }) {
    const place = await world(size);
    const stoa = await serve(place.directory);
    await makeChannel(stoa, place, 'bench', place.users.slice(0, 50));
    const [socket] = await openSockets(stoa.port, 1);
    const send = sendRequest(place.users[0]!, 'bench', 'topic', LONG);
    await closedLoop([socket!], { requests: HISTORY }, () => send);
    const membersFile = join(scratch('churn'), 'members.json');
    writeFileSync(membersFile, JSON.stringify(await registerQueues(stoa, place.users)));
    const storedQueues = () => countRows(databaseFile(place.directory)).event_queues!;
    const queuesBefore = storedQueues();
    let liveQueues: number | null = null; // known after the first round: a queue becomes live with its first poll

    const rss: number[] = [(await settledRssBytes(stoa.pid)) / 1e6];
    let left: number[] | null = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const crowd = await Crowd.start(stoa.port, membersFile);
      await crowd.arm();
      await waitForPolls(stoa, place.owner, size, 500);
      await crowd.abort(round % 2 === 0);
      await crowd.stop();
      await breakUploads(stoa, place.users[0]!);
      await readSlowly(stoa, place.users[0]!);
      const settled = (await settledRssBytes(stoa.pid)) / 1e6;
      const { waiting_polls, queues } = await readHealth(stoa, place.owner);
      liveQueues ??= queues;
      if (waiting_polls === null || queues === null || liveQueues === null) left = null;
      else left?.push(waiting_polls + Math.abs(queues - liveQueues) + Math.abs(storedQueues() - queuesBefore));
      rss.push(settled);
      console.error(`churn: round ${round}: ${rss.at(-1)!.toFixed(1)} MB`);
    }
    // The server must still work, not just use little memory.
    await closedLoop([socket!], { requests: 100 }, () => send);
    await stoa.stop();

    const first = rss[1]!;
    const later = rss.slice(2);
    const worst = Math.max(...later);
    const polls = `${size.toLocaleString('en')} polls a round`;
    const figures = [
      figure({
        id: 'churn rss',
        work: `worst resident memory after rounds 2..${ROUNDS}, beside round 1`,
        unit: 'MB',
        rounds: { limit: [first], ours: [worst] },
        limit_is: `resident memory after round 1; ${polls}`,
        goal: { of: 'ratio', at: 'most', value: 1.1 },
        notes: [`MB before and after each round: ${rss.map((value) => value.toFixed(1)).join(', ')}`],
      }),
    ];
    if (left === null) {
      figures[0]!.notes.push('GET /health tells no counts: that no poll or queue is left behind was NOT verified');
    } else {
      figures.push(
        figure({
          id: 'churn left',
          work: 'polls and queues left behind, worst round',
          unit: '',
          rounds: { limit: [], ours: [Math.max(...left)] },
          goal: { of: 'ours', at: 'most', value: 0 },
          notes: [
            `${queuesBefore} queues in the store before, as many expected after each round; polls read from GET /health`,
          ],
        }),
      );
    }
    return figures;
  },
};
