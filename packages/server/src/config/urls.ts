// Addresses in settings. Messages never repeat the value: it may hold a password.
import { domainToASCII } from 'node:url';

/** Without the slashes at its end. */
export function httpUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) throw new Error('must be an https:// or http:// URL');
  return text.replace(/\/+$/, '');
}

/** With nothing but a host and a path. */
export function plainHttpUrl(text: string): string {
  const { search, hash, username, password } = URL.parse(text) ?? {};
  if (search || hash || username || password)
    throw new Error('must be an https:// or http:// URL, without more than a path');
  return httpUrl(text);
}

/** An IPv6 address may be in brackets, as in URLs. */
export function listenAddress(text: string): string {
  const address = /^\[([\da-fA-F:.]+)\]$/.exec(text)?.[1] ?? text;
  if (!/^[\w.:-]+$/.test(address)) throw new Error('must be an address to listen on, such as 127.0.0.1 or ::');
  return address;
}

/** `10.0.0.5:9464` or `[::1]:9464`. */
export function hostAndPort(text: string): { host: string; port: number } {
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(digits) > 65_535) throw new Error('must be HOST:PORT');
  return { host, port: Number(digits) };
}

/** As {@link hostAndPort}, with `smtp://` or `lmtp://` before it; SMTP without. */
export function incomingMailAddress(text: string): { protocol: 'smtp' | 'lmtp'; host: string; port: number } {
  const [, protocol = 'smtp', address = ''] = /^(?:(smtp|lmtp):\/\/)?(.*)$/.exec(text) ?? [];
  try {
    const { host, port } = hostAndPort(address);
    if (port > 0) return { protocol: protocol as 'smtp' | 'lmtp', host, port };
  } catch {}
  throw new Error('must be HOST:PORT, smtp://HOST:PORT or lmtp://HOST:PORT');
}

/** In ASCII and lower case, as mail names it. */
export function mailDomainName(text: string): string {
  const domain = domainToASCII(text);
  if (!/^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/.test(domain))
    throw new Error('must be a domain, such as mail.example.com');
  return domain;
}

export function postgresUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must be a postgres:// URL');
  return text;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host);

/** As the provider writes it, a slash at its end included. What it says is believed, so it must come by HTTPS. */
export function issuerUrl(text: string): string {
  const { protocol, hostname = '', search, hash, username, password } = URL.parse(text) ?? {};
  const is_fit = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  if (!is_fit || search || hash || username || password)
    throw new Error('must be an https:// URL, without more than a path; http:// only on this machine');
  return text;
}

/** May have a query. What is sent there or comes from there must not be changed on its way. */
export function providerUrl(text: string): string {
  const { protocol, hostname = '', hash, username, password } = URL.parse(text) ?? {};
  const is_fit = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  if (!is_fit || hash || username || password) throw new Error('must be an https:// URL; http:// only on this machine');
  return text;
}
