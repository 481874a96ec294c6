// Which address a request comes from, as limits count it: the peer's, or what a trusted proxy says of its own peer. [RL3]
import ipaddr from 'ipaddr.js';
import { type Address, type AddressRange, isWithin } from '../outbound-addresses.ts';

/** What knows the other end of a connection. */
export interface Peers {
  requestIP(request: Request): { readonly address: string } | null;
}

/** Entries of a forwarding header beyond so many are nobody's proxies. */
const HOPS_MAX = 20;

/** Reading an IPv6 address takes longer than all the rest. */
const NAMES_KEPT = 1000;
const names = new Map<string, string>();

export function clientAddress(request: Request, peers: Peers, trusted: readonly AddressRange[]): string {
  // Without an address the connection is gone already.
  const peer = peers.requestIP(request)?.address ?? '';
  if (trusted.length === 0) {
    if (!peer.includes(':')) return peer;
    const known = names.get(peer);
    if (known !== undefined) return known;
  }
  let address = parse(peer);
  if (!address) return peer;
  if (isWithin(address, trusted)) {
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').slice(-HOPS_MAX);
    // From the right: each was written by the one after it, so what is left of the first stranger may be made up.
    while (hops.length > 0 && isWithin(address, trusted)) {
      const next = parse(withoutPort(hops.pop()!.trim()));
      if (!next) break;
      address = next;
    }
  }
  const name = nameOf(address);
  if (trusted.length === 0) {
    if (names.size >= NAMES_KEPT) names.clear();
    names.set(peer, name);
  }
  return name;
}

/** An IPv4 address in IPv6 clothes is what it is. */
function parse(text: string): Address | null {
  const plain = text.split('%')[0]!;
  // Shortened and octal forms of IPv4 are refused: proxies do not write them.
  if (plain.includes(':') ? !ipaddr.IPv6.isValid(plain) : !ipaddr.IPv4.isValidFourPartDecimal(plain)) return null;
  return ipaddr.process(plain);
}

function withoutPort(text: string): string {
  return /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

/** A customer of IPv6 has at least a /64 to move about in. */
function nameOf(address: Address): string {
  return address.kind() === 'ipv4' ? address.toString() : `${(address as ipaddr.IPv6).parts.slice(0, 4).join(':')}/64`;
}
