// SHA-256 digests, as hexadecimal digits.

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Null on pages without TLS, where browsers provide no digests. */
export async function sha256(text: string): Promise<string | null> {
  if (!crypto.subtle) return null;
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
