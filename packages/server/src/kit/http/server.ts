// The listening socket. The only file that knows how this runtime serves HTTP.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiError } from '@stoa/contract';
import type { KeyPair } from '../tls/certificate.ts';
import type { Peers } from './callers/client-address.ts';
import { type ConnectionSharing, watchConnections } from './connections/connection-watch.ts';
import { IDLE_SECS } from './connections/slow-bodies.ts';
import type { DispatchServices, Serve } from './handling.ts';
import type { RequestGuard } from './observers/request-guard.ts';
import { RequestObserver } from './observers/request-observer.ts';
import { decodedPath, handlePath } from './parameters/path-parameters.ts';
import { notFound, refuse } from './responses/refuse.ts';
import { respondError } from './responses/respond.ts';
import type { RouteTable } from './router.ts';

type Runtime = ReturnType<typeof Bun.serve>;

export interface ListenOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  api: RouteTable;
  /** Paths outside the API. */
  pages: ReadonlyMap<string, Serve>;
  services: DispatchServices;
  guard: RequestGuard;
  observer?: RequestObserver;
  /** Shares connections between addresses when descriptors run short; left out: they are not shared. */
  sharing?: ConnectionSharing;
  /** Other processes may listen on the port too; the system gives each a share of the connections. */
  shares_port?: boolean;
  /** HTTPS, in `url` at this name or else at the address; otherwise HTTP. */
  tls?: Readonly<{ certificate: KeyPair; host: string | null }> | null;
  /** Set only by tests. */
  idle_secs?: number;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** How many are being answered, waiting polls included. */
  pendingRequests(): number;
  /** New connections get this certificate; requests under way are answered on theirs. */
  useCertificate(certificate: KeyPair): Promise<void>;
  /** Accepts no new connections; resolves when current requests are answered, or after `timeout_ms`. */
  stop(timeout_ms: number): Promise<void>;
}

/** The server can't listen on the address; the message says why. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'not permitted',
  EADDRNOTAVAIL: 'this machine has no such address',
  EINVAL: 'it is neither an address nor a name of this machine',
};

/** Why the runtime can't listen, in a sentence. */
export function listenError(error: unknown, host: string, port: number): ListenError {
  const { code, message } = error as Error & { code?: string };
  return new ListenError(`can't listen on ${host}:${port}: ${REASONS[code ?? ''] ?? message}`);
}

/** The runtime cuts off larger bodies before a handler sees them; every endpoint has a lower limit of its own. */
const BODY_MAX = 1024 * 1024 * 1024;

/** The decoded rest of a path after `segments`. */
const pathTail = (request: Request, segments: number): string =>
  decodedPath(new URL(request.url).pathname.split('/').slice(segments).join('/'));

/** Some programs join an address that ends with a slash and a path that begins with one. [HT852] */
const hasRepeatedSlashes = ({ url }: Request) => url.split('?', 1)[0]!.includes('//', url.indexOf('://') + 3);

/** Bytes of a URL and its headers: enough for the most message ids of one call. The runtime answers 431 to more. [HT6] */
const HEAD_MAX = 128 * 1024;

/** How often a port is tried again that another program took while the certificate was exchanged. */
const RETAKE_MS = 1000;

type RoutedRequest = Request & { params: Record<string, string> };

/** Refuses requests that the guard does not let through. */
function guarded<Req extends Request>({ guard, services }: ListenOptions, handle: Serve<Req>): Serve<Req> {
  return (request, peers) => {
    try {
      guard.check(request);
    } catch (error) {
      return refuse(services, error as ApiError);
    }
    return handle(request, peers);
  };
}

/** The handlers by path, as the runtime takes them. */
function routesOf(options: ListenOptions, observer: RequestObserver): Record<string, Serve<RoutedRequest>> {
  const { api, pages, services, guard } = options;
  const routes: Record<string, Serve<RoutedRequest>> = {};
  for (const [shape, handle] of api) {
    const segments = shape.endsWith('/*') ? shape.split('/').length - 1 : null;
    // The runtime passes its server, which knows the peers' addresses.
    const serve: Serve<RoutedRequest> = (request, peers) => {
      const { '*': _, ...named } = request.params;
      const params = segments === null ? request.params : { ...named, tail: pathTail(request, segments) };
      return handlePath(services, handle, params, request, peers);
    };
    routes[shape] = observer.observing(shape, guard.protectingCall(guarded(options, serve)));
  }
  for (const [path, handle] of pages)
    routes[path] = observer.observing(path, guard.protectingPage(guarded(options, handle)));
  return routes;
}

export function listen(options: ListenOptions): HttpServer {
  const { host, port, services, observer = new RequestObserver([], []), idle_secs = IDLE_SECS } = options;
  const routes = routesOf(options, observer);
  const merged = options.guard.protectingCall((request: Request, peers: Peers) =>
    import('./repeated-slashes.ts').then(({ serveMerged }) => serveMerged(options, request, peers)),
  );
  // The runtime has one limit for all servers of a process, set here.
  (http as { maxHeaderSize: number }).maxHeaderSize = HEAD_MAX;
  const serve = (at: number, certificate: KeyPair | undefined): Runtime => {
    try {
      return Bun.serve({
        hostname: host,
        port: at,
        reusePort: options.shares_port ?? false,
        idleTimeout: idle_secs,
        maxRequestBodySize: BODY_MAX,
        ...(certificate && { tls: { key: certificate.key, cert: certificate.chain } }),
        // The runtime's type derives parameters from literal paths; these paths are made at run time.
        routes: routes as Bun.Serve.Routes<undefined, string>,
        fetch: observer.observing(
          'other',
          guarded(options, (request, peers) =>
            hasRepeatedSlashes(request) ? merged(request, peers) : notFound(services),
          ),
        ),
        // Only for pages: API calls answer their own failures.
        error: (error) => respondError(error, services.report),
      });
    } catch (error) {
      throw listenError(error, host, at);
    }
  };
  let server = serve(port, options.tls?.certificate);
  const bound = server.port!;
  const retired = new Set<Runtime>();
  const stopWatching = options.sharing ? watchConnections(bound, options.sharing) : () => {};
  let is_stopping = false;
  const name = options.tls?.host ?? (host.includes(':') ? `[${host}]` : host);
  return {
    port: bound,
    url: options.tls ? `https://${name}${bound === 443 ? '' : `:${bound}`}` : `http://${name}:${bound}`,
    pendingRequests: () =>
      [...retired].reduce((sum, { pendingRequests }) => sum + pendingRequests, server.pendingRequests),
    async useCertificate(certificate) {
      // The runtime can't exchange the certificate of a socket, so another socket takes over the port: a third of a millisecond.
      const old = server;
      retired.add(old);
      void old.stop().finally(() => retired.delete(old));
      for (;;) {
        if (is_stopping) return;
        try {
          server = serve(bound, certificate);
          return;
        } catch (error) {
          // Somebody took the port in between.
          services.report(error);
          await sleep(RETAKE_MS);
        }
      }
    },
    async stop(timeout_ms) {
      is_stopping = true;
      stopWatching();
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeout_ms).unref());
      const servers = [server, ...retired];
      await Promise.race([Promise.all(servers.map((each) => each.stop())), timeout]);
      await Promise.all(servers.map((each) => each.stop(true)));
    },
  };
}
