// Sends a small request every millisecond from a separate process. The longest wait for a response is an upper bound of how
// long the server's event loop was blocked.
import { spawn } from 'bun';
import { owned } from '../processes.ts';
import { HttpSocket } from './http-socket.ts';
import { get } from './request.ts';

interface Probed {
  longest_ms: number;
  requests: number;
}

async function probe(port: number, path: string): Promise<void> {
  const socket = await HttpSocket.open(port);
  const request = get(path);
  let longest = 0;
  let requests = 0;
  process.on('message', () => {
    process.send!({ longest_ms: longest, requests } satisfies Probed);
    longest = 0;
    requests = 0;
  });
  await socket.send(request);
  process.send!({ longest_ms: 0, requests: 0 } satisfies Probed);
  for (;;) {
    const sent = performance.now();
    await socket.send(request);
    longest = Math.max(longest, performance.now() - sent);
    requests++;
    await Bun.sleep(1);
  }
}

export class LoopProbe {
  private answer: ((probed: Probed) => void) | undefined;
  private readonly child: ReturnType<typeof spawn>;

  private constructor(port: number, path: string) {
    this.child = owned(
      spawn([process.execPath, import.meta.path, String(port), path], {
        stdio: ['ignore', 'inherit', 'inherit'],
        ipc: (probed: Probed) => this.answer?.(probed),
      }),
    );
  }

  static async start(port: number, path = '/health'): Promise<LoopProbe> {
    const started = new LoopProbe(port, path);
    await new Promise<Probed>((resolve) => {
      started.answer = resolve;
    });
    return started;
  }

  /** Returns the longest wait since the last call, and resets it. */
  take(): Promise<Probed> {
    return new Promise((resolve) => {
      this.answer = resolve;
      this.child.send({});
    });
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.child.exited;
  }
}

if (import.meta.main) await probe(Number(process.argv[2]), process.argv[3]!);
