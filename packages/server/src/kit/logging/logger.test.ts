// Levels, scrubbing and the form of log lines.
import { afterAll, beforeAll, describe, expect, it, spyOn } from 'bun:test';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { leastProcessorMs } from '@stoa/testkit';
import pino from 'pino';
import { parseFormat, parseLevels } from './levels.ts';
import { openLoggers } from './open-loggers.ts';
import { pretty } from './pretty.ts';
import { scrub } from './scrub.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-log-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('[LG3] levels', () => {
  it('are one for all, or one for each subsystem', () => {
    expect(parseLevels('warn')).toEqual({ server: 'warn', requests: 'warn', jobs: 'warn' });
    expect(parseLevels('requests=debug')).toEqual({ server: 'info', requests: 'debug', jobs: 'info' });
    expect(parseLevels('error, jobs=debug')).toEqual({ server: 'error', requests: 'error', jobs: 'debug' });
  });

  it.each(['loud', 'http=info', 'info,warn', 'jobs=', '', 'jobs=info,jobs=warn'])('refuses "%s"', (text) => {
    expect(() => parseLevels(text)).toThrow('must ');
  });

  it('refuses an unknown format', () => {
    expect(parseFormat('json')).toBe('json');
    expect(() => parseFormat('xml')).toThrow('must be pretty or json');
  });
});

describe('[LG2] texts of errors', () => {
  it.each([
    ['550 5.1.1 <ada@example.com>: no such user', '550 5.1.1 <<address>>: no such user'],
    ['to=grüße@exämple.org refused', 'to=<address> refused'],
    ['connect postgres://stoa:hunter2@db:5432/stoa', 'connect postgres://db:5432/stoa'],
    ['POST https://hooks.example.com/T0/B0/xyz?t=1 failed', 'POST https://hooks.example.com/… failed'],
    ['authorization: Basic YWRhOnNlY3JldA==', 'authorization: Basic …'],
    ['key 0123456789abcdefABCDEF0123456789 is unknown', 'key <key> is unknown'],
  ])('%s', (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed);
  });

  it('[LG800] take linear time, whatever they contain', async () => {
    const long = [
      'a'.repeat(50_000),
      'a.'.repeat(25_000),
      'a@'.repeat(25_000),
      `@${'a'.repeat(50_000)}`,
      '://'.repeat(20_000),
    ];
    for (const text of long) expect(await leastProcessorMs(300, () => scrub(text))).toBeLessThan(300);
  });

  it('keep stack frames unchanged', () => {
    const stack = 'Error: a fault\n    at run (/srv/stoa/node_modules/@tus/server/dist/index.js:10:5)';
    expect(scrub(stack)).toBe(stack);
  });
});

describe('[LG1] lines', () => {
  it('are readable in pretty form, with control characters escaped', () => {
    const line = {
      level: 'info',
      time: '2030-01-01T00:00:00.000Z',
      subsystem: 'jobs',
      kind: 'a b',
      n: 1,
      msg: 'x\ny\u001b',
    };
    expect(pretty(JSON.stringify(line))).toBe(
      '2030-01-01T00:00:00.000Z info  jobs     x\\u{a}y\\u{1b} kind="a b" n=1\n',
    );
  });

  it('[LG6] all arrive in order, in the file that has the name at that moment', async () => {
    const file = join(directory, 'stoa.log');
    const logs = openLoggers({ format: 'json', levels: parseLevels('info'), file });
    const log = logs.of('server');
    const numbers = (path: string) =>
      existsSync(path)
        ? Array.from(readFileSync(path, 'utf8').matchAll(/^{.*}$/gm), ([line]) => JSON.parse(line).n as number)
        : [];
    const written = async (path: string, last: number) => {
      for (const end = performance.now() + 10_000; numbers(path).at(-1) !== last && performance.now() < end; )
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    for (let n = 0; n < 500; n++) log.info({ n }, 'before');
    await written(file, 499);
    renameSync(file, `${file}.1`);
    for (let n = 500; n < 600; n++) log.info({ n }, 'between');
    logs.reopen();
    for (let n = 600; n < 1000; n++) log.info({ n }, 'after');
    log.debug({ n: -1 }, 'too low');
    await written(file, 999);
    logs.flush();
    const [old, fresh] = [numbers(`${file}.1`), numbers(file)];
    expect([...old, ...fresh]).toEqual(Array.from({ length: 1000 }, (_, n) => n));
    expect(fresh.at(-1)).toBe(999);
    expect(old).toContain(499);
  });

  it('[LG10] are written soon although none follows, and nothing while none waits', async () => {
    const file = join(directory, 'quiet.log');
    const made = spyOn(pino, 'destination');
    const logs = openLoggers({ format: 'json', levels: parseLevels('info'), file });
    const destination = made.mock.results[0]!.value as ReturnType<typeof pino.destination>;
    made.mockRestore();
    const flush = spyOn(destination, 'flush');
    const lines = () => readFileSync(file, 'utf8').split('\n').length - 1;
    const untilWritten = async (count: number) => {
      for (const end = performance.now() + 10_000; lines() < count && performance.now() < end; ) await sleep(10);
      expect(lines()).toBe(count);
    };
    await once(destination, 'ready');
    logs.of('server').info({}, 'ein Wörtchen');
    await untilWritten(1);
    flush.mockClear();
    await sleep(400);
    expect(flush).not.toHaveBeenCalled();
    logs.of('server').info({}, 'one more');
    await untilWritten(2);
    expect(flush).toHaveBeenCalled();
  });

  it('[LG8] that the file does not take are missed on stderr, once a minute', async () => {
    const gone = join(directory, 'gone');
    mkdirSync(gone);
    const said: string[] = [];
    const stderr = spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    try {
      const logs = openLoggers({ format: 'json', levels: parseLevels('info'), file: join(gone, 'stoa.log') });
      logs.of('server').info({}, 'there');
      await new Promise((resolve) => setTimeout(resolve, 300));
      rmSync(gone, { recursive: true });
      for (let n = 0; n < 3; n++) {
        logs.reopen();
        logs.of('server').info({}, 'lost');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    } finally {
      stderr.mockRestore();
    }
    expect(said).toEqual([
      expect.stringMatching(/^stoa: lines of the log are lost: can't write to .*stoa\.log: ENOENT.*\n$/),
    ]);
  });
});
