// Every process the benchmark started, so that a failing row leaves none running.
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
