// Facts about a request while it is handled: its id for logs and errors, its endpoint, organization and caller. Never contents.
import { randomBytes } from 'node:crypto';
import type { RealmId, UserId } from '@stoa/contract';
import type { AddressRange } from '../../outbound/outbound-addresses.ts';
import { isTrustedPeer, type Peers } from '../callers/client-address.ts';

/** Request ids as proxies write them: hexadecimal, UUIDs, `Root=1-67891233-abc`. */
const ID = /^[\w.:=+/-]{1,128}$/;
const process_id = randomBytes(5).toString('hex');
let count = 0;

export class RequestTrace {
  realm_id: RealmId | null = null;
  user_id: UserId | null = null;

  constructor(
    /** The id that a proxy gave, or the request's number in this process. */
    private readonly given: string | number,
    readonly method: string,
    /** The endpoint's id, or the pattern of a path: one of a fixed number. */
    public endpoint: string,
    /** In milliseconds of the monotonic clock. */
    readonly began_at: number,
  ) {}

  /** Written only when it is read: most who wait are never in a log. */
  get id(): string {
    return typeof this.given === 'string' ? this.given : `${process_id}-${this.given.toString(36)}`;
  }
}

/** Notes the response of a request, and returns it. */
export type EndTrace = (trace: RequestTrace, response: Response) => Response;

/** Properties of the request: ten thousand wait at once, and a map of them is larger and slower. */
const TRACE = Symbol('trace');
const END = Symbol('end');
interface Traced {
  [TRACE]?: RequestTrace;
  [END]?: EndTrace | undefined;
}

/** Undefined for requests that no server received. */
export function traceOf(request: Request & Traced): RequestTrace | undefined {
  return request[TRACE];
}

/** `pattern`: the pattern of the path. */
export function beginTrace(
  request: Request & Traced,
  peers: Peers,
  pattern: string,
  trusted: readonly AddressRange[],
): RequestTrace {
  const given = forwardedId(request, peers, trusted) ?? ++count;
  const trace = new RequestTrace(given, request.method, pattern, performance.now());
  request[TRACE] = trace;
  return trace;
}

/** Begins the trace of a call that `outer` makes within the server: its failures are reported with the id of `outer`. */
export function continueTrace(call: Request & Traced, outer: Request & Traced): void {
  const trace = outer[TRACE];
  if (trace) call[TRACE] = new RequestTrace(trace.id, call.method, trace.endpoint, performance.now());
}

/** Lets a handler end the trace itself. */
export function offerEnd(request: Request & Traced, end: EndTrace): void {
  request[END] = end;
}

/** True if the handler ends the trace itself. */
export function isEndTaken(request: Request & Traced): boolean {
  return request[END] === undefined;
}

/** The function that the handler must call with its response; undefined if nobody observes, or the observer awaits the response. */
export function takeEnd(request: Request & Traced): EndTrace | undefined {
  const end = request[END];
  request[END] = undefined;
  return end;
}

/** The id that a trusted proxy gave the request. [LG4] */
function forwardedId(request: Request, peers: Peers, trusted: readonly AddressRange[]): string | null {
  if (trusted.length === 0) return null;
  const id = request.headers.get('x-request-id');
  if (id === null || !ID.test(id)) return null;
  return isTrustedPeer(request, peers, trusted) ? id : null;
}

/** The trace that a trusted proxy began; others could have everything sampled. [TR2] */
export function forwardedTrace(request: Request, peers: Peers, trusted: readonly AddressRange[]): string | null {
  const traceparent = trusted.length === 0 ? null : request.headers.get('traceparent');
  return traceparent !== null && isTrustedPeer(request, peers, trusted) ? traceparent : null;
}
