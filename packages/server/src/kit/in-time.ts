// Awaits a promise with a time limit.

/** The value, or `otherwise` if the promise rejects or does not settle within the time limit. */
export async function inTime<T, U>(query: Promise<T>, timeout_ms: number, otherwise: U): Promise<T | U> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), timeout_ms);
  });
  try {
    return await Promise.race([query.catch(() => otherwise), late]);
  } finally {
    clearTimeout(timer);
  }
}
