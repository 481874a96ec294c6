// P17: the least that any authenticated request costs: one's own account, requested continuously by 16 clients.
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
import { world } from '../world/store.ts';

const CLIENTS = 16;

export const ownUser: Row = {
  id: 'P17',
  title: 'any authenticated request: GET /users/me, 16 clients',
  async run({ rounds, seconds }) {
    const place = await world(CLIENTS);
    const stoa = await serve(place.directory);
    const sockets = await openSockets(stoa.port, CLIENTS);
    const requests = sockets.map((_, n) => get('/api/v1/users/me', place.users[n]!));
    const sample = await sockets[0]!.send(requests[0]!);
    const body_file = join(scratch('p17'), 'body.json');
    writeFileSync(body_file, sample.body);
    const bare = await startBareServe(body_file);
    const bare_sockets = await openSockets(bare.port, CLIENTS);

    const cpu = new CpuMeter();
    const bare_cpu = new CpuMeter();
    const latencies: number[] = [];
    let bare_requests = 0;
    const perSecond = async (of: typeof sockets) => {
      const result = await closedLoop(of, { seconds }, (connection) => requests[connection]!);
      return { ...result, rate: result.requests / result.seconds };
    };
    await perSecond(sockets);
    await perSecond(bare_sockets);
    const measured = await interleave(
      rounds,
      async () => {
        const end = bare_cpu.begin(bare.pid);
        const result = await perSecond(bare_sockets);
        end();
        bare_requests += result.requests;
        return result.rate;
      },
      async () => {
        const end = cpu.begin(stoa.pid);
        const result = await perSecond(sockets);
        end();
        latencies.push(...result.latencies_ms);
        return result.rate;
      },
    );
    for (const socket of [...sockets, ...bare_sockets]) socket.close();
    await bare.stop();
    await stoa.stop();
    const [p50, p99] = [0.5, 0.99].map((q) => quantile(latencies, q).toFixed(1));
    return [
      figure({
        id: 'P17',
        work: ownUser.title,
        unit: 'requests/s',
        rounds: measured,
        limit_is: `bare Bun.serve answering the same ${sample.body.length} bytes`,
        goal: { of: 'ratio', at: 'least', value: 0.3 },
        cpu: cpu.share(),
        notes: [
          `p50 ${p50} ms, p99 ${p99} ms; ${cpu.serverMicroseconds(latencies.length)}; bare: ${bare_cpu.serverMicroseconds(bare_requests)}`,
        ],
      }),
    ];
  },
};
