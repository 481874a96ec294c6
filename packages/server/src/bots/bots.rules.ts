// What a bot's address may be. Pure.

const DOMAIN_OF_ADDRESSES_WITHOUT_A_NAME = 'stoa.invalid';

/** Bots of a server that is reached by number have addresses that can't belong to anybody. */
export function botDomain(host: string): string {
  return /^[\d.]+$|:/.test(host) || host === 'localhost' ? DOMAIN_OF_ADDRESSES_WITHOUT_A_NAME : host;
}
