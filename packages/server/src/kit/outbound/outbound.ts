// The only outgoing HTTP requests of the server, bounded in time and size. Addresses chosen by users go through `request`, which
// calls public addresses only; configured ones through `requestTrusted`.
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Tracing } from '../tracing.ts';
import { type AddressRange, mayCall } from './outbound-addresses.ts';

export interface OutboundRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole request, lookup and redirects included; 10 seconds if left out. */
  readonly timeout_ms?: number;
  /** Limit for the response's body; 1 MiB if left out. */
  readonly max_bytes?: number;
  /** A longer body is cut at `max_bytes` instead of refused. */
  readonly cuts?: boolean;
  /** Most redirects to follow, each checked like the first address; none if left out. */
  readonly redirects?: number;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The final URL, after redirects. */
  readonly url: string;
}

/** `refused`: not called, because its address is not allowed; `unreachable`: no response; `too_large`: the response was cut off. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  constructor(
    readonly reason: 'refused' | 'unreachable' | 'timeout' | 'too_large',
    message: string,
  ) {
    super(message);
  }
}

/** Resolves a name to all its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** From this number on, chunks must have this many bytes on average; ordinary ones have a thousand and more. */
const CHUNKS_MIN = 2000;
const CHUNK_BYTES_MIN = 64;
/** Most responses that announce another one; a server sends one or two. */
const INFORMATIONAL_MAX = 20;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Body headers, wrong once a redirect turned the request into a GET, and secrets meant for the first host. */
const FIRST_HOST_ONLY = ['authorization', 'cookie', 'proxy-authorization'];
const OF_THE_BODY = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'];

export class Outbound {
  constructor(
    private readonly options: {
      readonly allow?: readonly AddressRange[];
      readonly resolve?: Resolve;
      readonly tracing?: Tracing | null;
    } = {},
  ) {}

  /** Calls an address that somebody else chose. Throws {@link OutboundError}; an HTTP error status is a response. [OB1] */
  request(url: string, request: OutboundRequest = {}): Promise<OutboundResponse> {
    return this.run(url, request, true);
  }

  /** Calls an address from the server's configuration, wherever it is. */
  requestTrusted(url: string, request: Omit<OutboundRequest, 'redirects'> = {}): Promise<OutboundResponse> {
    return this.run(url, request, false);
  }

  private run(url: string, request: OutboundRequest, guarded: boolean): Promise<OutboundResponse> {
    const { tracing } = this.options;
    if (!tracing) return this.call(url, request, guarded);
    const { method = 'GET' } = request;
    // An address that somebody chose is content.
    const host = guarded ? null : URL.parse(url)?.hostname;
    const attributes = { 'http.request.method': method, ...(host ? { 'server.address': host } : {}) };
    return tracing.within({ name: `${method} outside`, kind: 'client', attributes }, async (span) => {
      const headers = { ...request.headers, traceparent: span.traceparent };
      const answer = await this.call(url, { ...request, headers }, guarded);
      span.set({ 'http.response.status_code': answer.status });
      return answer;
    });
  }

  private async call(url: string, request: OutboundRequest, guarded: boolean): Promise<OutboundResponse> {
    const timeout_ms = request.timeout_ms ?? TIMEOUT_MS;
    const abort = new AbortController();
    const timer = setTimeout(
      () => abort.abort(new OutboundError('timeout', `no answer within ${timeout_ms} ms`)),
      timeout_ms,
    );
    try {
      return await this.follow(url, request, guarded, abort.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  private async follow(
    input: string,
    request: OutboundRequest,
    guarded: boolean,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    let url = parse(input);
    let { method = 'GET', headers = {}, body } = request;
    for (let left = request.redirects ?? 0; ; left -= 1) {
      const addresses = await this.addressesOf(url, guarded, signal);
      const response = await exchange(url, addresses, { ...request, method, headers, body }, signal);
      const { location } = response.headers;
      if (left <= 0 || !REDIRECTS.has(response.status) || location === undefined) return response;
      const next = parse(location, url);
      if (response.status === 303 || (method === 'POST' && response.status < 303)) {
        method = method === 'HEAD' ? 'HEAD' : 'GET';
        body = undefined;
        headers = without(headers, OF_THE_BODY);
      }
      if (next.origin !== url.origin) headers = without(headers, FIRST_HOST_ONLY);
      url = next;
    }
  }

  /** Resolves the addresses to connect to, once, so that the checked address is the one called. [OB3] */
  private async addressesOf(url: URL, guarded: boolean, signal: AbortSignal): Promise<readonly string[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) ? [host] : await this.resolve(host, signal);
    if (addresses.length === 0) throw new OutboundError('unreachable', `${host} has no address`);
    // One forbidden address makes the whole name suspicious.
    if (guarded && !addresses.every((address) => mayCall(address, this.options.allow ?? [])))
      throw new OutboundError('refused', `${host} is not a public address`);
    // IPv4 first: many machines have no IPv6 route.
    return [...addresses].sort((a, b) => isIP(a) - isIP(b));
  }

  private async resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const resolve = this.options.resolve ?? resolveBySystem;
    try {
      return await untilAborted(resolve(host), signal);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw new OutboundError('unreachable', `${host} could not be found: ${(error as Error).message}`);
    }
  }
}

function parse(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new OutboundError('refused', 'only http and https addresses can be called');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('refused', 'an address may not carry credentials');
  return url;
}

function without(headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Sends one request to the given addresses only. Redirects are returned; no proxy and no cookies are used. */
function exchange(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, max_bytes = MAX_BYTES, cuts = false }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const toAddress: LookupFunction = (_host, options, done) =>
    options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family);
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      sent.destroy();
      const cause = signal.aborted ? (signal.reason as Error) : error;
      reject(cause instanceof OutboundError ? cause : new OutboundError('unreachable', cause.message));
    };
    const sent = (secure ? requestHttps : requestHttp)(
      url,
      {
        method,
        agent: false,
        lookup: toAddress,
        headers: {
          'user-agent': 'Stoa',
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (response) => receive(response, max_bytes, cuts).then((bytes) => resolve(answer(url, response, bytes)), fail),
    );
    sent.on('error', fail);
    let announced = 0;
    const count = () => {
      announced += 1;
      if (announced > INFORMATIONAL_MAX) fail(new Error('the answer is announced again and again'));
    };
    sent.on('continue', count).on('information', count);
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
    if (signal.aborted) fail(signal.reason as Error);
    else sent.end(body);
  });
}

function answer(url: URL, { statusCode, headers }: IncomingMessage, body: Buffer): OutboundResponse {
  const plain = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
  return { status: statusCode ?? 0, headers: Object.fromEntries(plain), body, url: url.href };
}

/**
 * Reads the body without decompressing it, so it is never larger than what was sent. Every chunk costs time and memory, however
 * small: a body in tiny chunks is refused. [OB4]
 */
function receive(response: IncomingMessage, max_bytes: number, cuts: boolean): Promise<Buffer> {
  const body = new ArrivingBody(Number(response.headers['content-length'] ?? Number.NaN), max_bytes);
  return new Promise((resolve, reject) => {
    // Listeners get the chunks of one reading of the socket in one turn; reading in a loop would leave no turn to others.
    response.on('data', (chunk: Buffer) => {
      body.add(chunk);
      if (body.size > max_bytes) {
        // The listener goes first: the rest of what was read would still come.
        response.removeAllListeners('data');
        if (!cuts) reject(new OutboundError('too_large', `the answer is larger than ${max_bytes} bytes`));
        else resolve(body.whole().subarray(0, max_bytes));
        response.destroy();
      } else if (body.chunk_count > CHUNKS_MIN && body.size < body.chunk_count * CHUNK_BYTES_MIN) {
        response.removeAllListeners('data');
        reject(new OutboundError('unreachable', 'the answer comes in too small chunks'));
      }
    });
    response.on('end', () => resolve(body.whole()));
    response.on('error', reject);
    response.on('close', () => reject(new Error('the connection ended within the answer')));
  });
}

/** What has arrived. A length that was announced saves the copy of the whole that chunks need in the end. */
class ArrivingBody {
  size = 0;
  chunk_count = 0;
  private readonly chunks: Buffer[] = [];
  private readonly announced: Buffer | null;

  constructor(announced: number, max_bytes: number) {
    // What nobody writes takes no memory, whatever was announced.
    this.announced = announced > 0 && announced <= max_bytes ? Buffer.allocUnsafeSlow(announced) : null;
  }

  add(chunk: Buffer): void {
    if (this.announced) chunk.copy(this.announced, this.size);
    else this.chunks.push(chunk);
    this.size += chunk.length;
    this.chunk_count += 1;
  }

  whole(): Buffer {
    return this.announced?.subarray(0, this.size) ?? Buffer.concat(this.chunks);
  }
}
