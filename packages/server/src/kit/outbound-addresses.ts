// Which addresses the server may call when somebody else chose them. Pure; everything that is not plainly public is refused.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressRange = readonly [Address, number];

/** Reads a list such as `10.0.0.0/8, 192.168.7.4, fd00::/8`; throws on what is neither an address nor a range. */
export function parseRanges(list: string): AddressRange[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part);
      if (!ipaddr.isValid(part)) throw new Error(`'${part}' is neither an address nor a range of addresses`);
      const address = ipaddr.parse(part);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
}

/** Global unicast addresses of IPv6; what lies elsewhere is reserved, whether anybody has given it a purpose yet or not. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether the server may connect there: only global unicast addresses. An IPv4 address mapped into IPv6 is judged as what it
 * is; tunnels and translated addresses (6to4, Teredo, ISATAP, NAT64) are not public, for nobody can say where they lead. [OB2]
 */
export function mayCall(text: string, allowed: readonly AddressRange[]): boolean {
  // Exactly the usual notation: zones name interfaces of this machine, and octal or short forms are read in several ways.
  const version = isIP(text);
  if (text.includes('%') || version === 0) return false;
  // The parser would take ::8.8.8.8 for ::ffff:8.8.8.8: it gets the form without dots.
  const address = ipaddr.process(version === 6 ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text);
  return isGlobalUnicast(address) || isWithin(address, allowed);
}

function isGlobalUnicast(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return true;
  const [high, low] = address.parts.slice(4);
  const is_isatap = low === 0x5efe && (high === 0 || high === 0x200);
  return !is_isatap && isWithin(address, [GLOBAL_UNICAST]);
}

export function isWithin(address: Address, ranges: readonly AddressRange[]): boolean {
  return ranges.some(
    ([base, bits]) => base.kind() === address.kind() && (address as ipaddr.IPv4).match(base as ipaddr.IPv4, bits),
  );
}
