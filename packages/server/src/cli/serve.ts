// `stoa serve`: runs the server until a signal stops it.
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, startApp } from '../app.ts';
import { appOptions } from '../config/app-options.ts';
import type { ServerSettings } from '../config/config.ts';
import { seedDemo } from '../dev/seed.ts';
import { listDevAccounts } from '../features/setup/dev-accounts.queries.ts';
import { listRealms } from '../identity/realm/realm.queries.ts';
import { systemClock } from '../kit/clock.ts';
import { isLoopbackHost } from '../kit/http/request-guard.ts';
import type { Logs } from '../kit/log/log.ts';
import { openLogs } from '../kit/log/open-logs.ts';
import { CommandError, UsageError } from './command.ts';
import { reporter } from './reporter.ts';
import { roleName } from './roles.ts';
import { print, shellWord } from './terminal.ts';

/** Accounts that a development server lists. */
const ACCOUNTS_SHOWN = 20;

export async function serve(values: ServerSettings): Promise<number> {
  const stopped = stopSignal();
  const logs = logsOf(values);
  const report = reporter(systemClock, logs.of('server'));
  // An unhandled rejection does not end the process: everything durable is in the store.
  process.on('unhandledRejection', report);
  if (values.dev && !isLoopbackHost(values.host.includes(':') ? `[${values.host}]` : values.host))
    throw new UsageError(
      `--dev lets anybody who reaches the server sign in to any account, so it listens on loopback addresses only, not with --host ${values.host}`,
    );
  const app = await startApp({ ...appOptions(values), logs, report });
  try {
    if (values.dev) await seedDemo(app);
    await announce(app, values);
    app.web.prepare().catch(report);
    await stopped;
  } finally {
    await app.stop();
    logs.flush();
  }
  // Returning the code would wait for handles that are still open, such as a step of the stop that hangs.
  process.exit(0);
}

/** SIGHUP reopens the file, for programs that rotate logs. [LG6] */
function logsOf({ log_format, log_level, log_file }: ServerSettings): Logs {
  const file = log_file ?? null;
  if (file !== null) checkWritable(file);
  const logs = openLogs({ format: log_format, levels: log_level, file });
  process.on('SIGHUP', () => logs.reopen());
  return logs;
}

function checkWritable(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o640));
  } catch (error) {
    throw new CommandError(`can't write to the log file: ${(error as Error).message}`);
  }
}

/** Resolves with the first signal to stop; the second ends the process at once. [CL9] */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let has_reported = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        if (has_reported) process.exit(128 + constants.signals[signal]);
        has_reported = true;
        resolve();
      });
  });
}

async function announce(app: App, values: ServerSettings): Promise<void> {
  print(`Stoa is ready at ${app.url}`);
  if (values.dev) await announceAccounts(app);
  const key = await app.setupKey();
  if (key === null) return;
  print('There is no organization yet. Open this address in a browser to create one; it works once:');
  print(`\n  ${reachable(app)}/#setup/${key}\n`);
  print('Or create one with this command, while the server runs:');
  print(`\n  ${initCommand(app, values)}\n`);
  if (values.secret !== undefined) print('It needs the same secret (STOA_SECRET) as this server.');
}

/** The accounts of a development server and how to sign in to them. [CL11] */
async function announceAccounts({ store, url }: App): Promise<void> {
  const [realm] = await listRealms(store.db);
  if (!realm) return;
  const accounts = await listDevAccounts(store.db, realm.realm_id);
  const shown = accounts.slice(0, ACCOUNTS_SHOWN);
  const width = Math.max(...shown.map(({ email }) => email.length));
  print('Development mode: no passwords needed. Open this address in a browser and choose an account:');
  print(`\n  ${url}/\n`);
  for (const { email, full_name, role } of shown) print(`  ${email.padEnd(width)}  ${full_name}, ${roleName(role)}`);
  if (accounts.length > shown.length) print(`  and ${accounts.length - shown.length} more`);
  print('\nTo get the API key of an account:');
  print(`\n  curl ${url}/api/v1/dev_fetch_api_key -d username=${shellWord(shown[0]!.email)}\n`);
}

/** Wildcard addresses are no addresses to connect to: use loopback. */
function reachable({ url }: App): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1');
}

/** The command that creates an organization in this store, without the password of the database. */
function initCommand(app: App, { config, data, database }: ServerSettings): string {
  const stoa = fileURLToPath(new URL('../../bin/stoa', import.meta.url));
  const near = relative(process.cwd(), stoa);
  const words = [near.startsWith('..') ? stoa : near, 'init', '--data', data];
  if (config !== undefined) words.push('--config', config);
  if (database !== undefined) words.push('--database', database.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:PASSWORD@'));
  words.push('--url', reachable(app), '--org', 'Our team', '--email', 'me@example.com', '--name', 'My Name');
  return words.concat('--zuliprc', 'zuliprc').map(shellWord).join(' ');
}
