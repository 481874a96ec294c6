// HTTP Basic: an email address and a key in one header.

/** The two parts of an `Authorization` header; null if it is malformed. */
export function parseBasic(authorization: string): { email: string; key: string } | null {
  const encoded = authorization.match(/^Basic +([A-Za-z0-9+/=_-]+)$/i)?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 || text.includes('\0') ? null : { email: text.slice(0, colon), key: text.slice(colon + 1) };
}
