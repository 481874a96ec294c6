// How workers are kept running, with fake processes.
import { expect, it } from 'bun:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FromWorker, ToWorker } from './worker-channel.ts';
import type { StartWorker, WorkerProcess } from './worker-process.ts';
import { backoff, Workers } from './workers.ts';

interface FakeWorker {
  readonly received: ToWorker['type'][];
  readonly process: WorkerProcess;
  send(message: FromWorker): void;
  end(code: number | null, how: string): void;
}

function stage(count: number, beat_ms?: number) {
  const started: FakeWorker[] = [];
  const lines: string[] = [];
  const complaints: string[] = [];
  const errors: unknown[] = [];
  const start: StartWorker = (listener) => {
    const { promise, resolve } = Promise.withResolvers<{ code: number | null; how: string }>();
    const sent: ToWorker['type'][] = [];
    const end = (code: number | null, how: string) => resolve({ code, how });
    const process: WorkerProcess = {
      pid: 1000 + started.length,
      ended: promise,
      send: ({ type }) => {
        sent.push(type);
        if (type === 'stop' || type === 'retire') end(0, 'code 0');
      },
      kill: () => end(null, 'signal SIGKILL'),
    };
    started.push({ received: sent, process, send: listener, end });
    return process;
  };
  const write = ({ error }: { error?: unknown }, line: string) => {
    lines.push(line);
    errors.push(error);
  };
  const complain = (failure: string) => void complaints.push(failure);
  const workers = new Workers({
    count,
    log: { info: write, warn: write, error: write },
    complain,
    start,
    ...(beat_ms ? { beat_ms } : {}),
  });
  return { workers, started, lines, errors, complaints };
}

const turn = () => sleep(1);

it('[ND10] other workers start once the first is ready; one worker announces when all are ready', async () => {
  const { workers, started } = stage(3);
  void workers.run();
  await turn();
  expect(started).toHaveLength(1);
  started[0]!.send({ type: 'ready' });
  await turn();
  expect(started).toHaveLength(3);
  expect(started[0]!.received).toEqual([]);
  started[1]!.send({ type: 'ready' });
  started[2]!.send({ type: 'ready' });
  await turn();
  expect(started.map(({ received }) => received)).toEqual([['announce'], [], []]);
});

it('[ND11] a first start that fails ends the command with its code', async () => {
  const { workers, started, complaints } = stage(2);
  const ended = workers.run();
  started[0]!.send({ type: 'failed', failure: 'no such setting' });
  started[0]!.end(2, 'code 2');
  expect(await ended).toBe(2);
  expect(complaints).toEqual(['no such setting']);
  expect(started).toHaveLength(1);
});

it('[ND11] doubles the delay after each consecutive end, up to half a minute', () => {
  expect([0, 1, 2, 3].map(backoff)).toEqual([100, 200, 400, 800]);
  expect([9, 50, 5000].map(backoff)).toEqual([30_000, 30_000, 30_000]);
});

it('[ND12] a new worker that fails to start leaves the old ones running, and the rest is not replaced', async () => {
  const { workers, started, lines, errors, complaints } = stage(2);
  void workers.run();
  started[0]!.send({ type: 'ready' });
  await turn();
  started[1]!.send({ type: 'ready' });
  await turn();
  workers.replaceAll();
  await turn();
  expect(started).toHaveLength(3);
  started[2]!.send({ type: 'failed', failure: 'no such setting' });
  started[2]!.end(1, 'code 1');
  await turn();
  expect(started.map(({ received }) => received)).toEqual([['announce'], [], []]);
  expect(lines).toEqual(['a new worker ended with code 1, so the old ones go on']);
  expect([errors, complaints]).toEqual([['no such setting'], []]);
  started[0]!.end(null, 'signal SIGKILL');
  await sleep(150);
  expect(started).toHaveLength(4); // it is kept running as before
});

it('[ND12] a signal during a replacement starts another replacement', async () => {
  const { workers, started } = stage(1);
  void workers.run();
  started[0]!.send({ type: 'ready' });
  await turn();
  workers.replaceAll();
  workers.replaceAll();
  workers.replaceAll();
  await turn();
  started[1]!.send({ type: 'ready' });
  await turn();
  expect(started[0]!.received).toEqual(['announce', 'retire']);
  expect(started).toHaveLength(3);
  started[2]!.send({ type: 'ready' });
  await turn();
  expect(started[1]!.received).toEqual(['retire']);
  expect(started).toHaveLength(3);
});

it('[ND17] a worker that hangs is ended and started again; one that answers is not', async () => {
  const { workers, started, lines } = stage(2, 5);
  void workers.run();
  const answering = setInterval(() => {
    if (started.length > 1) started[1]!.send({ type: 'pong' });
    for (const { send } of started.slice(2)) send({ type: 'ready' });
  }, 2);
  try {
    started[0]!.send({ type: 'ready' });
    await turn();
    started[1]!.send({ type: 'ready' });
    expect(await started[0]!.process.ended).toEqual({ code: null, how: 'signal SIGKILL' });
    while (started.length < 3) await turn();
    expect(lines.slice(0, 2)).toEqual([
      'a worker hangs: it no longer answers, so it is ended',
      'a worker ended with signal SIGKILL; it is started again',
    ]);
    expect(started[1]!.received.filter((type) => type === 'ping').length).toBeGreaterThan(8);
    expect(started).toHaveLength(3);
  } finally {
    clearInterval(answering);
    await workers.stop();
  }
});

it('[ND13] no worker is started after a stop', async () => {
  const { workers, started } = stage(1);
  void workers.run();
  started[0]!.send({ type: 'ready' });
  await turn();
  started[0]!.end(null, 'signal SIGKILL');
  await workers.stop();
  await sleep(150);
  expect(started).toHaveLength(1);
});
