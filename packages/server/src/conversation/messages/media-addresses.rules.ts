// The addresses at which the server passes on pictures and films of other sites. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const PREFIX = '/external_content/';
/** A longer address is only linked to. */
const ADDRESS_MAX = 2000;

const digestOf = (key: string, url: string) => createHmac('sha1', key).update(url).digest('hex');

/**
 * `/external_content/<digest>/<address in hexadecimal>`, as existing clients know it. Only addresses from messages are signed, so
 * that nobody can have the server fetch what they like. [XM1]
 */
export function mediaPath(key: string, url: string): string | null {
  if (key === '' || url.length > ADDRESS_MAX || !/^https?:\/\//i.test(url)) return null;
  return `${PREFIX}${digestOf(key, url)}/${Buffer.from(url).toString('hex')}`;
}

/** The address that was signed, from what follows the prefix; null where it was not signed with the key. */
export function signedAddress(key: string, tail: string): string | null {
  const match = /^([\da-f]{40})\/((?:[\da-f]{2})+)$/.exec(tail);
  if (!match || key === '') return null;
  const url = Buffer.from(match[2]!, 'hex').toString('utf8');
  const expected = digestOf(key, url);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(match[1]!)) ? url : null;
}
