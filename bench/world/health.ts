// What GET /health reports to the operator: waiting polls and queues. Older servers and other callers get no counts; callers
// must handle null and say so in their notes.
import { HttpSocket } from '../load/http-socket.ts';
import { type Credentials, get } from '../load/request.ts';
import type { Stoa } from './stoa-process.ts';

export interface Health {
  waiting_polls: number | null;
  queues: number | null;
}

function count(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export async function readHealth(stoa: Stoa, as: Credentials): Promise<Health> {
  const socket = await HttpSocket.open(stoa.port);
  const reply = await socket.send(get('/health', as));
  socket.close();
  if (reply.status !== 200) throw new Error(`GET /health: status ${reply.status}`);
  try {
    const health = JSON.parse(reply.body.toString('utf8')) as Record<string, unknown>;
    return { waiting_polls: count(health.waiting_polls), queues: count(health.queues) };
  } catch {
    return { waiting_polls: null, queues: null };
  }
}

/** Waits until exactly `expected` polls wait; without counts it only gives the server time. */
export async function waitForPolls(stoa: Stoa, as: Credentials, expected: number, settle_ms: number): Promise<boolean> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const { waiting_polls } = await readHealth(stoa, as);
    if (waiting_polls === null || waiting_polls === expected) break;
    if (performance.now() > deadline) throw new Error(`${waiting_polls} polls wait after 20 s, expected ${expected}`);
    await Bun.sleep(50);
  }
  await Bun.sleep(settle_ms);
  return (await readHealth(stoa, as)).waiting_polls !== null;
}
