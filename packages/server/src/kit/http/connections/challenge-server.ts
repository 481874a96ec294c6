// Port 80 of a server that gets its certificates itself: answers the authority's challenges, and redirects browsers to HTTPS.
import { listenError } from '../server.ts';

const CHALLENGES = '/.well-known/acme-challenge/';
const IDLE_SECS = 10;
const BODY_MAX = 64 * 1024;

export interface ChallengeServerOptions {
  readonly host: string;
  readonly port: number;
  /** Names that browsers are redirected to. */
  readonly hosts: readonly string[];
  /** Responses to the authority's challenges, by token. */
  readonly challenges: ReadonlyMap<string, string>;
  /** The port of HTTPS. */
  readonly https_port: number;
}

export function listenForChallenges(options: ChallengeServerOptions): { readonly port: number; stop(): Promise<void> } {
  const { host, port } = options;
  let server: ReturnType<typeof Bun.serve>;
  try {
    server = Bun.serve({
      hostname: host,
      port,
      idleTimeout: IDLE_SECS,
      maxRequestBodySize: BODY_MAX,
      fetch: (request) => answer(request, options),
      error: () => text(400, 'Bad request'),
    });
  } catch (error) {
    throw listenError(error, host, port);
  }
  return { port: server.port!, stop: () => server.stop(true) };
}

const text = (status: number, body: string) => new Response(`${body}\n`, { status });

function answer(request: Request, { hosts, challenges, https_port }: ChallengeServerOptions): Response {
  const { pathname, search } = new URL(request.url);
  if (pathname.startsWith(CHALLENGES)) {
    const key_authorization = challenges.get(pathname.slice(CHALLENGES.length));
    if (key_authorization === undefined) return text(404, 'No such challenge');
    return new Response(key_authorization, { headers: { 'content-type': 'application/octet-stream' } });
  }
  const [, name = '', port] = /^([^:]*)(?::(\d+))?$/.exec(request.headers.get('host') ?? '') ?? [];
  if (!hosts.includes(name.toLowerCase())) return text(404, 'Not found');
  // The request was sent in clear text; a redirect would hide that. [TL3]
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(403, 'Use https://');
  // A client that used the standard HTTP port finds HTTPS at its standard port too, whatever ports the container listens on.
  const at = port === undefined || https_port === 443 ? '' : `:${https_port}`;
  return new Response(null, {
    status: 308,
    headers: { location: `https://${name.toLowerCase()}${at}${pathname}${search}` },
  });
}
