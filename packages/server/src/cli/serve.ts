// `stoa serve`: runs the server until a signal stops it.
import { fileURLToPath } from 'node:url';
import { type App, startApp } from '../app.ts';
import { appOptions } from '../config/app-options.ts';
import { type ServerSettings, serverSettings, settingsInFile } from '../config/config.ts';
import { readSettings } from '../config/read.ts';
import { seedDemo } from '../dev/seed.ts';
import { listDevAccounts } from '../features/setup/dev-accounts.queries.ts';
import { listRealms } from '../identity/realm/realm.queries.ts';
import { roleName } from '../kit/access/role-names.ts';
import { isLoopbackHost } from '../kit/http/observers/request-guard.ts';
import { isWorker } from '../kit/processes/own-process.ts';
import { releaseMemoryAtRest, releaseMemoryOfStart } from '../kit/runtime/release-memory.ts';
import { systemClock } from '../kit/time/clock.ts';
import { UsageError } from './command.ts';
import { initCommand } from './init-command.ts';
import { reporter } from './reporter.ts';
import { logsOf, stopSignal } from './serve-process.ts';
import { print, shellWord } from './terminal.ts';
import { type End, WorkerChannel } from './worker-channel.ts';

/** Accounts that a development server lists. */
const ACCOUNTS_SHOWN = 20;

export async function serve(values: ServerSettings): Promise<number> {
  if (values.workers > 1 && !isWorker()) return (await import('./serve-workers.ts')).serveWorkers(values);
  const worker = isWorker() ? new WorkerChannel() : null;
  const stopped = worker === null ? stopSignal() : worker.stopped;
  const logs = logsOf(values, worker === null);
  const report = reporter(systemClock, logs.of('server'));
  // An unhandled rejection does not end the process: everything durable is in the store.
  process.on('unhandledRejection', report);
  if (values.dev && !isLoopbackHost(values.host.includes(':') ? `[${values.host}]` : values.host))
    throw new UsageError(
      `--dev lets anybody who reaches the server sign in to any account, so it listens on loopback addresses only, not with --host ${values.host}`,
    );
  const options = appOptions(values);
  const metrics = { ...options.metrics!, ...(worker && { gathering: worker.gathering }) };
  const app = await startApp({ ...options, metrics, logs, report });
  releaseMemoryAtRest(() => app.pendingRequests());
  let how: End = 'stop';
  try {
    if (values.dev) await seedDemo(app);
    const announceHere = () => announce(app, values);
    if (worker === null) await announceHere();
    else worker.ready(() => announceHere().catch(report));
    app.web.prepare().catch(report).finally(releaseMemoryOfStart);
    how = await stopped;
  } finally {
    await app[how]();
    logs.flush();
  }
  // Returning the code would wait for handles that are still open, such as a step of the stop that hangs.
  process.exit(0);
}

async function announce(app: App, values: ServerSettings): Promise<void> {
  print(`Stoa is ready at ${app.url}`);
  if (values.incoming_mail !== undefined) {
    const { protocol, host } = values.incoming_mail;
    print(`Mail for channels is received at ${protocol}://${host.includes(':') ? `[${host}]` : host}:${app.mail_port}`);
  }
  if (values.dev) await announceAccounts(app);
  const key = await app.setupKey();
  if (key === null) return;
  print('There is no organization yet. Open this address in a browser to create one; it works once:');
  print(`\n  ${reachable(app)}/#setup/${key}\n`);
  print('Or create one with this command, while the server runs:');
  print(`\n  ${await printedInitCommand(app, values)}\n`);
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

async function printedInitCommand(app: App, values: ServerSettings): Promise<string> {
  const { config, data, database } = serverSettings;
  const sources = { flags: { config: values.config }, environment: {}, in_file: settingsInFile };
  return initCommand(values, {
    program: fileURLToPath(new URL('../../bin/stoa', import.meta.url)),
    directory: process.cwd(),
    url: reachable(app),
    in_file: values.config === undefined ? {} : await readSettings({ config, data, database }, sources),
  });
}
