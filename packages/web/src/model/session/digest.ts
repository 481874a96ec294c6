// SHA-256 digests, as hexadecimal digits.

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Null on pages without TLS, where browsers provide no digests. */
export async function sha256(text: string): Promise<string | null> {
  if (!crypto.subtle) return null;
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

const VERIFIER_BYTES = 32;

/** A random text, and its digest for single sign-on to begin with. Null without digests. */
export async function makeVerifier(): Promise<{ readonly verifier: string; readonly challenge: string } | null> {
  const verifier = hex(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
  const challenge = await sha256(verifier);
  return challenge === null ? null : { verifier, challenge };
}
