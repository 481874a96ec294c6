// What is known of a request while it is handled: its id for logs and errors, its endpoint, organization and caller. Never contents.
import { randomBytes } from 'node:crypto';
import type { RealmId, UserId } from '@stoa/contract';
import ipaddr from 'ipaddr.js';
import { type AddressRange, isWithin } from '../outbound-addresses.ts';
import type { Peers } from './client-address.ts';

/** What proxies write: hexadecimal, UUIDs, `Root=1-67891233-abc`. */
const ID = /^[\w.:=+/-]{1,128}$/;
const process_id = randomBytes(5).toString('hex');
let count = 0;

export class RequestTrace {
  realm_id: RealmId | null = null;
  user_id: UserId | null = null;

  constructor(
    readonly id: string,
    readonly method: string,
    /** The endpoint's id, or the pattern of a path: one of a fixed number. */
    public endpoint: string,
    /** By the monotonic clock. */
    readonly began_at: number,
  ) {}
}

const traces = new WeakMap<Request, RequestTrace>();

/** Undefined for requests that no server received. */
export function traceOf(request: Request): RequestTrace | undefined {
  return traces.get(request);
}

/** `pattern`: the pattern of the path. */
export function beginTrace(
  request: Request,
  peers: Peers,
  pattern: string,
  trusted: readonly AddressRange[],
): RequestTrace {
  const id = forwardedId(request, peers, trusted) ?? `${process_id}-${(++count).toString(36)}`;
  const trace = new RequestTrace(id, request.method, pattern, performance.now());
  traces.set(request, trace);
  return trace;
}

/** The id that a trusted proxy gave the request. [LG4] */
function forwardedId(request: Request, peers: Peers, trusted: readonly AddressRange[]): string | null {
  if (trusted.length === 0) return null;
  const id = request.headers.get('x-request-id');
  if (id === null || !ID.test(id)) return null;
  const peer = peers.requestIP(request)?.address.split('%')[0] ?? '';
  return ipaddr.isValid(peer) && isWithin(ipaddr.process(peer), trusted) ? id : null;
}
