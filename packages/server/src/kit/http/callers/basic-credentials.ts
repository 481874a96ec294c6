// HTTP Basic: an email address and a key in one header.

const BEARER = /^Bearer +(\S+)$/i;

/** `Bearer EMAIL:KEY`, or its Base64, as HTTP Basic: some clients send nothing else. Other headers stay as they are. */
export function basicFromBearer(authorization: string): string {
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) return authorization;
  // Headers are bytes.
  return `Basic ${token.includes(':') ? Buffer.from(token, 'latin1').toString('base64') : token}`;
}

/**
 * The two parts of an `Authorization` header; null if it is malformed. No key has blanks, but what scripts read or encode often ends
 * with a line break. [AU850]
 */
export function parseBasic(authorization: string): { email: string; key: string } | null {
  const encoded = authorization.match(/^Basic +([A-Za-z0-9+/=_-]+)$/i)?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 || text.includes('\0')
    ? null
    : { email: text.slice(0, colon), key: text.slice(colon + 1).trim() };
}
