// The client's address, as rate limits count it: the peer's, or what a trusted proxy reports. [RL3]
import ipaddr from 'ipaddr.js';
import { type Address, type AddressRange, isWithin } from '../../outbound/outbound-addresses.ts';

/** Tells the peer address of a request's connection. */
export interface Peers {
  requestIP(request: Request): { readonly address: string } | null;
  /** Sets the time limit of a request in seconds; 0: none. */
  timeout?(request: Request, seconds: number): void;
}

/** Most entries of a forwarding header; nobody has more proxies. */
const HOPS_MAX = 20;

/** Parsing an IPv6 address is the slowest step, so results are cached. */
const NAMES_KEPT = 1000;
const names = new Map<string, string>();

export function clientAddress(request: Request, peers: Peers, trusted: readonly AddressRange[]): string {
  // No address means that the connection is closed.
  const peer = peers.requestIP(request)?.address ?? '';
  if (trusted.length === 0) {
    if (!peer.includes(':')) return peer;
    const canonical = names.get(peer);
    if (canonical !== undefined) return canonical;
  }
  let address = parse(peer);
  if (!address) return peer;
  if (isWithin(address, trusted)) {
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').slice(-HOPS_MAX);
    // From the right: each entry was written by the host after it, so anything left of the first untrusted host may be forged.
    while (hops.length > 0 && isWithin(address, trusted)) {
      const next = parse(withoutPort(hops.pop()!.trim()));
      if (!next) break;
      address = next;
    }
  }
  const name = nameOfAddress(address);
  if (trusted.length === 0) {
    if (names.size >= NAMES_KEPT) names.clear();
    names.set(peer, name);
  }
  return name;
}

/** Whether the other end of the connection is a trusted proxy. */
export function isTrustedPeer(request: Request, peers: Peers, trusted: readonly AddressRange[]): boolean {
  const address = parse(peers.requestIP(request)?.address ?? '');
  return address !== null && isWithin(address, trusted);
}

/** Converts an IPv4 address mapped into IPv6 back to IPv4. */
function parse(text: string): Address | null {
  const plain = text.split('%')[0]!;
  // Refuses shortened and octal forms of IPv4: proxies do not write them.
  if (plain.includes(':') ? !ipaddr.IPv6.isValid(plain) : !ipaddr.IPv4.isValidFourPartDecimal(plain)) return null;
  return ipaddr.process(plain);
}

function withoutPort(text: string): string {
  return /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

/** The name by which the other end of a connection is counted. */
export function nameOfPeer(peer: string): string {
  const address = parse(peer);
  return address ? nameOfAddress(address) : peer;
}

/** An IPv6 client is its /64: each customer has at least one. */
export function nameOfAddress(address: Address): string {
  return address.kind() === 'ipv4' ? address.toString() : `${(address as ipaddr.IPv6).parts.slice(0, 4).join(':')}/64`;
}
