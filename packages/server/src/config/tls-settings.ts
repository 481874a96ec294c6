// Settings of HTTPS: what their texts must be.
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** Names per certificate: the limit of Let's Encrypt. */
const HOSTS_MAX = 100;
const NAME_MAX = 253;
/** Labels of letters, digits and hyphens; the last one begins with a letter. */
const NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;

export function automatic(text: string): 'auto' {
  if (text !== 'auto') throw new Error('must be "auto"');
  return 'auto';
}

/** Without wildcards, which http-01 can't prove. */
export function hostNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => domainToASCII(name.trim()).toLowerCase());
  const is_name = (name: string) => name.length <= NAME_MAX && NAME.test(name) && isIP(name) === 0;
  const unique = [...new Set(names)];
  if (unique.length > HOSTS_MAX || !unique.every(is_name))
    throw new Error(`must be names such as chat.example.com, at most ${HOSTS_MAX}, without wildcards or addresses`);
  return unique;
}

export function mailAddress(text: string): string {
  if (!/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(text)) throw new Error('must be an email address');
  return text;
}

export function httpsUrl(text: string): string {
  if (URL.parse(text)?.protocol !== 'https:') throw new Error('must be an https:// URL');
  return text;
}
