// A pooler that shares one PostgreSQL connection between clients, transaction by transaction.
import { describe, expect, it } from 'bun:test';
import { randomInt } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { openPostgres } from './postgres.ts';

const address = process.env.STOA_TEST_DATABASE!;
const READY = 'Z'.charCodeAt(0);
const NO_TRANSACTION = 'I'.charCodeAt(0);

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/** The one database connection that all clients share. */
class Shared {
  private readonly socket: Socket;
  private rest = Buffer.alloc(0);
  private client: Socket | null = null;
  private turn: Promise<void> = Promise.resolve();
  private endTurn = () => {};

  constructor() {
    const { hostname, port, username, pathname } = new URL(address);
    this.socket = connect(Number(port), hostname);
    const pairs = ['user', username, 'database', pathname.slice(1), ''].map((word) => `${word}\0`).join('');
    const body = Buffer.concat([number(196_608), Buffer.from(pairs)]);
    this.begin(null);
    this.socket.write(Buffer.concat([number(body.length + 4), body]));
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk) => this.receive(chunk as Buffer));
  }

  private begin(client: Socket | null): Promise<void> {
    const before = this.turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.turn = promise;
    return before.then(() => {
      this.client = client;
      this.endTurn = resolve;
    });
  }

  private receive(chunk: Buffer): void {
    this.client?.write(chunk);
    this.rest = Buffer.concat([this.rest, chunk]);
    while (this.rest.length >= 5 && this.rest.length >= this.rest.readInt32BE(1) + 1) {
      const length = this.rest.readInt32BE(1) + 1;
      const is_over = this.rest[0] === READY && this.rest[5] === NO_TRANSACTION;
      this.rest = this.rest.subarray(length);
      if (!is_over) continue;
      this.client = null;
      this.endTurn();
    }
  }

  async send(client: Socket, chunk: Buffer): Promise<void> {
    if (this.client !== client) await this.begin(client);
    this.socket.write(chunk);
  }

  close(): void {
    this.socket.destroy();
  }
}

describe.skipIf(!address)('a pooler', () => {
  it('[DB24] refuses a pooler that shares connections between transactions, with a clear message', async () => {
    const shared = new Shared();
    const greeting = Buffer.concat([
      message('R', number(0)),
      message('K', Buffer.concat([number(randomInt(2 ** 31 - 1)), number(7)])),
      message('Z', Buffer.from('I')),
    ]);
    const server = createServer((client) => {
      let greeted = false;
      client.on('error', () => {});
      client.on('data', (chunk) => {
        if (greeted) return void shared.send(client, chunk as Buffer);
        greeted = true;
        client.write(greeting);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const url = address.replace(new URL(address).host, `127.0.0.1:${port}`);
    await expect(openPostgres(url)).rejects.toThrow(/shares connections between transactions: let it pool by session/);
    server.close();
    shared.close();
  });
});
