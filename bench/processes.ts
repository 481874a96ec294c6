// Every process the benchmark has started, so that a row that fails leaves nothing running on the machine.
import type { Subprocess } from 'bun';

const running = new Set<Subprocess>();

export function owned<P extends Subprocess>(child: P): P {
  running.add(child);
  void child.exited.then(() => running.delete(child));
  return child;
}

export async function endProcesses(): Promise<void> {
  const left = [...running];
  for (const child of left) child.kill('SIGKILL');
  await Promise.all(left.map((child) => child.exited));
}
