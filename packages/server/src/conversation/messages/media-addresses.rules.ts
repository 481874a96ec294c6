// Addresses at which the server proxies pictures and videos of other sites. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const PREFIX = '/external_content/';
/** Longer addresses are only linked. */
const ADDRESS_MAX = 2000;

const digestOf = (key: string, url: string) => createHmac('sha1', key).update(url).digest('hex');

/**
 * `/external_content/<digest>/<address in hexadecimal>`, the form existing clients know. Only addresses in messages are
 * signed, so that nobody can make the server fetch arbitrary ones. [XM1]
 */
export function mediaPath(key: string, url: string): string | null {
  if (key === '' || url.length > ADDRESS_MAX || !/^https?:\/\//i.test(url)) return null;
  return `${PREFIX}${digestOf(key, url)}/${Buffer.from(url).toString('hex')}`;
}

/** The signed address, from the path after the prefix; null if the signature is wrong. */
export function signedAddress(key: string, tail: string): string | null {
  const match = /^([\da-f]{40})\/((?:[\da-f]{2})+)$/.exec(tail);
  if (!match || key === '') return null;
  const url = Buffer.from(match[2]!, 'hex').toString('utf8');
  const expected = digestOf(key, url);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(match[1]!)) ? url : null;
}
