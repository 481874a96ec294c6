// `stoa serve`: runs the server until it is told to stop.
import { constants } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, startApp } from '../app.ts';
import { appOptions } from '../config/app-options.ts';
import { SECTIONS, type ServerSettings, serverSettings } from '../config/config.ts';
import { seedDemo } from '../dev/seed.ts';
import { listDevAccounts } from '../features/setup/dev-accounts.queries.ts';
import { listRealms } from '../identity/realm/realm.queries.ts';
import { systemClock } from '../kit/clock.ts';
import { isLoopbackHost } from '../kit/http/request-guard.ts';
import { command, UsageError } from './command.ts';
import { reporter } from './reporter.ts';
import { roleName } from './roles.ts';
import { complain, print, shellWord } from './terminal.ts';

/** Accounts that a development server lists. */
const ACCOUNTS_SHOWN = 20;

export const serve = command({
  settings: serverSettings,
  sections: SECTIONS,
  notes: 'SIGTERM and SIGINT end waiting requests, finish what is being written and stop; a second one stops at once.',
  async run(values) {
    const stopped = stopSignal();
    const report = reporter(systemClock, complain);
    // What nobody waits for may fail without ending everything: all that must last is in the store.
    process.on('unhandledRejection', report);
    if (values.dev && !isLoopbackHost(values.host.includes(':') ? `[${values.host}]` : values.host))
      throw new UsageError(
        `--dev gives every account to whoever reaches the server, so it listens on this machine only: --host ${values.host} can't be used with it`,
      );
    const app = await startApp({ ...appOptions(values), report });
    try {
      if (values.dev) await seedDemo(app);
      await announce(app, values);
      app.web.prepare().catch(report);
      await stopped;
    } finally {
      await app.stop();
    }
    // The exit code alone would wait for whatever else keeps the process alive.
    process.exit(0);
  },
});

/** Resolves with the first signal to stop; the second ends the process there and then. [CL9] */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let told = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        if (told) process.exit(128 + constants.signals[signal]);
        told = true;
        resolve();
      });
  });
}

async function announce(app: App, values: ServerSettings): Promise<void> {
  print(`Stoa is ready at ${app.url}`);
  if (values.dev) await announceAccounts(app);
  const key = await app.setupKey();
  if (key === null) return;
  print('There is no organization yet. Open this address in a browser to make one; it works once:');
  print(`\n  ${reachable(app)}/#setup/${key}\n`);
  print('Or let this command make one, while the server runs:');
  print(`\n  ${initCommand(app, values)}\n`);
  if (values.secret !== undefined) print('It needs the same STOA_SECRET as this server.');
}

/** Whom to be on a development server, and how. [CL11] */
async function announceAccounts({ store, url }: App): Promise<void> {
  const [realm] = await listRealms(store.db);
  if (!realm) return;
  const accounts = await listDevAccounts(store.db, realm.realm_id);
  const shown = accounts.slice(0, ACCOUNTS_SHOWN);
  const width = Math.max(...shown.map(({ email }) => email.length));
  print('Development mode: nobody needs a password. Open this address in a browser and choose whom to be:');
  print(`\n  ${url}/\n`);
  for (const { email, full_name, role } of shown) print(`  ${email.padEnd(width)}  ${full_name}, ${roleName(role)}`);
  if (accounts.length > shown.length) print(`  and ${accounts.length - shown.length} more`);
  print('\nFor an API key of any of them:');
  print(`\n  curl ${url}/api/v1/dev_fetch_api_key -d username=${shellWord(shown[0]!.email)}\n`);
}

/** An address that means "all of this machine's" is none that people can use. */
function reachable({ url }: App): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1');
}

/** The words that create an organization in this very store; a password of the database is not shown. */
function initCommand(app: App, { data, database }: ServerSettings): string {
  const stoa = fileURLToPath(new URL('../../bin/stoa', import.meta.url));
  const near = relative(process.cwd(), stoa);
  const words = [near.startsWith('..') ? stoa : near, 'init', '--data', data];
  if (database !== undefined) words.push('--database', database.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:PASSWORD@'));
  words.push('--url', reachable(app), '--org', 'Our team', '--email', 'me@example.com', '--name', 'My Name');
  return words.concat('--zuliprc', 'zuliprc').map(shellWord).join(' ');
}
