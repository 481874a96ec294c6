// Lets a process leave a port that others listen on too (SO_REUSEPORT), without a connection lost. Linux only.
//
// The kernel gives each listening socket its share of new connections, and resets those that wait at a socket when it closes. So
// the socket first drops what would open a connection, by a packet filter: the client's system repeats it a second later, when the
// socket is closed and another one gets it. Handshakes that had begun end meanwhile, and their connections are accepted.
import { FFIType, ptr } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { openCLibrary } from '../../runtime/c-library.ts';

const SOL_SOCKET = 1;
const SO_ATTACH_FILTER = 26;
const SO_ACCEPTCONN = 30;

/** A classic BPF program: drops segments with SYN and without ACK, keeps all others. The flags are byte 13 of the TCP header. */
const INSTRUCTIONS: readonly (readonly [code: number, if_true: number, if_false: number, operand: number])[] = [
  [0x30, 0, 0, 13], // load the byte
  [0x54, 0, 0, 0x12], // and SYN | ACK
  [0x15, 0, 1, 0x02], // equal to SYN?
  [0x06, 0, 0, 0], // keep nothing
  [0x06, 0, 0, 0xffff_ffff], // keep all
];

function filterCode(): Uint8Array {
  const view = new DataView(new ArrayBuffer(INSTRUCTIONS.length * 8));
  for (const [index, [code, if_true, if_false, operand]] of INSTRUCTIONS.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, if_true);
    view.setUint8(index * 8 + 3, if_false);
    view.setUint32(index * 8 + 4, operand, true);
  }
  return new Uint8Array(view.buffer);
}

const OPTION = [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr] as const;

/** Every listening socket of this process leaves new connections to others; returns their number. */
export function refuseNewConnections(): number {
  const { symbols, close } = openCLibrary({
    setsockopt: { args: [...OPTION, FFIType.u32], returns: FFIType.i32 },
    getsockopt: { args: [...OPTION, FFIType.ptr], returns: FFIType.i32 },
  });
  const code = filterCode();
  const program = new DataView(new ArrayBuffer(16));
  program.setUint16(0, INSTRUCTIONS.length, true);
  program.setBigUint64(8, BigInt(ptr(code)), true);
  const bytes = new Uint8Array(program.buffer);
  const listens = new Int32Array(1);
  const length = new Uint32Array([4]);
  const descriptors = readdirSync('/proc/self/fd').map(Number);
  const listening = descriptors.filter((fd) => {
    listens[0] = 0;
    length[0] = 4;
    return symbols.getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, ptr(listens), ptr(length)) === 0 && listens[0] === 1;
  });
  for (const fd of listening) symbols.setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, ptr(bytes), bytes.length);
  close();
  return listening.length;
}
