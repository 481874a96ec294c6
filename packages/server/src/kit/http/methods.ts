// HTTP methods.

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the method of a request only reads (RFC 9110, section 9.2.1). */
export function isSafe({ method }: Request): boolean {
  return SAFE.has(method);
}
