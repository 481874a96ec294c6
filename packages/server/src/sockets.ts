// The sockets that listen: for requests, for metrics at an address of their own, for mail, and for challenges of certificates.

import { hostname } from 'node:os';
import type { MailListener } from './features/incoming-mail/mail-listener.ts';
import { getRealmSettings } from './identity/realm/realm-settings.queries.ts';
import { listenForChallenges } from './kit/http/connections/challenge-server.ts';
import type { Serve } from './kit/http/handling.ts';
import { openRequestGuard } from './kit/http/observers/request-guard.ts';
import { requestLog } from './kit/http/observers/request-log.ts';
import { RequestObserver } from './kit/http/observers/request-observer.ts';
import { formPages } from './kit/http/pages/form-page.ts';
import { routeTable } from './kit/http/router.ts';
import { type HttpServer, listen } from './kit/http/server.ts';
import type { Lifecycle } from './kit/lifecycle/lifecycle.ts';
import type { Tls } from './kit/tls/open-tls.ts';
import type { TlsOptions } from './kit/tls/tls-options.ts';
import type { Tracing } from './kit/tracing.ts';
import { addCertificateMetrics } from './monitoring/certificate-metrics.ts';
import { addMailMetrics } from './monitoring/incoming-mail-metrics.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { metricsPage } from './monitoring/metrics-page.ts';
import { installPages } from './pages/manifest.ts';
import { pages } from './pages/pages.ts';
import type { readiness } from './pages/ready.ts';
import type { Web } from './pages/web.ts';
import type { AppServices } from './services.ts';
import type { OpenedSlices } from './slice/open-slices.ts';

export interface SocketOptions {
  host: string;
  port: number;
  /** Other processes listen on the port too. */
  shares_port?: boolean;
  /** Answers requests to loopback host names only; as `dev`, if left out. */
  loopback_only?: boolean;
  dev: boolean;
  /** Who may read GET /metrics besides loopback; `address`: an address that serves nothing else. */
  metrics?: {
    readonly token: string | null;
    readonly address: { readonly host: string; readonly port: number } | null;
    /** Reads the metrics of all processes that share the port; `own` reads those of this one. */
    gathering?(own: () => Promise<string>): () => Promise<string>;
  };
  /** A line in the log for each request, at level `info`; otherwise at `debug`. */
  log_requests?: boolean;
  /** HTTPS; HTTP if left out. */
  tls?: TlsOptions | null;
}

/** Everything that the sockets serve. */
interface Site {
  readonly services: AppServices;
  readonly parts: OpenedSlices;
  readonly web: Web;
  readonly checks: ReturnType<typeof readiness>;
  readonly metrics: Metrics;
}

function metricsPages({ registry }: Metrics, { metrics: access }: SocketOptions): [string, Serve][] {
  const { token = null, address = null, gathering } = access ?? {};
  const own = () => registry.metrics();
  const read = gathering === undefined ? own : gathering(own);
  return [['/metrics', metricsPage(read, { token, is_own_address: address !== null })]];
}

/** Counts, logs and traces every response. */
export function observeRequests(
  { log_requests = false }: SocketOptions,
  { services: { logs, trusted_proxies }, metrics: { answered } }: Site,
  tracing: Tracing | null,
): RequestObserver {
  const logged = requestLog(logs.of('requests'), log_requests ? 'info' : 'debug');
  return new RequestObserver(trusted_proxies, logged === null ? [answered] : [answered, logged], tracing);
}

/** The API, the web client and all other pages. */
export function listenForRequests(
  options: SocketOptions,
  { services, parts, web, checks, metrics }: Site,
  tls: Tls | null,
  observer: RequestObserver,
): HttpServer {
  const { host, port, shares_port } = options;
  return listen({
    host,
    port,
    shares_port,
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
    services,
    guard: openRequestGuard(services, options.loopback_only ?? options.dev, tls !== null),
    observer,
    sharing: {
      each: () => services.writer.caps.of('connections-per-address'),
      trusted_proxies: services.trusted_proxies,
      report: (cut) =>
        services.logs
          .of('server')
          .warn({ ...cut }, 'an address had too many connections while files were short: some were closed'),
    },
  });
}

/** Serves metrics at an address of their own if the options name one. */
export async function listenForMetrics(
  options: SocketOptions,
  { services, metrics }: Site,
  lifecycle: Lifecycle,
): Promise<void> {
  const { address } = options.metrics ?? {};
  if (!address) return;
  const server = listen({
    ...address,
    shares_port: options.shares_port,
    api: new Map(),
    pages: new Map(metricsPages(metrics, options)),
    services,
    guard: openRequestGuard(services, false),
  });
  await lifecycle.start('address of metrics', { stop: () => server.stop(0) });
}

/** Receives mail for channels; null unless the operator asks for it. */
export async function listenForMail(
  { shares_port = false }: SocketOptions,
  { services, metrics }: Site,
  tls: Tls | null,
  lifecycle: Lifecycle,
): Promise<MailListener | null> {
  const { incoming_mail } = services;
  if (incoming_mail === null) return null;
  const [{ openMailListener }, { MAIL_OUTCOMES }] = await Promise.all([
    import('./features/incoming-mail/open-mail-listener.ts'),
    import('./features/incoming-mail/mail-refusals.ts'),
  ]);
  const listener: MailListener = openMailListener(services, incoming_mail, {
    shares_port,
    name: incoming_mail.domain ?? tls?.host ?? hostname(),
    certificate: tls?.certificate ?? null,
    ...addMailMetrics(metrics, MAIL_OUTCOMES, () => listener.connections),
  });
  await lifecycle.start('incoming mail', listener);
  return listener;
}

interface CertificateUsers {
  readonly server: HttpServer;
  readonly mail: MailListener | null;
  readonly host: string;
  readonly metrics: Metrics;
}

/** Answers an authority's challenges, and replaces the server's certificate before it expires. */
export async function startCertificate(
  tls: Tls,
  { server, mail, host, metrics }: CertificateUsers,
  lifecycle: Lifecycle,
): Promise<void> {
  const { challenged } = tls;
  if (challenged)
    await lifecycle.open(
      'challenges',
      () => listenForChallenges({ ...challenged, host, port: challenged.http_port, https_port: server.port }),
      (opened) => opened.stop(),
    );
  const keeper = tls.keeper((certificate) => {
    mail?.useCertificate(certificate);
    return server.useCertificate(certificate);
  });
  addCertificateMetrics(metrics, keeper);
  await lifecycle.start('certificate', keeper);
}
