// Two processes on one port, of which one leaves while its event loop is busy, so connections wait at its socket.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

setDefaultTimeout(30_000);

const MODULE = fileURLToPath(new URL('./refuse-connections.ts', import.meta.url));

/** Serves the port; when told to leave, refuses first if asked to, is then busy for 200 ms, and closes. */
const program = (port: number) => `
  import { refuseNewConnections } from ${JSON.stringify(MODULE)};
  const server = Bun.serve({ port: ${port}, hostname: '127.0.0.1', reusePort: true, fetch: () => new Response('here', { headers: { connection: 'close' } }) });
  process.on('message', async (refuses) => {
    if (refuses) process.send(refuseNewConnections());
    await Bun.sleep(100);
    Bun.sleepSync(200);
    await server.stop();
    process.exit(0);
  });
  process.send('ready');
`;

interface Other {
  leave(refuses: boolean): Promise<unknown>;
  end(): void;
}

async function start(port: number): Promise<Other> {
  const ready = Promise.withResolvers<unknown>();
  const messages: unknown[] = [];
  const child = Bun.spawn([process.execPath, '-e', program(port)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message) => (message === 'ready' ? ready.resolve(null) : messages.push(message)),
  });
  await ready.promise;
  return {
    async leave(refuses) {
      child.send(refuses);
      await child.exited;
      return messages[0] ?? null;
    },
    end: () => child.kill(),
  };
}

/** One request by a connection of its own: the last line of the response, or the code of the error. */
function ask(port: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = createConnection(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer.split('\r\n').at(-1)!));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
  });
}

async function leaveUnderLoad(refuses: boolean) {
  const free = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') });
  const port = free.port!;
  await free.stop(true);
  const [leaving, staying] = [await start(port), await start(port)];
  const left = leaving.leave(refuses);
  const answers: Promise<string>[] = [];
  for (let n = 0; n < 60; n++) {
    answers.push(ask(port));
    await sleep(5);
  }
  const result = await left;
  const counts = Object.entries(Object.groupBy(await Promise.all(answers), (answer) => answer));
  staying.end();
  return { told: result, counts: Object.fromEntries(counts.map(([answer, all]) => [answer, all!.length])) };
}

it.skipIf(process.platform !== 'linux')('[ND12] a process that leaves a shared port loses no connection', async () => {
  // The reason for it: without it, connections that wait at the socket are reset.
  const { here, ...lost } = (await leaveUnderLoad(false)).counts;
  expect(Object.keys(lost).length).toBeGreaterThan(0);
  expect(here).toBeGreaterThan(0);
  expect(await leaveUnderLoad(true)).toEqual({ told: 1, counts: { here: 60 } });
});
