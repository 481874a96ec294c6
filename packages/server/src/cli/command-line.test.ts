// The command line as a whole: help, options, variables and errors.

import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { infoOf } from '../config/setting.ts';
import { openStore } from '../kit/database/open.ts';
import { sql } from '../kit/database/sql.ts';
import { migrations } from '../migrations/index.ts';
import { commands } from './commands.ts';
import { type ParsedCommand, program } from './program.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { type Ended, stoa } from './stoa-process.ts';

let directory: string;
let database: TestDatabase;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-cli-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

/** Expects one line on stderr that begins with the program's name, and nothing else. */
function expectOneLine({ code, stdout, stderr }: Ended, exit_code: number, words: string): void {
  expect(stderr).toContain(words);
  expect(stderr).toMatch(/^stoa: [^\n]+\n$/);
  expect(stdout).toBe('');
  expect(code).toBe(exit_code);
}

const INIT = ['--org', 'Acme', '--email', 'ada@stoa.example', '--name', 'Ada'];
const store = (data: string) => ['--data', data, ...(database.url === null ? [] : ['--database', database.url])];

describe('[CL1] a failure is one line and an exit code', () => {
  it.each([
    [[], 'no command is given'],
    [['bogus'], 'unknown command "bogus"'],
    [['--bogus'], "unknown option '--bogus'"],
    [['user'], 'user create'],
    [['user', 'rename'], 'unknown command "user rename"'],
    [['serv'], 'unknown command "serv"; is "serve" meant?'],
    [['user', 'crate'], 'is "user create" meant?'],
    [['serve', '--version'], "unknown option '--version'"],
    [['serve', '--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['serve', '--port'], 'argument missing'],
    [['serve', '--dev=perhaps'], '--dev must be true or false'],
    [['serve', '--secret', 'x'], "unknown option '--secret'"],
    [['serve', '--port', 'http'], '--port must be a number'],
    [['serve', '--port', '65536'], '--port must be a number'],
    [['serve', '--port=-1'], '--port must be a number'],
    [['serve', '--database', 'mysql://localhost/stoa'], '--database must be a postgres:// URL'],
    [['check', '--database', 'localhost'], '--database must be a postgres:// URL'],
    [['serve', 'now'], 'unexpected word "now"'],
    [['init', '--org', 'A', '--name', 'B'], '--email is missing'],
    [['user', 'set-role', 'ada@stoa.example'], "missing required argument 'ROLE'"],
    [['user', 'set-role', '1', 'king'], 'a role is one of owner'],
  ])('usage: stoa %j', async (args, words) => {
    expectOneLine(await stoaInProcess(args), 2, words);
  });

  it('the data directory cannot be created', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    for (const args of [
      ['serve', '--port', '0'],
      ['init', ...INIT],
    ])
      expectOneLine(await stoa([...args, '--data', join(file, 'data')]), 1, "can't write to the data directory");
  });

  it('the port is in use', async () => {
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const args = ['serve', '--port', String(port), ...store(join(directory, 'port'))];
    expectOneLine(await stoa(args), 1, `127.0.0.1:${port}: the port is in use`);
    other.close();
  });

  it('the address is not of this machine', async () => {
    for (const [host, reason] of [
      ['192.0.2.1', 'this machine has no such address'],
      ['no-such-host.invalid', 'it is neither an address nor a name of this machine'],
    ] as const) {
      const args = ['serve', '--port', '0', '--host', host, ...store(join(directory, 'host'))];
      expectOneLine(await stoa(args), 1, `can't listen on ${host}:0: ${reason}`);
    }
  });

  it('the data has a newer schema', async () => {
    const data = join(directory, 'newer');
    expect((await stoaInProcess(['init', ...INIT, ...store(data)])).code).toBe(0);
    const opened = await openStore({ data, database: database.url }, migrations);
    await opened.transaction((tx) =>
      tx.run(sql`insert into schema_version (version, name, applied_at) values (${999}, ${'x'}, ${0})`),
    );
    await opened.close();
    for (const command of [['serve', '--port', '0'], ['check'], ['user', 'list']])
      expectOneLine(await stoa([...command, ...store(data)]), 1, 'schema version 999');
  });

  it('the database file is not a database', async () => {
    const data = mkdtempSync(join(directory, 'garbage-'));
    writeFileSync(
      join(data, 'stoa.db'),
      'this is a text, and long enough to be read as the head of something'.repeat(20),
    );
    for (const command of [['serve', '--port', '0'], ['check'], ['user', 'list']])
      expectOneLine(await stoa([...command, '--data', data]), 1, "can't open the database");
  });

  it('the database cannot be reached, and its password is not shown', async () => {
    const url = 'postgres://stoa:hunter2@127.0.0.1:1/stoa';
    const ended = await stoa(['serve', '--port', '0', '--data', join(directory, 'far'), '--database', url]);
    expectOneLine(ended, 1, "can't reach the database");
    expect(ended.stderr).not.toContain('hunter2');
  });

  it('the secret of several nodes is too short', async () => {
    const ended = await stoa(['serve', '--port', '0', ...store(join(directory, 'secret'))], {
      env: { STOA_SECRET: '' },
    });
    expectOneLine(ended, 2, 'STOA_SECRET must have at least 32 characters');
  });

  it('STOA_DEBUG=1 adds a stack trace', async () => {
    const { stderr } = await stoa(['serve', '--prot'], { env: { STOA_DEBUG: '1' } });
    expect(stderr).toMatch(/\n +at /);
  });
});

describe('[CL2] every option is also a variable', () => {
  it('named like the option in capitals; the option takes precedence, and an empty variable is ignored', async () => {
    const env = { STOA_PORT: 'from the variable', STOA_DATA: join(directory, 'unused') };
    expectOneLine(await stoa(['serve'], { env }), 2, '"from the variable"');
    expectOneLine(await stoa(['serve', '--port', 'given'], { env }), 2, '"given"');
    const init = { STOA_ORG: 'Acme', STOA_EMAIL: '', STOA_NAME: 'Ada' };
    expectOneLine(await stoa(['init'], { env: init }), 2, '--email is missing');
    expectOneLine(await stoa(['serve'], { env: { STOA_DEV: 'perhaps' } }), 2, 'STOA_DEV must be true or false');
  });

  it('and a .env file in the working directory is not read', async () => {
    const cwd = mkdtempSync(join(directory, 'env-'));
    writeFileSync(join(cwd, '.env'), 'STOA_PORT=from-the-file\n');
    writeFileSync(join(cwd, 'file'), '');
    const ended = await stoa(['serve', '--data', 'file/data'], { cwd });
    expectOneLine(ended, 1, "can't write to the data directory");
  });
});

describe('[CF1] a configuration file', () => {
  it('gives every command its data and secret', async () => {
    // The other tests' database has a schema of the future by now.
    const own = await createTestDatabase();
    const config = join(directory, 'stoa.toml');
    const lines = ['data = "from-file"', 'port = 1', `secret = "${'s'.repeat(32)}"`];
    if (own.url !== null) lines.push(`database = "${own.url}"`);
    writeFileSync(config, lines.join('\n'));
    const made = await stoa(['init', '--org', 'File', '--email', 'f@f.example', '--name', 'F', '--config', config]);
    expect(made.stderr).toBe('');
    const listed = await stoa(['user', 'list', '--org', 'File'], { env: { STOA_CONFIG: config } });
    expect(listed.stdout).toContain('f@f.example\towner');
    expect(existsSync(join(directory, 'from-file', 'secret'))).toBe(false);
    await own.drop();
  });

  it('[CF3] that is invalid is one line and exit code 2, for every command', async () => {
    const config = join(directory, 'wrong.toml');
    writeFileSync(config, 'prot = 8100');
    for (const command of [['serve'], ['user', 'list'], ['init', ...INIT]])
      expectOneLine(await stoa([...command, '--config', config]), 2, 'there is no setting "prot"; is "port" meant?');
    expectOneLine(await stoa(['check'], { env: { STOA_CONFIG: join(directory, 'none') } }), 2, 'configuration file');
  });
});

describe('[CL3] the help', () => {
  it('lists its commands, and prints its version', async () => {
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { code, stdout, stderr } = await stoa(args);
      expect([code, stderr]).toEqual([0, '']);
      for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`${name} +${summary}`));
    }
    const version = await stoa(['--version']);
    expect(version).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
  });

  it.each(commands.map(({ name }) => name))('stoa %s --help names every option and its variable', async (name) => {
    const { code, stdout } = await stoaInProcess([...name.split(' '), '--help']);
    expect(code).toBe(0);
    const { settings } = await commands.find((command) => command.name === name)!.load();
    for (const [key, schema] of Object.entries(settings)) {
      if (!infoOf(schema).secret) expect(stdout).toContain(`--${key.replaceAll('_', '-')}`);
      expect(stdout).toContain(`STOA_${key.toUpperCase()}`);
    }
    expect(stdout).toMatch(
      /With _FILE, a secret( \(as well as STOA_\w+( or STOA_\w+)*\))? is read from a file: STOA_\w+_FILE=/,
    );
  });
});

describe('switches', () => {
  it('[CL704] may stand before the words of a command', async () => {
    const nowhere = join(directory, 'nowhere');
    const data = ['--data', join(directory, 'no-data')];
    for (const args of [
      ['import', 'zulip', '--dry-run', nowhere],
      ['import', '--dry-run', 'zulip', nowhere],
      ['import', '--dry-run', 'true', 'zulip', nowhere],
      ['import', 'zulip', '--report', '--dry-run', nowhere],
    ])
      expectOneLine(await stoaInProcess([...args, ...data]), 1, `there is no file or directory ${nowhere}`);
    expectOneLine(await stoaInProcess(['backup', '--without-files', nowhere, ...data]), 1, 'there is no data');
    expectOneLine(await stoaInProcess(['organization', 'delete', '--now', '--', 'a.example']), 1, 'there is no data');
    expectOneLine(await stoaInProcess(['import', 'zulip', nowhere, '--dry-run=perhaps']), 2, 'must be true or false');
  });
});

it('[CL705] a switch whose name begins with "no" is off unless it is given', async () => {
  const switchOf = async (...args: string[]) => {
    const { no_link_previews } = await new Promise<ParsedCommand['flags']>((resolve, reject) => {
      const parsing = program(async ({ flags }) => resolve(flags));
      parsing.parseAsync(['serve', ...args], { from: 'user' }).catch(reject);
    });
    return no_link_previews;
  };
  expect(await switchOf()).toBeUndefined();
  expect(await switchOf('--no-link-previews')).toBe('true');
  expect(await switchOf('--no-link-previews', 'true')).toBe('true');
  expect(await switchOf('--no-link-previews=false')).toBe('false');
});

describe('the passphrase of backups', () => {
  it('[BU700] may not be empty, wherever it is set', async () => {
    const init = ['init', ...INIT, '--data', join(directory, 'plain')];
    expect((await stoaInProcess(init)).code).toBe(0);
    const [empty, config] = [join(directory, 'empty'), join(directory, 'empty.toml')];
    writeFileSync(empty, '\n');
    writeFileSync(config, 'backup_passphrase = ""\n');
    const target = join(directory, 'plain-backups');
    const backup = ['backup', target, '--data', join(directory, 'plain')];
    for (const [options, env, name] of [
      [[], { STOA_BACKUP_PASSPHRASE: '' }, 'STOA_BACKUP_PASSPHRASE'],
      [[], { STOA_BACKUP_PASSPHRASE_FILE: empty }, 'STOA_BACKUP_PASSPHRASE_FILE'],
      [['--config', config], {}, `backup_passphrase in ${config}`],
    ] as const)
      expectOneLine(await stoaInProcess([...backup, ...options], { env }), 2, `${name} is empty: remove it if`);
    expect(existsSync(target)).toBe(false);
    expect((await stoaInProcess(backup)).code).toBe(0);
  });
});
