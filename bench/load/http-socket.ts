// One keep-alive connection that writes prepared bytes and reads one reply at a time. No pipelining, redirects or header
// objects:
// the generator shares the machine with the measured server, so it must be cheap.
import type { Socket } from 'bun';
import { type Reply, ResponseParser } from './response-parser.ts';

interface State {
  parser: ResponseParser;
  /** The part of a request that the kernel has not accepted yet. */
  unsent: Buffer | undefined;
  resolve: ((reply: Reply) => void) | undefined;
  reject: ((error: Error) => void) | undefined;
  closed: boolean;
}

function fail(state: State, error: Error): void {
  state.closed = true;
  const reject = state.reject;
  state.resolve = undefined;
  state.reject = undefined;
  reject?.(error);
}

function write(socket: Socket<State>, bytes: Buffer): void {
  const taken = socket.write(bytes);
  socket.data.unsent = taken < bytes.length ? bytes.subarray(Math.max(taken, 0)) : undefined;
}

const handlers = {
  data(socket: Socket<State>, chunk: Buffer) {
    const state = socket.data;
    try {
      const reply = state.parser.push(chunk);
      if (reply === undefined) return;
      const resolve = state.resolve;
      state.resolve = undefined;
      state.reject = undefined;
      if (resolve === undefined) throw new Error('a reply that nobody asked for');
      resolve(reply);
    } catch (error) {
      fail(state, error as Error);
      socket.terminate();
    }
  },
  drain(socket: Socket<State>) {
    if (socket.data.unsent !== undefined) write(socket, socket.data.unsent);
  },
  close(socket: Socket<State>) {
    fail(socket.data, new Error('the server closed the connection'));
  },
  error(socket: Socket<State>, error: Error) {
    fail(socket.data, error);
  },
};

export class HttpSocket {
  private constructor(private readonly socket: Socket<State>) {}

  static async open(port: number, hostname = '127.0.0.1'): Promise<HttpSocket> {
    const data: State = {
      parser: new ResponseParser(),
      unsent: undefined,
      resolve: undefined,
      reject: undefined,
      closed: false,
    };
    const socket = await Bun.connect<State>({ hostname, port, data, socket: handlers });
    socket.setNoDelay(true);
    return new HttpSocket(socket);
  }

  get closed(): boolean {
    return this.socket.data.closed;
  }

  send(request: Buffer): Promise<Reply> {
    const state = this.socket.data;
    return new Promise((resolve, reject) => {
      if (state.closed) return reject(new Error('the connection is closed'));
      if (state.resolve !== undefined) return reject(new Error('a request is already in flight'));
      state.resolve = resolve;
      state.reject = reject;
      write(this.socket, request);
    });
  }

  /** Writes bytes without expecting a reply, for requests that are interrupted on purpose. */
  writeOnly(bytes: Buffer): void {
    write(this.socket, bytes);
  }

  /** Stops reading, so that the kernel's buffers fill and the server has to hold the rest. */
  stopReading(): void {
    this.socket.pause();
  }

  resumeReading(): void {
    this.socket.resume();
  }

  /** Closes the connection with FIN. */
  close(): void {
    this.socket.end();
  }

  /** Closes the connection abruptly (RST where the platform allows it). */
  abort(): void {
    this.socket.terminate();
  }
}

/** Connections opened at once: they fit the listen backlog. */
const BATCH = 250;
/** Opens many connections, in batches. */
export async function openSockets(port: number, count: number): Promise<HttpSocket[]> {
  const sockets: HttpSocket[] = [];
  while (sockets.length < count) {
    const size = Math.min(BATCH, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: size }, () => HttpSocket.open(port)))));
  }
  return sockets;
}
