// P1: durable sends per second, 64 concurrent senders over HTTP, a channel of 50 subscribers.
import { join } from 'node:path';
import { figure, type Row } from '../figure.ts';
import { assertSameRows, BareCommits, countRows } from '../limits/bare-commits.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { openSockets } from '../load/http-socket.ts';
import { interleave, quantile } from '../statistics.ts';
import { databaseFile, scratch } from '../world/directories.ts';
import { serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, sendRequest, world } from '../world/store.ts';

const SENDERS = 64;
const SUBSCRIBERS = 50;
const GROUP = 32;

export const concurrentSends: Row = {
  id: 'P1',
  title: 'durable sends/s, 64 concurrent senders, channel of 50',
  async run({ rounds, seconds }) {
    const place = await world(SUBSCRIBERS);
    const stoa = await serve(place.directory);
    await makeChannel(stoa, place, 'bench', place.users);
    const sockets = await openSockets(stoa.port, SENDERS);
    const requests = sockets.map((_, n) =>
      sendRequest(place.users[n % SUBSCRIBERS]!, 'bench', `topic ${n % 8}`, messageText(`sender ${n}:`)),
    );
    const next = (n: number) => requests[n]!;

    const file = databaseFile(place.directory);
    // The first sender in a topic follows it, which writes a row and an event that later sends do not.
    await closedLoop(sockets, { requests: 2 * SENDERS }, next);
    const before = countRows(file);
    const warm = await closedLoop(sockets, { requests: 2000 }, next);
    assertSameRows(before, countRows(file), warm.requests);
    const bare = BareCommits.copyOf(file, join(scratch('p1-limit'), 'copy.db'));

    const cpu = new CpuMeter();
    const latencies: number[] = [];
    const measured = await interleave(
      rounds,
      () => bare.perSecond(seconds, GROUP),
      async () => {
        const end = cpu.begin(stoa.pid);
        const result = await closedLoop(sockets, { seconds }, next);
        end();
        latencies.push(...result.latencies_ms);
        return result.requests / result.seconds;
      },
    );
    bare.close();
    await stoa.stop();
    const [p50, p99] = [0.5, 0.99].map((q) => quantile(latencies, q).toFixed(1));
    return [
      figure({
        id: 'P1',
        work: concurrentSends.title,
        unit: 'sends/s',
        rounds: measured,
        limit_is: `the same rows, bare bun:sqlite, groups of ${GROUP}, synchronous=FULL`,
        goal: { of: 'ratio', at: 'least', value: 0.3 },
        cpu: cpu.share(),
        notes: [
          `latency of one send with ${SENDERS} in flight: p50 ${p50} ms, p99 ${p99} ms; ${cpu.serverMicroseconds(latencies.length)}`,
        ],
      }),
    ];
  },
};
