// P2: one sender, the median time of a send, compared with a bare durable commit of the same rows.
import { join } from 'node:path';
import { figure, type Row } from '../figure.ts';
import { BareCommits } from '../limits/bare-commits.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { openSockets } from '../load/http-socket.ts';
import { interleave, median, quantile } from '../statistics.ts';
import { databaseFile, scratch } from '../world/directories.ts';
import { serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, sendRequest, world } from '../world/store.ts';

const SUBSCRIBERS = 50;
/** The runtime has then compiled what a send needs: before, one takes up to twice as long. */
const WARM_SENDS = 5000;
const SENDS = 400;

export const oneSender: Row = {
  id: 'P2',
  title: 'one sender, send p50',
  async run({ rounds }) {
    const place = await world(SUBSCRIBERS);
    const stoa = await serve(place.directory);
    await makeChannel(stoa, place, 'bench', place.users);
    const sockets = await openSockets(stoa.port, 1);
    const request = sendRequest(place.users[0]!, 'bench', 'topic', messageText('one sender:'));
    await closedLoop(sockets, { requests: WARM_SENDS }, () => request);
    const bare = BareCommits.copyOf(databaseFile(place.directory), join(scratch('p2-limit'), 'copy.db'));
    bare.singleCommits(SENDS);

    const cpu = new CpuMeter();
    const all: number[] = [];
    const measured = await interleave(
      rounds,
      () => median(bare.singleCommits(SENDS)),
      async () => {
        const end = cpu.begin(stoa.pid);
        const { latencies_ms } = await closedLoop(sockets, { requests: SENDS }, () => request);
        end();
        all.push(...latencies_ms);
        return median(latencies_ms);
      },
    );
    bare.close();
    await stoa.stop();
    return [
      figure({
        id: 'P2',
        work: oneSender.title,
        unit: 'ms',
        rounds: measured,
        limit_is: 'one bare durable commit of the same rows',
        goal: { of: 'ratio', at: 'most', value: 3 },
        cpu: cpu.share(),
        notes: [`p99 ${quantile(all, 0.99).toFixed(2)} ms; ${cpu.serverMicroseconds(all.length)}`],
      }),
    ];
  },
};
