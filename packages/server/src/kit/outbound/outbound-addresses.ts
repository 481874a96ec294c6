// Decides which addresses chosen by others the server may call. Pure; refuses everything that is not plainly public.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressRange = readonly [Address, number];

/** Parses a list such as `10.0.0.0/8, 192.168.7.4, fd00::/8`; throws if an item is neither an address nor a range. */
export function parseRanges(list: string): AddressRange[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      // The parser also takes forms such as 1 and 127.1, which a slip of the pen makes.
      const is_usual = isIP(part.replace(/\/\d+$/, '')) !== 0;
      if (is_usual && ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part);
      if (!is_usual || !ipaddr.isValid(part))
        throw new Error(`'${part}' is neither an address nor a range of addresses`);
      const address = ipaddr.parse(part);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
}

/** Global unicast addresses of IPv6; everything else is reserved, assigned or not. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * True if the server may connect: only global unicast addresses. An IPv4 address mapped into IPv6 is judged as IPv4; tunnels and
 * translated addresses (6to4, Teredo, ISATAP, NAT64) are refused, because their destination is unknown. [OB2]
 */
export function mayCall(text: string, allowed: readonly AddressRange[]): boolean {
  // Accepts only the usual notation: zones name local interfaces, and octal or short forms are ambiguous.
  const version = isIP(text);
  if (text.includes('%') || version === 0) return false;
  // The parser reads ::8.8.8.8 as ::ffff:8.8.8.8, so it gets the form without dots.
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
