// Awaits a promise with a time limit.

/** The value; rejects with `late()` if it is not there within the time limit. */
export async function withTimeLimit<T>(work: Promise<T>, timeout_ms: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), timeout_ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The value, or `otherwise` if it fails or is not there within the time limit. */
export const inTime = <T, U>(query: Promise<T>, timeout_ms: number, otherwise: U): Promise<T | U> =>
  withTimeLimit<T | U>(query, timeout_ms, () => new Error('it took too long')).catch(() => otherwise);
