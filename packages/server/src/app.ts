// The server that runs: its services, its slices and its socket, started and stopped in order. Holds no logic.

import { setTimeout as sleep } from 'node:timers/promises';
import { prepareSetup } from './features/setup/setup.actions.ts';
import { getRealmSettings } from './identity/realm/realm-settings.queries.ts';
import { listenForChallenges } from './kit/http/challenge-server.ts';
import { formPages } from './kit/http/form-page.ts';
import type { Handle } from './kit/http/public-handler.ts';
import { refuseNewConnections } from './kit/http/refuse-connections.ts';
import { openRequestGuard } from './kit/http/request-guard.ts';
import { requestLog } from './kit/http/request-log.ts';
import { type AnswerListener, RequestObserver } from './kit/http/request-observer.ts';
import { routeTable } from './kit/http/router.ts';
import { listen } from './kit/http/server.ts';
import { JobRunner } from './kit/jobs.ts';
import { Lifecycle } from './kit/lifecycle.ts';
import { PeriodicWork } from './kit/periodic.ts';
import { SharedLimits } from './kit/shared-limits.ts';
import { openTls } from './kit/tls/open-tls.ts';
import type { TlsOptions } from './kit/tls/tls-options.ts';
import { addCertificateMetrics } from './monitoring/certificate-metrics.ts';
import { addGauges } from './monitoring/gauges.ts';
import { Metrics } from './monitoring/metrics.ts';
import { metricsPage } from './monitoring/metrics-page.ts';
import type { TracingOptions } from './monitoring/open-tracing.ts';
import { installPages } from './pages/manifest.ts';
import { pages } from './pages/pages.ts';
import { readiness } from './pages/ready.ts';
import { openWeb, type Web } from './pages/web.ts';
import { type AppServices, openServices, type ServiceOptions } from './services.ts';
import { openSlices } from './slice/open-slices.ts';
import { slices } from './slices.ts';

/** How long running requests may take to finish when the server stops. */
const STOP_TIMEOUT_MS = 5000;
/** The same, after another process has taken over the port: an upload may finish. */
const RETIRE_TIMEOUT_MS = 60_000;
/** How long connections that are being opened may take, if others share the port. */
const HANDSHAKE_MS = 250;

export interface AppOptions extends Omit<ServiceOptions, 'tracing'> {
  host: string;
  port: number;
  /** Other processes listen on the port too. */
  shares_port?: boolean;
  /** Answers requests to loopback host names only; as `dev`, if left out. */
  loopback_only?: boolean;
  /** Who may read GET /metrics besides loopback; `address`: an address that serves nothing else. */
  metrics?: {
    readonly token: string | null;
    readonly address: { readonly host: string; readonly port: number } | null;
    /** Reads the metrics of all processes that share the port; `own` reads those of this one. */
    gathering?(own: () => Promise<string>): () => Promise<string>;
  };
  /** Where traces go; nothing is traced if left out. */
  traces?: TracingOptions | null;
  /** A line in the log for each request, at level `info`; otherwise at `debug`. */
  log_requests?: boolean;
  /** HTTPS with a certificate that the server gets itself; HTTP if left out. */
  tls?: TlsOptions | null;
  /** How long a stopping server keeps serving while it reports not ready, so that load balancers stop sending requests. */
  drain_ms?: number;
}

export interface App extends AppServices {
  readonly url: string;
  readonly port: number;
  readonly jobs: JobRunner;
  readonly web: Web;
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

function metricsPages(metrics: Metrics, { metrics: access }: AppOptions): [string, Handle][] {
  const { token = null, address = null, gathering } = access ?? {};
  const own = () => metrics.registry.metrics();
  const read = gathering === undefined ? own : gathering(own);
  return [['/metrics', metricsPage(read, { token, is_own_address: address !== null })]];
}

function requestListeners(
  { log_requests = false }: AppOptions,
  { logs }: AppServices,
  { answered }: Metrics,
): AnswerListener[] {
  const logged = requestLog(logs.of('requests'), log_requests ? 'info' : 'debug');
  return logged === null ? [answered] : [answered, logged];
}

async function start(options: AppOptions, lifecycle: Lifecycle): Promise<App> {
  const metrics = new Metrics();
  const { traces } = options;
  // The libraries are loaded only if traces are enabled.
  const tracing = traces ? (await import('./monitoring/open-tracing.ts')).openTracing(traces) : null;
  if (tracing) await lifecycle.start('traces', tracing);
  const services = await openServices({ ...options, tracing, onFileOperation: metrics.fileOperated }, lifecycle);
  if (tracing) services.writer.trace(tracing);
  const { writer, feed, links, report } = services;
  const parts = openSlices(slices, services);
  const jobs = new JobRunner({ ...services, tracing }, parts.jobs);
  const web = openWeb();
  let is_draining = false;
  const checks = readiness({ ...services, files: services.files.files, jobs, isDraining: () => is_draining });
  writer.onGroup(metrics.committed);
  feed.onDelivery(metrics.delivered);
  jobs.onAttempt(metrics.attempted);
  await lifecycle.start('metrics', addGauges(metrics, { ...services, jobs, readiness: checks }));

  for (const [name, component] of parts.components) await lifecycle.start(name, component);
  await lifecycle.start('event queues', feed);
  if (services.limits && services.store.engine === 'postgres')
    await lifecycle.start('limits of all nodes', new SharedLimits(services.limits, services.store));
  await parts.start();
  const tls = options.tls ? await openTls(options.tls, { ...services, log: services.logs.of('server') }) : null;
  const listeners = requestListeners(options, services, metrics);
  const observer = new RequestObserver(services.trusted_proxies, listeners, tracing);
  const server = listen({
    host: options.host,
    port: options.port,
    shares_port: options.shares_port,
    tls,
    api: routeTable(services, parts.routes, parts.raw),
    pages: new Map([
      ...pages(services, checks),
      ...(options.metrics?.address ? [] : metricsPages(metrics, options)),
      ...web.pages,
      ...installPages({
        ...services,
        languageOf: async ({ realm_id }) => (await getRealmSettings(services.store.db, realm_id)).default_language,
      }),
      ...formPages(services, parts.forms, web.link_page),
      ...parts.pages,
    ]),
    kit: services,
    guard: openRequestGuard(services, options.loopback_only ?? options.dev, tls !== null),
    observer,
  });
  const { address } = options.metrics ?? {};
  if (address) {
    const own = listen({
      ...address,
      shares_port: options.shares_port,
      api: new Map(),
      pages: new Map(metricsPages(metrics, options)),
      kit: services,
      guard: openRequestGuard(services, false),
    });
    await lifecycle.start('address of metrics', { stop: () => own.stop(0) });
  }
  let closing: Promise<void> | null = null;
  const stopTakingRequests = (timeout_ms = STOP_TIMEOUT_MS) => {
    closing ??= server.stop(timeout_ms);
    feed.endPolls();
    return closing;
  };
  await lifecycle.start('requests', { stop: () => stopTakingRequests() });
  if (tls && options.tls) {
    const { hosts, http_port } = options.tls;
    await lifecycle.open(
      'challenges',
      () => listenForChallenges({ ...tls, hosts, host: options.host, port: http_port, https_port: server.port }),
      (opened) => opened.stop(),
    );
    const keeper = tls.keeper(server.useCertificate);
    addCertificateMetrics(metrics, keeper);
    await lifecycle.start('certificate', keeper);
  }
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
    jobs,
    web,
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
