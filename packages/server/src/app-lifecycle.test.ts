// Starting and stopping the whole server, in a process that must end by itself.
import { expect, it } from 'bun:test';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase } from '../../testkit/src/test-database.ts';

const SCRIPT = fileURLToPath(new URL('../../testkit/src/failing-starts.ts', import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('[CL20] a start that fails after any step leaves no timer, socket, process or lock', async () => {
  const data = mkdtempSync(join(tmpdir(), 'stoa-lifecycle-'));
  const database = await createTestDatabase();
  try {
    // The same port and data each time: a socket or lock left open fails the next start.
    const args = [SCRIPT, data, database.url ?? '', String(await freePort())];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    const { steps, ...end } = JSON.parse(stdout);
    expect(end).toEqual({ status: 200, timers: 0, reported: [] });
    const names = steps.map(({ after }: { after: string }) => after);
    expect(names).toEqual(expect.arrayContaining(['store', 'files', 'event queues', 'requests', 'jobs', 'polls']));
    if (database.url === null) expect(names[0]).toBe('lock');
    for (const step of steps) expect(step).toMatchObject({ timers: 0, reported: [] });
  } finally {
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  }
}, 90_000);
