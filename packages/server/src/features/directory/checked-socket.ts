// A socket to the directory from which only whole messages come that the library can read, bounded for each response. [LD6] [LD801]
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { largestOf } from '../../kit/collections/largest-of.ts';
import { BadMessage, MessageChecks, messageEnd } from './ldap-messages.rules.ts';

/** The limit for one response: it must neither fill our memory nor keep others waiting. An entry of a page may have 40 KiB. [LD6] */
const ANSWER_BYTES = 4 * 1024 * 1024;

/** The limit for all responses that are being read at once. [AU890] */
const ANSWERS_BYTES = 32 * 1024 * 1024;

/** Counts the memory that the responses of one directory take together; without room, the largest ends. */
export class AnswerMemory {
  private readonly held = new Map<CheckedSocket, number>();
  private sum = 0;

  constructor(private readonly max_bytes = ANSWERS_BYTES) {}

  get bytes(): number {
    return this.sum;
  }

  add(socket: CheckedSocket, bytes: number): void {
    this.held.set(socket, (this.held.get(socket) ?? 0) + bytes);
    this.sum += bytes;
    if (this.sum <= this.max_bytes) return;
    const [largest] = largestOf(this.held);
    this.release(largest);
    largest.destroy();
  }

  release(socket: CheckedSocket): void {
    this.sum -= this.held.get(socket) ?? 0;
    this.held.delete(socket);
  }
}

export class CheckedSocket extends Duplex {
  /** The library checks these before it uses a socket that is connected already. */
  readonly connecting = false;
  readonly readyState = 'open';
  private received = 0;
  private checks = new MessageChecks();
  /** What has arrived of the current message. */
  private parts: Buffer[] = [];
  private length = 0;
  /** The length of the current message; null until its head has arrived. */
  private end_at: number | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly memory = new AnswerMemory(),
  ) {
    super({ allowHalfOpen: false });
    // What is wrong may arrive before the library listens, which then finds a socket that has ended.
    this.on('error', () => {});
    socket
      .on('data', (chunk: Buffer) => this.receive(chunk))
      .on('end', () => this.push(null))
      .on('close', () => this.destroy())
      .on('error', (error) => this.destroy(error));
  }

  /** Call before each question. */
  restart(): void {
    this.received = 0;
    this.memory.release(this);
    this.checks = new MessageChecks();
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.parts = [];
    this.memory.release(this);
    this.socket.destroy();
    done(error);
  }

  private receive(chunk: Buffer): void {
    if (this.destroyed) return;
    this.received += chunk.length;
    if (this.received > ANSWER_BYTES) {
      this.destroy();
      return;
    }
    this.memory.add(this, chunk.length);
    if (this.destroyed) return;
    try {
      this.collect(chunk);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  private collect(chunk: Buffer): void {
    this.parts.push(chunk);
    this.length += chunk.length;
    for (;;) {
      this.end_at ??= messageEnd(this.joined());
      if (this.end_at !== null && this.end_at > ANSWER_BYTES) throw new BadMessage('the answer is too long');
      // Long messages arrive in thousands of parts: they are put together once.
      if (this.end_at === null || this.length < this.end_at) return;
      const bytes = this.joined();
      const message = bytes.subarray(0, this.end_at);
      this.checks.check(message);
      const rest = bytes.subarray(this.end_at);
      this.parts = rest.length === 0 ? [] : [rest];
      this.length = rest.length;
      this.end_at = null;
      this.push(message);
      if (this.length === 0 || this.destroyed) return;
    }
  }

  private joined(): Buffer {
    if (this.parts.length > 1) this.parts = [Buffer.concat(this.parts)];
    return this.parts[0]!;
  }
}
