// The listening socket. The only file that knows how this runtime serves HTTP.
import http from 'node:http';
import { type ApiError, BadRequest } from '@stoa/contract';
import type { Peers } from './client-address.ts';
import { type Dispatch, notFound, refuse } from './dispatch.ts';
import { releaseMemoryAfterPeaks } from './release-memory.ts';
import type { RequestGuard } from './request-guard.ts';
import { RequestObserver } from './request-observer.ts';
import type { RouteTable } from './router.ts';

export interface ListenOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  api: RouteTable;
  /** Paths outside the API. */
  pages: ReadonlyMap<string, (request: Request, peers: Peers) => Response | Promise<Response>>;
  kit: Dispatch;
  guard: RequestGuard;
  observer?: RequestObserver;
  /** Other processes may listen on the port too; the system gives each a share of the connections. */
  shares_port?: boolean;
  /** Set only by tests. */
  idle_secs?: number;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Accepts no new connections; resolves when current requests are answered, or after `timeout_ms`. */
  stop(timeout_ms: number): Promise<void>;
}

/** The server can't listen on the address; says why in a sentence. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** The runtime cuts off larger bodies before a handler sees them; every endpoint has a lower limit of its own. */
const BODY_MAX = 1024 * 1024 * 1024;

/** The decoded rest of a path after `segments`; a null byte, refused in any path, if decoding fails. */
function pathTail(request: Request, segments: number): string {
  try {
    return decodeURIComponent(new URL(request.url).pathname.split('/').slice(segments).join('/'));
  } catch {
    return '\0';
  }
}

/** An idle connection is closed after this long, whatever it waits for; longer than any poll is silent. [HT21] */
const IDLE_SECS = 150;

/** Bytes of a URL and its headers: enough for the most message ids of one call. The runtime answers 431 to more. [HT6] */
const HEAD_MAX = 128 * 1024;

type Serve<Asked extends Request = Request> = (request: Asked, peers: Peers) => Response | Promise<Response>;

export function listen(options: ListenOptions): HttpServer {
  const { host, port, api, pages, kit, guard, observer = new RequestObserver([], []), idle_secs = IDLE_SECS } = options;
  const guarded =
    <Asked extends Request>(handle: Serve<Asked>): Serve<Asked> =>
    (request, peers) => {
      try {
        guard.check(request);
      } catch (error) {
        return refuse(kit, error as ApiError);
      }
      return handle(request, peers);
    };
  const routes: Record<string, Serve<Request & { params: Record<string, string> }>> = {};
  for (const [shape, handle] of api) {
    const segments = shape.endsWith('/*') ? shape.split('/').length - 1 : null;
    // The runtime passes its server, which knows the peers' addresses.
    const serve: Serve<Request & { params: Record<string, string> }> = (request, peers) => {
      const { '*': _, ...named } = request.params;
      const params = segments === null ? request.params : { ...named, tail: pathTail(request, segments) };
      for (const value of Object.values(params))
        if (value.includes('\0') || !value.isWellFormed())
          return refuse(kit, BadRequest('The path contains a character that is not allowed'));
      return handle(request, params, peers);
    };
    routes[shape] = observer.observing(shape, guard.protectingCall(guarded(serve)));
  }
  for (const [path, handle] of pages) routes[path] = observer.observing(path, guard.protectingPage(guarded(handle)));
  // The runtime has one limit for all servers of a process, set here.
  (http as { maxHeaderSize: number }).maxHeaderSize = HEAD_MAX;
  let server: ReturnType<typeof Bun.serve>;
  try {
    server = Bun.serve({
      hostname: host,
      port,
      reusePort: options.shares_port ?? false,
      idleTimeout: idle_secs,
      maxRequestBodySize: BODY_MAX,
      // The runtime's type derives parameters from literal paths; these paths are made at run time.
      routes: routes as Bun.Serve.Routes<undefined, string>,
      fetch: observer.observing(
        'other',
        guarded(() => notFound(kit)),
      ),
      error: (error) => {
        kit.report(error);
        return refuse(kit, BadRequest('The request could not be understood'));
      },
    });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : code === 'EACCES' ? 'not permitted' : message;
    throw new ListenError(`can't listen on ${host}:${port}: ${reason}`);
  }
  const stopReleasing = releaseMemoryAfterPeaks(() => server.pendingRequests);
  return {
    port: server.port!,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    async stop(timeout_ms) {
      stopReleasing();
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeout_ms).unref());
      await Promise.race([server.stop(), timeout]);
      await server.stop(true);
    },
  };
}
