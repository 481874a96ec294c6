// `stoa serve`: runs the server until it is told to stop.
import { constants } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_INVITATION_MINUTES } from '@stoa/contract';
import { type App, startApp } from '../app.ts';
import { mailSettings } from '../delivery/mail/mail-settings.ts';
import { seedDemo } from '../dev/seed.ts';
import { listDevAccounts } from '../features/setup/dev-accounts.queries.ts';
import { listRealms } from '../identity/realm/realm.queries.ts';
import { systemClock } from '../kit/clock.ts';
import { isLoopbackHost } from '../kit/http/request-guard.ts';
import { INVITATION_VALIDITY_MINUTES, INVITATIONS_PER_DAY } from '../kit/sign-up-config.ts';
import { callOptions, callSettings } from './calls.ts';
import { command, UsageError } from './command.ts';
import { fileOptions } from './files.ts';
import { jwtOptions, jwtSettings } from './jwt.ts';
import { limitOptions, limitSettings } from './limits.ts';
import { outsideOptions, outsideSettings } from './outside.ts';
import { parseNumber, parsePort } from './parse.ts';
import { rateLimitOptions, rateLimitSettings } from './rate-limits.ts';
import { reporter } from './reporter.ts';
import { roleName } from './roles.ts';
import { type StoreValues, storeOptions, storeSettings } from './store.ts';
import { complain, print, shellWord } from './terminal.ts';

/** Of the accounts of a development server. */
const ACCOUNTS_SHOWN = 20;

export const serve = command({
  name: 'serve',
  summary: 'Run the server',
  options: {
    ...storeOptions,
    host: {
      type: 'string',
      placeholder: 'ADDRESS',
      summary: 'address to listen on; 0.0.0.0 or :: for all',
      fallback: '127.0.0.1',
    },
    port: { type: 'string', placeholder: 'NUMBER', summary: 'port to listen on; 0 for a free one', fallback: '8100' },
    'smtp-url': {
      type: 'string',
      placeholder: 'URL',
      summary: 'smtp://HOST:PORT or smtps://HOST:PORT, the server that takes mail; without it none is sent',
    },
    'mail-from': { type: 'string', placeholder: 'ADDRESS', summary: 'the address that mail comes from' },
    'invitation-link-validity-minutes': {
      type: 'string',
      placeholder: 'NUMBER',
      summary: 'how long invitations hold whose maker does not say',
      fallback: String(INVITATION_VALIDITY_MINUTES),
    },
    'invitations-per-day': {
      type: 'string',
      placeholder: 'NUMBER',
      summary: 'so many invitations may an organization mail within a day',
      fallback: String(INVITATIONS_PER_DAY),
    },
    'drain-secs': {
      type: 'string',
      placeholder: 'NUMBER',
      summary: 'for so long GET /ready says 503 before a server that is told to stop takes no more requests',
      fallback: '0',
    },
    dev: {
      type: 'boolean',
      summary: 'for development only: demo data, and anybody gets the API key of any account without a password',
    },
    'new-secret': {
      type: 'boolean',
      summary: 'go on with another secret than the data was written with: every API key ends',
    },
    ...outsideOptions,
    ...rateLimitOptions,
    ...jwtOptions,
    ...callOptions,
    ...limitOptions,
  },
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
    const app = await startApp({
      ...storeSettings(values),
      ...outsideSettings(values),
      ...rateLimitSettings(values),
      ...callSettings(values, process.env),
      caps: limitSettings(values),
      host: values.host,
      port: parsePort(values.port),
      drain_ms: parseNumber('drain-secs', values, 0, 300) * 1000,
      dev: values.dev,
      new_secret: values['new-secret'],
      files: fileOptions(process.env),
      jwt: await jwtSettings(values, process.env),
      checking: values.dev ? 'every' : 'some',
      mail: mailSettings({
        smtp_url: values['smtp-url'],
        mail_from: values['mail-from'],
        dev_directory: values.dev ? values.data : null,
      }),
      invitation_validity_minutes: parseNumber('invitation-link-validity-minutes', values, 1, MAX_INVITATION_MINUTES),
      invitations_per_day: parseNumber('invitations-per-day', values, 0, 1_000_000),
      report,
    });
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

async function announce(app: App, values: StoreValues & { dev: boolean }): Promise<void> {
  print(`Stoa is ready at ${app.url}`);
  if (values.dev) await announceAccounts(app);
  const key = await app.setupKey();
  if (key === null) return;
  print('There is no organization yet. Open this address in a browser to make one; it works once:');
  print(`\n  ${reachable(app)}/#setup/${key}\n`);
  print('Or let this command make one, while the server runs:');
  print(`\n  ${initCommand(app, values)}\n`);
  if (process.env.STOA_SECRET !== undefined) print('It needs the same STOA_SECRET as this server.');
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
function initCommand(app: App, { data, database }: StoreValues): string {
  const stoa = fileURLToPath(new URL('../../bin/stoa', import.meta.url));
  const near = relative(process.cwd(), stoa);
  const words = [near.startsWith('..') ? stoa : near, 'init', '--data', data];
  if (database !== undefined) words.push('--database', database.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:PASSWORD@'));
  words.push('--url', reachable(app), '--org', 'Our team', '--email', 'me@example.com', '--name', 'My Name');
  return words.concat('--zuliprc', 'zuliprc').map(shellWord).join(' ');
}
