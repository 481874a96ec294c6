// The credentials of a caller. Imports nothing, so that a page can make calls before the client has loaded.

/** The Authorization header for HTTP Basic with email address and API key, in any alphabet. */
export function basicAuthorization(email: string, api_key: string): string {
  const bytes = new TextEncoder().encode(`${email}:${api_key}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
