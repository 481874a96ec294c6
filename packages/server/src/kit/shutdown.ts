// The end of a process: one step after another, each with an end to its time, so that none that fails or hangs keeps the others.

/** A step that takes longer is left behind. */
const STEP_PATIENCE_MS = 15_000;

export interface Step {
  readonly name: string;
  run(): unknown;
}

/** Runs every step in order, whatever becomes of those before it; failures are reported. [CL19] */
export async function shutDown(
  steps: readonly Step[],
  report: (error: unknown) => void,
  patience_ms = STEP_PATIENCE_MS,
): Promise<void> {
  for (const { name, run } of steps) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it took longer than ${patience_ms / 1000} seconds`)), patience_ms);
    });
    try {
      await Promise.race([Promise.resolve().then(run), late]);
    } catch (error) {
      report(new Error(`stopping: ${name} failed: ${(error as Error).message}`, { cause: error }));
    } finally {
      clearTimeout(timer);
    }
  }
}
