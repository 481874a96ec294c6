// Keeps the result of one function for a while, for all calls.

/** Concurrent calls share one. A failure is not kept: the next call tries again. */
export function keptFor<T>(for_ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: T; readonly until: number } | null = null;
  let reading: Promise<T> | null = null;
  const readAnew = async () => {
    const value = await read();
    kept = { value, until: performance.now() + for_ms };
    return value;
  };
  return async () => {
    if (kept !== null && kept.until > performance.now()) return kept.value;
    reading ??= readAnew().finally(() => {
      reading = null;
    });
    return reading;
  };
}
