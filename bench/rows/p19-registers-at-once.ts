// P19: memory while 40 people of an organization of 50,000 register at once, as after a restart of the server.
import { figure, type Row } from '../figure.ts';
import { treeRssBytes } from '../load/cpu-share.ts';
import { type HttpSocket, openSockets } from '../load/http-socket.ts';
import { accepting, submit } from '../load/request.ts';
import { settledRssBytes } from '../load/settled-memory.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { type World, world } from '../world/store.ts';

const USERS = 50_000;
const AT_ONCE = 40;
const SAMPLE_MS = 10;
/** How long half of the clients wait before they read. */
const SLOW_MS = 3000;
const GOAL_MB = 250;

/** The highest growth in MB, and how long the prompt readers waited. */
async function registerAll(stoa: Stoa, { users }: World, encoding: string | null): Promise<{ mb: number; ms: number }> {
  const before = await settledRssBytes(stoa.pid);
  const sockets = await openSockets(stoa.port, AT_ONCE);
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, treeRssBytes(stoa.pid));
  }, SAMPLE_MS);
  const started = performance.now();
  let ms = 0;
  await Promise.all(
    sockets.map(async (socket: HttpSocket, n) => {
      const request = submit('POST', '/api/v1/register', users[n]!, { slim_presence: true });
      const reply = socket.send(encoding === null ? request : accepting(request, encoding));
      if (n % 2 === 0) {
        socket.stopReading();
        await Bun.sleep(SLOW_MS);
        socket.resumeReading();
      }
      const { status } = await reply;
      if (status !== 200) throw new Error(`register: ${status}`);
      if (n % 2 === 1) ms = performance.now() - started;
    }),
  );
  clearInterval(timer);
  for (const socket of sockets) socket.close();
  return { mb: (highest - before) / 1e6, ms };
}

export const registersAtOnce: Row = {
  id: 'P19',
  title: `memory while ${AT_ONCE} of 50,000 people register at once`,
  async run({ rounds }) {
    const place = await world(USERS - 1); // the owner is one of them
    const figures = [];
    for (const encoding of [null, 'gzip', 'zstd']) {
      const all: { mb: number; ms: number }[] = [];
      for (let round = 0; round < rounds; round++) {
        const stoa = await serve(place.directory);
        all.push(await registerAll(stoa, place, encoding));
        await stoa.stop();
      }
      figures.push(
        figure({
          id: `P19 ${encoding ?? 'plain'}`,
          work: `growth of resident memory while ${AT_ONCE} of 50,000 people register at once, half of them reading late, ${encoding ?? 'not compressed'}`,
          unit: 'MB',
          rounds: { limit: [], ours: all.map(({ mb }) => mb) },
          goal: { of: 'ours', at: 'most', value: GOAL_MB },
          notes: [`prompt readers have all read after ${all.map(({ ms }) => ms.toFixed(0)).join(', ')} ms`],
        }),
      );
    }
    return figures;
  },
};
