// P4: the 100 newest messages of a channel, requested continuously by 16 clients.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, type Row } from '../figure.ts';
import { startBareServe } from '../limits/child.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { openSockets } from '../load/http-socket.ts';
import { get } from '../load/request.ts';
import { interleave, quantile } from '../statistics.ts';
import { scratch } from '../world/directories.ts';
import { serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, sendRequest, world } from '../world/store.ts';

const CLIENTS = 16;
const SUBSCRIBERS = 50;
const MESSAGES = 10_000;

export const history: Row = {
  id: 'P4',
  title: '100 newest messages of a channel, 16 clients',
  async run({ rounds, seconds }) {
    const place = await world(SUBSCRIBERS);
    const stoa = await serve(place.directory);
    await makeChannel(stoa, place, 'bench', place.users);
    const sockets = await openSockets(stoa.port, CLIENTS);
    await closedLoop(sockets, { requests: MESSAGES }, (connection, n) =>
      sendRequest(place.users[connection]!, 'bench', `topic ${n % 8}`, messageText(`message ${connection}/${n}:`)),
    );
    const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow: '[["channel","bench"]]' };
    const requests = sockets.map((_, n) => get('/api/v1/messages', place.users[n]!, query));
    const sample = await sockets[0]!.send(requests[0]!);
    const { messages } = JSON.parse(sample.body.toString('utf8')) as { messages: unknown[] };
    if (messages.length !== 100) throw new Error(`asked for 100 messages, got ${messages.length}`);
    const bodyFile = join(scratch('p4'), 'body.json');
    writeFileSync(bodyFile, sample.body);
    const bare = await startBareServe(bodyFile);
    const bareSockets = await openSockets(bare.port, CLIENTS);

    const cpu = new CpuMeter();
    const latencies: number[] = [];
    const perSecond = async (of: typeof sockets, into?: number[]) => {
      const result = await closedLoop(of, { seconds }, (connection) => requests[connection]!);
      into?.push(...result.latencies_ms);
      return result.requests / result.seconds;
    };
    await perSecond(sockets);
    await perSecond(bareSockets);
    const measured = await interleave(
      rounds,
      () => perSecond(bareSockets),
      async () => {
        const end = cpu.begin(stoa.pid);
        const result = await perSecond(sockets, latencies);
        end();
        return result;
      },
    );
    await bare.stop();
    await stoa.stop();
    const [p50, p99] = [0.5, 0.99].map((q) => quantile(latencies, q).toFixed(1));
    return [
      figure({
        id: 'P4',
        work: history.title,
        unit: 'requests/s',
        rounds: measured,
        limit_is: `bare Bun.serve answering the same ${sample.body.length} bytes`,
        goal: { of: 'ratio', at: 'least', value: 0.3 },
        cpu: cpu.share(),
        notes: [
          `${MESSAGES} messages in the channel; p50 ${p50} ms, p99 ${p99} ms; ${cpu.serverMicroseconds(latencies.length)}`,
        ],
      }),
    ];
  },
};
