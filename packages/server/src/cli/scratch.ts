// Files of work in progress, which must not outlive a command that somebody interrupts: they may fill a disk.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `remove` if the process is interrupted, and then ends it as the signal would. Returns what forgets it again. Must be called before
 * the files are created: the signal may come at once. [CL703]
 */
export function onInterrupt(remove: () => void): () => void {
  const listeners = SIGNALS.map((signal) => {
    const listener = () => {
      forget();
      try {
        remove();
      } finally {
        process.kill(process.pid, signal);
      }
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  const forget = () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
  return forget;
}
