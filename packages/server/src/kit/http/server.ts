// The listening socket. The one file that knows how this runtime serves HTTP.
import http from 'node:http';
import { type ApiError, BadRequest } from '@stoa/contract';
import type { Peers } from './client-address.ts';
import { type Dispatch, notFound, refuse } from './dispatch.ts';
import { giveBackAfterCrowds } from './give-back.ts';
import type { RequestGuard } from './request-guard.ts';
import type { RouteTable } from './router.ts';

export interface ListenOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  api: RouteTable;
  /** Paths outside the API. */
  pages: ReadonlyMap<string, (request: Request, peers: Peers) => Response | Promise<Response>>;
  kit: Dispatch;
  guard: RequestGuard;
  /** Left out but by tests. */
  idle_secs?: number;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Takes no new connections and resolves when the requests under way are answered, or after `patience_ms`. */
  stop(patience_ms: number): Promise<void>;
}

/** The address can't be listened on; says why in a sentence. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Larger bodies are cut off by the runtime before a handler sees them; every endpoint has a limit of its own below it. */
const BODY_MAX = 1024 * 1024 * 1024;

/** What follows so many segments of a path, decoded as a whole; a null byte, refused in any path, where that can't be done. */
function pathTail(request: Request, segments: number): string {
  try {
    return decodeURIComponent(new URL(request.url).pathname.split('/').slice(segments).join('/'));
  } catch {
    return '\0';
  }
}

/** A connection on which nothing has moved for so long is closed, whoever it waits for; longer than any poll is quiet. [HT21] */
const IDLE_SECS = 150;

/** Bytes of an address and its headers: the ids of the most messages a call may ask for fit. The runtime answers 431 to more. [HT6] */
const HEAD_MAX = 128 * 1024;

type Serve<Asked extends Request = Request> = (request: Asked, peers: Peers) => Response | Promise<Response>;

export function listen({ host, port, api, pages, kit, guard, idle_secs = IDLE_SECS }: ListenOptions): HttpServer {
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
    // The runtime gives its server, which knows the other ends.
    const serve: Serve<Request & { params: Record<string, string> }> = (request, peers) => {
      const { '*': _, ...named } = request.params;
      const params = segments === null ? request.params : { ...named, tail: pathTail(request, segments) };
      for (const value of Object.values(params))
        if (value.includes('\0') || !value.isWellFormed())
          return refuse(kit, BadRequest('The path contains a character that is not allowed'));
      return handle(request, params, peers);
    };
    routes[shape] = guard.protectingCall(guarded(serve));
  }
  for (const [path, handle] of pages) routes[path] = guard.protectingPage(guarded(handle));
  // This runtime has one limit for all servers of a process, and lets it be set here.
  (http as { maxHeaderSize: number }).maxHeaderSize = HEAD_MAX;
  let server: ReturnType<typeof Bun.serve>;
  try {
    server = Bun.serve({
      hostname: host,
      port,
      idleTimeout: idle_secs,
      maxRequestBodySize: BODY_MAX,
      // biome-ignore lint/suspicious/noExplicitAny: the runtime's type for a table that is made at run time
      routes: routes as any,
      fetch: guarded(() => notFound(kit)),
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
  const stopGivingBack = giveBackAfterCrowds(() => server.pendingRequests);
  return {
    port: server.port!,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    async stop(patience_ms) {
      stopGivingBack();
      const patience = new Promise<void>((resolve) => setTimeout(resolve, patience_ms).unref());
      await Promise.race([server.stop(), patience]);
      await server.stop(true);
    },
  };
}
