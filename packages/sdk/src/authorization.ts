// How a caller says who they are. Imports nothing, so that a page can ask with it before the client has come.

/** Email address and API key as HTTP Basic credentials, whatever characters the address has. */
export function basicAuthorization(email: string, api_key: string): string {
  const bytes = new TextEncoder().encode(`${email}:${api_key}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
