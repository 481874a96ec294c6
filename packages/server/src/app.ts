// The server that runs: its services, its slices and its socket, started and stopped in order. Holds no logic.

import { setTimeout as sleep } from 'node:timers/promises';
import { prepareSetup } from './features/setup/setup.actions.ts';
import { StallLog } from './kit/event-loop/stall-log.ts';
import { refuseNewConnections } from './kit/http/connections/refuse-connections.ts';
import { JobRunner } from './kit/jobs/jobs.ts';
import { Lifecycle } from './kit/lifecycle/lifecycle.ts';
import { PeriodicWork } from './kit/lifecycle/periodic.ts';
import { SharedLimits } from './kit/limits/shared-limits.ts';
import { openTls } from './kit/tls/open-tls.ts';
import type { Tracing } from './kit/tracing.ts';
import { addGauges } from './monitoring/gauges.ts';
import { Metrics } from './monitoring/metrics.ts';
import type { TracingOptions } from './monitoring/open-tracing.ts';
import { readiness } from './pages/ready.ts';
import { openWeb, type Web } from './pages/web.ts';
import { type AppServices, openServices, type ServiceOptions } from './services.ts';
import { openSlices } from './slice/open-slices.ts';
import { slices } from './slices.ts';
import {
  listenForMail,
  listenForMetrics,
  listenForRequests,
  observeRequests,
  type SocketOptions,
  startCertificate,
} from './sockets.ts';

/** How long running requests may take to finish when the server stops. */
const STOP_TIMEOUT_MS = 5000;
/** The same, after another process has taken over the port: an upload may finish. */
const RETIRE_TIMEOUT_MS = 60_000;
/** How long connections that are being opened may take, if others share the port. */
const HANDSHAKE_MS = 250;

export interface AppOptions extends Omit<ServiceOptions, 'tracing'>, SocketOptions {
  /** Where traces go; nothing is traced if left out. */
  traces?: TracingOptions | null;
  /** How long a stopping server keeps serving while it reports not ready, so that load balancers stop sending requests. */
  drain_ms?: number;
}

export interface App extends AppServices {
  readonly url: string;
  readonly port: number;
  /** The port that receives mail for channels; null for none. */
  readonly mail_port: number | null;
  readonly jobs: JobRunner;
  readonly web: Web;
  /** How many are being answered, waiting polls included. */
  pendingRequests(): number;
  /** Runs the periodic work of this name now. */
  runNow(name: string): Promise<unknown>;
  /** Stops while other processes serve the port, so that no request is lost: they get new connections at once. */
  retire(): Promise<void>;
  /** The one-time setup from a browser; null if an organization exists. */
  setupKey(): Promise<string | null>;
  stop(): Promise<void>;
}

export function startApp(
  options: AppOptions,
  lifecycle = new Lifecycle(options.report ?? ((error) => console.error(error))),
): Promise<App> {
  return lifecycle.startUp(() => start(options, lifecycle));
}

async function startTracing({ traces }: AppOptions, lifecycle: Lifecycle): Promise<Tracing | null> {
  if (!traces) return null;
  // The libraries are loaded only if traces are enabled.
  const { openTracing } = await import('./monitoring/open-tracing.ts');
  const tracing = openTracing(traces);
  await lifecycle.start('traces', tracing);
  return tracing;
}

async function start(options: AppOptions, lifecycle: Lifecycle): Promise<App> {
  const metrics = new Metrics();
  const tracing = await startTracing(options, lifecycle);
  const services = await openServices({ ...options, tracing, onFileOperation: metrics.fileOperated }, lifecycle);
  const { writer, feed, links, report } = services;
  if (tracing) writer.trace(tracing);
  const parts = openSlices(slices, services);
  const jobs = new JobRunner({ ...services, tracing }, parts.jobs);
  const web = openWeb();
  let is_draining = false;
  const checks = readiness({ ...services, files: services.files.files, jobs, isDraining: () => is_draining });
  writer.onGroup(metrics.committed);
  writer.onRecovery((refused_ms) =>
    services.logs.of('server').info({ secs: Math.round(refused_ms / 1000) }, 'writes work again'),
  );
  feed.onDelivery(metrics.delivered);
  jobs.onAttempt(metrics.attempted);
  await lifecycle.start('metrics', addGauges(metrics, { ...services, jobs, readiness: checks }));

  await lifecycle.start('stall log', new StallLog(services.logs.of('server')));

  for (const [name, component] of parts.components) await lifecycle.start(name, component);
  await lifecycle.start('event queues', feed);
  if (services.limits && services.store.engine === 'postgres')
    await lifecycle.start('limits of all nodes', new SharedLimits(services.limits, services.store));
  await parts.start();
  const tls = options.tls ? await openTls(options.tls, { ...services, log: services.logs.of('server') }) : null;
  const site = { services, parts, web, checks, metrics };
  await listenForMetrics(options, site, lifecycle);
  const observer = observeRequests(options, site, tracing);
  const server = listenForRequests(options, site, tls, observer);
  let closing: Promise<void> | null = null;
  const stopTakingRequests = (timeout_ms = STOP_TIMEOUT_MS) => {
    closing ??= server.stop(timeout_ms);
    feed.endPolls();
    return closing;
  };
  await lifecycle.start('requests', { stop: () => stopTakingRequests() });
  const mail = await listenForMail(options, site, tls, lifecycle);
  if (tls) await startCertificate(tls, { server, mail, host: options.host, metrics }, lifecycle);
  await lifecycle.start('jobs', jobs);
  const periodic = new Map(parts.periodic.map((task) => [task.name, new PeriodicWork(task, report)]));
  for (const [name, work] of periodic) await lifecycle.start(name, work);
  await lifecycle.start('long jobs', { stop: parts.giveUp });
  // Stopped first, but not awaited: polls end at once, other requests while the jobs do.
  await lifecycle.start('polls', { stop: () => void stopTakingRequests() });

  const leavePort = async () => {
    observer.ends_connections = true;
    try {
      refuseNewConnections();
    } catch (error) {
      report(error);
    }
    await sleep(HANDSHAKE_MS);
    await stopTakingRequests(RETIRE_TIMEOUT_MS);
  };
  let stopping: Promise<void> | null = null;
  return {
    ...services,
    url: server.url,
    port: server.port,
    mail_port: mail?.port ?? null,
    jobs,
    web,
    pendingRequests: () => server.pendingRequests(),
    runNow: (name) => periodic.get(name)!.run(),
    setupKey: () => prepareSetup(writer, links),
    stop() {
      is_draining = true;
      stopping ??= sleep(options.drain_ms ?? 0).then(() => lifecycle.stop());
      return stopping;
    },
    retire() {
      stopping ??= leavePort().then(() => lifecycle.stop());
      return stopping;
    },
  };
}
