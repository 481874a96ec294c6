// The throughput of one GET from several clients, beside a bare server that answers the same bytes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, figure } from '../figure.ts';
import { startBareServe } from '../limits/child.ts';
import { interleave, quantile } from '../statistics.ts';
import { scratch } from '../world/directories.ts';
import type { Stoa } from '../world/stoa-process.ts';
import { closedLoop } from './closed-loop.ts';
import { CpuMeter } from './cpu-share.ts';
import { type HttpSocket, openSockets } from './http-socket.ts';

interface Work {
  readonly id: string;
  readonly work: string;
  readonly rounds: number;
  /** Of each round. */
  readonly seconds: number;
  /** One for each socket. */
  readonly requests: readonly Buffer[];
  readonly note?: string;
  /** Throws if the response to the first request is not the one that is to be measured. */
  check?(body: string): void;
}

/** Stops the server at the end. */
export async function throughputBesideBare(stoa: Stoa, sockets: HttpSocket[], work: Work): Promise<Figure> {
  const { requests, rounds, seconds } = work;
  const { body } = await sockets[0]!.send(requests[0]!);
  work.check?.(body.toString('utf8'));
  const body_file = join(scratch(work.id.toLowerCase()), 'body.json');
  writeFileSync(body_file, body);
  const bare = await startBareServe(body_file);
  const bare_sockets = await openSockets(bare.port, sockets.length);
  const measuring = (of: HttpSocket[], pid: number) => {
    const cpu = new CpuMeter();
    const latencies: number[] = [];
    const perSecond = async () => {
      const end = cpu.begin(pid);
      const result = await closedLoop(of, { seconds }, (connection) => requests[connection]!);
      end();
      latencies.push(...result.latencies_ms);
      return result.requests / result.seconds;
    };
    return { cpu, latencies, perSecond };
  };
  await measuring(sockets, stoa.pid).perSecond();
  await measuring(bare_sockets, bare.pid).perSecond();
  const [limit, ours] = [measuring(bare_sockets, bare.pid), measuring(sockets, stoa.pid)];
  const measured = await interleave(rounds, limit.perSecond, ours.perSecond);
  for (const socket of [...sockets, ...bare_sockets]) socket.close();
  await bare.stop();
  await stoa.stop();
  const [p50, p99] = [0.5, 0.99].map((q) => quantile(ours.latencies, q).toFixed(1));
  const each = ours.cpu.serverMicroseconds(ours.latencies.length);
  const bare_each = limit.cpu.serverMicroseconds(limit.latencies.length);
  return figure({
    id: work.id,
    work: work.work,
    unit: 'requests/s',
    rounds: measured,
    limit_is: `bare Bun.serve answering the same ${body.length} bytes`,
    goal: { of: 'ratio', at: 'least', value: 0.3 },
    cpu: ours.cpu.share(),
    notes: [`${work.note ?? ''}p50 ${p50} ms, p99 ${p99} ms; ${each}; bare: ${bare_each}`],
  });
}
