// Closes connections of the addresses that have most of them. Linux only, by the system's own calls: the runtime tells neither how
// many connections there are nor whose, and closes none.
import { FFIType, ptr } from 'bun:ffi';
import ipaddr from 'ipaddr.js';
import { getOrSet } from '../../collections/get-or-set.ts';
import { nextTurn } from '../../event-loop/turns.ts';
import { type Address, isWithin } from '../../outbound/outbound-addresses.ts';
import { openCLibrary } from '../../runtime/c-library.ts';
import { nameOfAddress } from '../callers/client-address.ts';
import type { ConnectionSharing, Cut } from './connection-watch.ts';

const [AF_INET, AF_INET6] = [2, 10];
const [IPPROTO_TCP, TCP_INFO] = [6, 11];
/** Where the kernel's record of a connection has the milliseconds since the last byte came. */
const SILENT_AT = 52;
const SHUT_RDWR = 2;
/** No address keeps more than one of as many parts of the descriptors. */
const SHARES = 4;
/** Descriptors looked at in one turn of the event loop: a millisecond or so. */
const LOOKED_AT = 1000;

const NAME = [FFIType.i32, FFIType.ptr, FFIType.ptr] as const;
const system = openCLibrary({
  getsockname: { args: [...NAME], returns: FFIType.i32 },
  getpeername: { args: [...NAME], returns: FFIType.i32 },
  getsockopt: { args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
  shutdown: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
}).symbols;

const name = new DataView(new ArrayBuffer(128));
const info = new DataView(new ArrayBuffer(256));
const length = new Uint32Array(1);

function ask(which: 'getsockname' | 'getpeername', descriptor: number): boolean {
  length[0] = name.byteLength;
  return system[which](descriptor, ptr(name), ptr(length)) === 0;
}

/** The other end of a connection that came in at the port; null for anything else. */
function peerOf(descriptor: number, port: number): Address | null {
  if (!ask('getsockname', descriptor) || name.getUint16(2) !== port) return null;
  if (!ask('getpeername', descriptor)) return null;
  const family = name.getUint16(0, true);
  if (family !== AF_INET && family !== AF_INET6) return null;
  const [from, bytes] = family === AF_INET ? [4, 4] : [8, 16];
  const address = ipaddr.fromByteArray([...new Uint8Array(name.buffer, from, bytes)]);
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()
    ? (address as ipaddr.IPv6).toIPv4Address()
    : address;
}

function silentMs(descriptor: number): number {
  length[0] = info.byteLength;
  return system.getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, ptr(info), ptr(length)) === 0
    ? info.getUint32(SILENT_AT, true)
    : 0;
}

interface Surplus extends Omit<ConnectionSharing, 'report'> {
  readonly files_max: number;
  /** How many connections to close, if the addresses have as many beyond their share. */
  readonly surplus: number;
}

/** Closes surplus connections: of the address with the most connections first, and those silent the longest. */
export async function closeSurplus(
  port: number,
  { each, trusted_proxies, files_max, surplus }: Surplus,
): Promise<Cut[]> {
  const by_address = new Map<string, number[]>();
  for (let descriptor = 0; descriptor < files_max; descriptor++) {
    if (descriptor % LOOKED_AT === LOOKED_AT - 1) await nextTurn();
    const peer = peerOf(descriptor, port);
    if (peer === null || isWithin(peer, trusted_proxies)) continue;
    getOrSet(by_address, nameOfAddress(peer), (): number[] => []).push(descriptor);
  }
  const share = Math.max(1, Math.min(each(), Math.floor(files_max / SHARES)));
  const cuts: Cut[] = [];
  let left = surplus;
  for (const [address, descriptors] of [...by_address].sort(([, a], [, b]) => b.length - a.length)) {
    const wanted = Math.min(left, descriptors.length - share);
    if (wanted <= 0) break;
    const by_silence = descriptors
      .map((descriptor) => ({ descriptor, silent_ms: silentMs(descriptor) }))
      .sort((a, b) => b.silent_ms - a.silent_ms);
    let closed = 0;
    for (const { descriptor } of by_silence.slice(0, wanted)) {
      // A number may belong to another connection by now.
      const peer = peerOf(descriptor, port);
      if (peer !== null && nameOfAddress(peer) === address && system.shutdown(descriptor, SHUT_RDWR) === 0) closed++;
    }
    left -= closed;
    cuts.push({ address, connections: descriptors.length, closed, files_max });
    await nextTurn();
  }
  return cuts;
}
