// Which addresses the server may call when somebody else chose them. Pure; everything that is not plainly public is refused.
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

/**
 * Whether the server may connect there. An IPv4 address in IPv6 clothes is judged as what it is; tunnels and translated
 * addresses (6to4, Teredo, NAT64) are not public, for nobody can say where they lead. [OB2]
 */
export function mayCall(text: string, allowed: readonly AddressRange[]): boolean {
  // A zone names an interface of this machine.
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' || isWithin(address, allowed);
}

export function isWithin(address: Address, ranges: readonly AddressRange[]): boolean {
  return ranges.some(
    ([base, bits]) => base.kind() === address.kind() && (address as ipaddr.IPv4).match(base as ipaddr.IPv4, bits),
  );
}
