// Faults of a server with the embedded database, under load. `npm run test:faults` runs them, and writes docs/operate/faults.md.
import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, SeededRandom } from '@stoa/testkit';
import { run, STOA } from '../documented.ts';
import { judge, type Message, type Verdict } from './checker.ts';
import { pause } from './load.ts';
import { Node } from './node.ts';
import { cutPower, openAfterCut, readOperations } from './power-cut.ts';
import {
  clockOf,
  credentialsOf,
  diskLibrary,
  embeddedData,
  finish,
  type Row,
  type Scene,
  scratch,
  underLoad,
} from './stage.ts';

setDefaultTimeout(90_000);

const rows: Row[] = [];
afterAll(() => finish(rows));
const RELEASED = fileURLToPath(new URL('../../packages/server/src/migrations/released/', import.meta.url));
const ROOT = process.getuid?.() === 0;
const MEMORY_GROUPS = '/sys/fs/cgroup/memory';
const PAGE = 4096;
const random = new SeededRandom(7);

/** Expects nothing lost, duplicated or reordered, and writes a row. `then` says what an operator sees. */
function record(fault: string, then: string, verdict: Verdict, problems: readonly string[] = []): void {
  rows.push({ engine: 'SQLite', fault, then, ...verdict });
  expect(problems).toEqual([]);
  const { lost, duplicated, reordered } = verdict;
  expect({ lost, duplicated, reordered }).toEqual({ lost: 0, duplicated: 0, reordered: 0 });
}

async function underFault(
  fault: string,
  then: string,
  work: (scene: Scene) => Promise<void>,
  options: { env?: Record<string, string>; under?: string[]; data?: string } = {},
): Promise<void> {
  const data = options.data ?? (await embeddedData());
  const { verdict, problems } = await underLoad({ ...options, data }, work);
  record(fault, then, verdict, problems);
}

/** A disk whose faults `control` says. */
function badDisk() {
  const control = mkdtempSync(join(scratch, 'control-'));
  const file = join(control, 'fault');
  return {
    env: { LD_PRELOAD: diskLibrary(), FAULT_CONTROL: file },
    be: (fault: string) => writeFileSync(file, fault),
    heal: () => rmSync(file, { force: true }),
  };
}

const sound = (data: string) => run(`${STOA} check --data ${data}`);

describe('[FT1] embedded database', () => {
  it('killed', () =>
    underFault('the process is killed, 3 times', 'the next start continues', async ({ node, load }) => {
      for (let round = 0; round < 3; round++) {
        await pause(500 + random.below(500));
        await node.end('SIGKILL');
        await node.start();
        await load.recovered(10_000);
      }
    }));

  it('stopped', () =>
    underFault('restarted by SIGTERM, 3 times', 'requests in progress are answered', async ({ node, load }) => {
      for (let round = 0; round < 3; round++) {
        await pause(500 + random.below(500));
        await node.end('SIGTERM');
        await node.start();
        await load.recovered(10_000);
      }
    }));

  it('frozen', () =>
    underFault('the process is frozen for 10 s', 'requests wait', async ({ node }) => {
      node.signal('SIGSTOP');
      await pause(10_000);
      node.signal('SIGCONT');
    }));

  it('power cut', async () => {
    const data = await embeddedData();
    const before = mkdtempSync(join(scratch, 'before-'));
    cpSync(data, before, { recursive: true });
    const log = join(before, 'operations');
    const env = { LD_PRELOAD: diskLibrary(), FAULT_LOG: log };
    let acknowledged: Scene['load']['acknowledged'] = [];
    const { verdict, problems } = await underLoad({ data, env }, async ({ load }) => {
      await pause(6000);
      acknowledged = load.acknowledged;
    });
    const operations = readOperations(log);
    expect(operations.length).toBeGreaterThan(500);
    const CUTS = 90;
    const total = { ...verdict };
    for (let cut = 0; cut < CUTS; cut++) {
      const into = mkdtempSync(join(scratch, 'cut-'));
      // The first operations are those of the start, before any message.
      const count = Math.floor(operations.length * 0.05) + random.below(operations.length * 0.95);
      cutPower(operations, count, before, into, random);
      const stored = openAfterCut(into);
      const until_ms = operations[count - 1]!.at_us / 1000;
      // Acknowledgements are known to the millisecond.
      const known = acknowledged.filter(({ at }) => at + 1 < until_ms);
      const plain = (content: string) => content.replace(/^edited \d+$/, 'edited 0');
      const messages = stored.map(({ id, content }) => ({ id, content: plain(content) }));
      const found = judge({ acknowledged: known, stored: messages, queues: [] });
      total.lost += found.lost;
      total.reordered += found.reordered;
      const ours = messages.filter(({ content }) => /^(s\d|edited)/.test(content));
      total.duplicated += ours.length - new Set(ours.map(({ content }) => content)).size;
      if (cut % 30 === 0) {
        cpSync(join(data, 'files'), join(into, 'files'), { recursive: true });
        const node = await new Node({ data: into, port: await freePort() }).start();
        await node.end('SIGTERM');
        await sound(into);
      }
      rmSync(into, { recursive: true });
    }
    record(
      `power cut, rebuilt at ${CUTS} moments: what was not synced is there, gone or torn`,
      'the next start continues',
      total,
      problems,
    );
  });

  it.skipIf(!ROOT)('disk full', async () => {
    const data = mkdtempSync(join(scratch, 'full-'));
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', data]).status).toBe(0);
    try {
      await embeddedData(data);
      const work = async ({ node, load }: Scene) => {
        const filler = join(data, 'filler');
        spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']);
        // A write-ahead log that starts over still has the space that it took before the disk was full.
        const statusNow = async () => (await fetch(`${node.url}/health`)).status;
        for (let left = 30; left > 0 && (await statusNow()) !== 503; left--) await pause(1000);
        await pause(1000);
        const stuck = load.acknowledged.length;
        await pause(5000);
        expect([await statusNow(), load.acknowledged.length - stuck]).toEqual([503, 0]);
        rmSync(filler);
      };
      await underFault('the disk is full for 6 s', 'writes are 503, reads go on, `/health` is 503', work, { data });
      await sound(data);
    } finally {
      spawnSync('umount', ['-l', data]);
    }
  });

  it('read-only disk', async () => {
    const disk = badDisk();
    const work = async ({ node }: Scene) => {
      disk.be('error 30');
      await pause(5000);
      expect((await fetch(`${node.url}/health`)).status).toBe(503);
      disk.heal();
    };
    await underFault('the disk is read-only for 5 s', 'writes are 503, `/health` is 503', work, { env: disk.env });
  });

  it('disk errors', async () => {
    const disk = badDisk();
    const work = async ({ node, load, data }: Scene) => {
      disk.be('error 5');
      await pause(3000);
      disk.heal();
      await load.recovered(20_000);
      await node.end('SIGTERM');
      await sound(data);
      await node.start();
    };
    await underFault('the disk fails every write and sync for 3 s (EIO)', 'writes are 503', work, { env: disk.env });
  });

  it('slow disk', async () => {
    const disk = badDisk();
    const work = async () => {
      disk.be('delay 400');
      await pause(8000);
      disk.heal();
    };
    await underFault('each sync takes 0.4 s, for 8 s', 'writes share commits', work, { env: disk.env });
  });

  it('missing files', () =>
    underFault('the directory of files vanishes for 4 s', 'uploads fail, messages go on', async ({ data, load }) => {
      while (!existsSync(join(data, 'files'))) await pause(50);
      renameSync(join(data, 'files'), join(data, 'away'));
      await pause(4000);
      expect(load.problems).toEqual([]);
      cpSync(join(data, 'away'), join(data, 'files'), { recursive: true });
    }));

  for (const [name, jump] of [
    ['forward, then back', '+6h'],
    ['back, then forward', '-6h'],
  ] as const)
    it(`clock ${name}`, async () => {
      const file = join(mkdtempSync(join(scratch, 'clock-')), 'offset');
      const work = async ({ load }: Scene) => {
        writeFileSync(file, jump);
        await pause(4000);
        await load.recovered(5000);
        writeFileSync(file, '+0');
        await pause(2000);
      };
      await underFault(`the clock jumps 6 h ${name}`, 'no effect', work, {
        env: clockOf(file),
      });
    });

  it('no descriptors left', () =>
    underFault(
      'no file descriptor is left for 5 s: 400 connections, 160 allowed',
      'new connections wait, open ones work',
      async ({ node }) => {
        const sockets: Socket[] = Array.from({ length: 400 }, () =>
          connect(node.options.port, '127.0.0.1').on('error', () => {}),
        );
        await pause(5000);
        for (const socket of sockets) socket.destroy();
      },
      { under: ['sh', '-c', 'ulimit -n 160; exec "$0" "$@"'] },
    ));

  it.skipIf(!ROOT || !existsSync(join(MEMORY_GROUPS, 'memory.limit_in_bytes')))('out of memory', () =>
    underFault(
      'memory is used up: the kernel kills the process',
      'the supervisor starts it again',
      async ({ node }) => {
        const group = join(MEMORY_GROUPS, `stoa-faults-${process.pid}`);
        mkdirSync(group);
        try {
          writeFileSync(join(group, 'cgroup.procs'), `${node.pid}`);
          const killed = node.exited();
          // Less than it needs for its next allocations, however much the kernel takes back.
          for (let mib = 64; node.is_running && mib > 0; mib -= 8) {
            try {
              writeFileSync(join(group, 'memory.limit_in_bytes'), `${mib}M`);
            } catch {
              // The kernel could not take that much back now.
            }
            await Promise.race([killed, pause(300)]);
          }
          if (node.is_running) node.signal('SIGKILL');
          await killed;
        } finally {
          spawnSync('rmdir', [group]);
        }
        await node.start();
      },
    ),
  );

  it('locked', () =>
    underFault(
      'another process holds the lock of the database for 4 s',
      'writes wait, reads go on',
      async ({ data }) => {
        const other = new Database(join(data, 'stoa.db'));
        while (true) {
          try {
            other.exec('begin immediate');
            break;
          } catch {
            await pause(1);
          }
        }
        await pause(4000);
        other.exec('rollback');
        other.close();
      },
    ));

  it('second server', () =>
    underFault('a second server starts on the same data', 'it is refused in one sentence', async ({ data }) => {
      const second = new Node({ data, port: await freePort() });
      second.launch();
      await second.exited();
      expect(second.output).toContain('another server already runs on the data');
    }));

  it('missing database', () =>
    underFault(
      'the database is gone at a start',
      'the start is refused, no new one is made',
      async ({ node, data }) => {
        await node.end('SIGTERM');
        renameSync(join(data, 'stoa.db'), join(data, 'moved'));
        node.launch();
        await node.exited();
        expect(node.output).toContain('stoa.db is missing');
        renameSync(join(data, 'moved'), join(data, 'stoa.db'));
        await node.start();
      },
    ));

  it('damaged page', () =>
    underFault('a page is damaged', '`stoa check` names it; the backup has all', async ({ node, data, load }) => {
      const backup = join(data, '..', `backup-${node.pid}`);
      await node.end('SIGTERM');
      const sent = load.acknowledged.length;
      expect(sent).toBeGreaterThan(0);
      await run(`${STOA} backup --data ${data} ${backup}`);
      const whole = `${data}-whole`;
      cpSync(data, whole, { recursive: true });
      const file = join(data, 'stoa.db');
      const database = new Database(file);
      const [{ page }] = database.query("select rootpage as page from sqlite_schema where name = 'messages'").all() as [
        { page: number },
      ];
      database.close();
      const bytes = readFileSync(file);
      bytes.fill(0xff, (page - 1) * PAGE, page * PAGE);
      writeFileSync(file, bytes);
      await expect(sound(data)).rejects.toThrow(/page/);
      const restored = `${data}-restored`;
      await run(`${STOA} restore --data ${restored} ${backup}`);
      await sound(restored);
      // What the restored copy has is counted below, for ids move on in it: here the undamaged file goes on.
      const messages = new Database(join(restored, 'stoa.db'), { readonly: true });
      const [{ count }] = messages
        .query("select count(*) as count from messages where content glob 's[0-9]* n*'")
        .all() as [{ count: number }];
      messages.close();
      expect(count).toBeGreaterThanOrEqual(load.acknowledged.filter(({ content }) => content.startsWith('s')).length);
      rmSync(data, { recursive: true });
      renameSync(whole, data);
      await node.start();
    }));

  it('killed while migrating', async () => {
    const archive = join(RELEASED, '0.1.0.sqlite.tar.gz');
    const messagesOf = (data: string) => {
      const database = new Database(join(data, 'stoa.db'), { readonly: true });
      // Some messages of that data say the same.
      const all = database.query("select id, id || ' ' || content as content from messages order by id").all();
      database.close();
      return all as Message[];
    };
    const total = { acknowledged: 0, lost: 0, duplicated: 0, reordered: 0, pause_ms: 0 };
    for (let round = 0; round < 5; round++) {
      const directory = mkdtempSync(join(scratch, 'old-'));
      expect(spawnSync('tar', ['-xzf', archive, '-C', directory]).status).toBe(0);
      const data = join(directory, 'data');
      const acknowledged = messagesOf(data).map((each, at) => ({ ...each, sender: 0, at }));
      const log = join(data, 'stoa.db-wal');
      rmSync(log, { force: true });
      const node = new Node({ data, port: await freePort() });
      node.launch();
      for (const limit = Date.now() + 10_000; !existsSync(log) && Date.now() < limit; ) await pause(1);
      await pause(round * 6);
      await node.end('SIGKILL');
      await run(`${STOA} migrate --data ${data}`);
      await sound(data);
      const { lost, duplicated, reordered } = judge({ acknowledged, stored: messagesOf(data), queues: [] });
      total.acknowledged += acknowledged.length;
      total.lost += lost;
      total.duplicated += duplicated;
      total.reordered += reordered;
    }
    record('killed during the migration of old data, 5 times', 'the next start goes on with it', total);
  });

  it('killed while backing up', () =>
    underFault(
      'killed during a backup, 3 times',
      'no half backup counts; the next is whole',
      async ({ node, data }) => {
        const target = `${data}-backup`;
        for (let round = 0; round < 3; round++) {
          const backup = spawn(STOA, ['backup', '--data', data, target], { stdio: 'ignore' });
          const ended = once(backup, 'exit');
          await pause(300 + random.below(400));
          backup.kill('SIGKILL');
          await ended;
        }
        await node.end('SIGKILL');
        await node.start();
        await run(`${STOA} backup --data ${data} ${target}`);
        await run(`${STOA} check --backup ${target}`);
      },
    ));

  it('killed while compacting', () =>
    underFault('VACUUM by another process, which is killed', 'writes wait for it', async ({ data, load }) => {
      const padding = new Database(join(data, 'stoa.db'));
      padding.exec('pragma busy_timeout = 5000; create table padding as select randomblob(30000000) as bytes');
      padding.close();
      const script = `new (require('bun:sqlite').Database)(${JSON.stringify(join(data, 'stoa.db'))}).exec('pragma busy_timeout = 5000; vacuum')`;
      for (let round = 0; round < 3; round++) {
        const vacuum = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
        const ended = once(vacuum, 'exit');
        await pause(100 + 60 * round);
        vacuum.kill('SIGKILL');
        await ended;
        await load.recovered(10_000);
      }
    }));

  it('clients that abort', () =>
    underFault('1,000 clients break off requests', 'nothing is left of them', async ({ node, data, load }) => {
      const authorization = `Basic ${btoa(credentialsOf(data))}`;
      for (let round = 0; round < 20; round++) {
        const sockets = Array.from({ length: 50 }, (_, at) => {
          const socket = connect(node.options.port, '127.0.0.1').on('error', () => {});
          const head = `Host: a\r\nAuthorization: ${authorization}\r\n`;
          socket.write(
            at % 2
              ? `GET /api/v1/messages?anchor=newest&num_before=100&num_after=0 HTTP/1.1\r\n${head}\r\n`
              : `POST /api/v1/messages HTTP/1.1\r\n${head}Content-Length: 1000\r\n\r\ntype=stream&to=`,
          );
          return socket;
        });
        await pause(60 + random.below(60));
        for (const socket of sockets) socket.destroy();
      }
      await load.recovered(10_000);
      const health = (await (await fetch(`${node.url}/health`)).json()) as Record<string, unknown>;
      expect(Number(health.waiting_requests ?? health.waiting ?? 0)).toBeLessThan(20);
    }));
});
