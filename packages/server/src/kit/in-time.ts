// Waits for what may take too long.

/** The value, or `otherwise` if it fails or is not there within the time limit. */
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
