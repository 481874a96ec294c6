// Connections of a few addresses to a server of the runtime, over real sockets.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const [GREEDY, MODEST, PROXY] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
const FILES_MAX = 4000;
const trusted_proxies = [ipaddr.parseCIDR(`${PROXY}/32`)];

describe.skipIf(process.platform !== 'linux')('connections of an address, where descriptors are short', () => {
  let server: ReturnType<typeof Bun.serve>;
  const open = new Map<string, Set<Socket>>();
  beforeAll(() => {
    server = Bun.serve({ hostname: '0.0.0.0', port: 0, fetch: () => new Response('here') });
  });
  afterAll(async () => {
    for (const sockets of open.values()) for (const socket of sockets) socket.destroy();
    await server.stop(true);
  });

  async function connectFrom(address: string, count: number): Promise<void> {
    const sockets = open.get(address) ?? new Set();
    open.set(address, sockets);
    for (let n = 0; n < count; n++) {
      const socket = connect({ port: server.port!, host: '127.0.0.1', localAddress: address });
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      await once(socket, 'connect');
      sockets.add(socket);
      // The system hands over a connection when something has been sent.
      await ask(socket);
    }
  }
  const ask = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
  };
  const counts = () => Object.fromEntries([...open].map(([address, { size }]) => [address, size]));
  async function close(surplus: number, each: number) {
    const { closeSurplus } = await import('./close-surplus.ts');
    const cuts = await closeSurplus(server.port!, { each: () => each, trusted_proxies, files_max: FILES_MAX, surplus });
    await Bun.sleep(100);
    return cuts;
  }

  it('[HT823] are closed, those silent for the longest time first; addresses with few and trusted proxies keep all', async () => {
    await connectFrom(GREEDY, 30);
    await connectFrom(MODEST, 10);
    await connectFrom(PROXY, 40);
    await Bun.sleep(50);
    const speaking = [...open.get(GREEDY)!].slice(0, 5);
    for (const socket of speaking) await ask(socket);
    expect(await close(100, 12)).toEqual([{ address: GREEDY, connections: 30, closed: 18, files_max: FILES_MAX }]);
    expect(counts()).toEqual({ [GREEDY]: 12, [MODEST]: 10, [PROXY]: 40 });
    for (const socket of speaking) expect(open.get(GREEDY)!.has(socket)).toBe(true);
    // Those that are left still work, and so do new ones.
    await ask(speaking[0]!);
    await connectFrom(GREEDY, 1);
  });

  it('[HT823] are not closed beyond what is needed, nor other sockets of the process', async () => {
    await connectFrom(GREEDY, 7);
    expect(await close(3, 1)).toEqual([{ address: GREEDY, connections: 20, closed: 3, files_max: FILES_MAX }]);
    expect(counts()).toEqual({ [GREEDY]: 17, [MODEST]: 10, [PROXY]: 40 });
    expect(await close(100, 50)).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200);
  });
});
