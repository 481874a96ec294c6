// A name server that says of every name that it is this machine; over TCP, as Pebble asks.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const HEADER_BYTES = 12;
const TYPE_A = 1;
/** An answer about the name of the question: A, IN, 0 s, 127.0.0.1. */
const ADDRESS = Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);

function answerTo(query: Buffer): Buffer {
  let end = HEADER_BYTES;
  while (query[end] !== 0) end += query[end]! + 1;
  const question = query.subarray(HEADER_BYTES, end + 5);
  const is_address = query.readUInt16BE(end + 1) === TYPE_A;
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  // A response without an error, to one question.
  header.writeUInt16BE(0x8580, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(is_address ? 1 : 0, 6);
  return Buffer.concat(is_address ? [header, question, ADDRESS] : [header, question]);
}

/** Each message with its length before it. */
export async function startNameServer(): Promise<{ readonly address: string; stop(): void }> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length > 2 && received.length >= received.readUInt16BE(0) + 2) {
        const length = received.readUInt16BE(0);
        const answer = answerTo(received.subarray(2, length + 2));
        received = received.subarray(length + 2);
        const prefix = Buffer.alloc(2);
        prefix.writeUInt16BE(answer.length, 0);
        socket.write(Buffer.concat([prefix, answer]));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}
