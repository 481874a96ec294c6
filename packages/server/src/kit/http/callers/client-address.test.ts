// The address a request counts for, with honest and forged headers.
import { expect, it } from 'bun:test';
import { parseRanges } from '../../outbound/outbound-addresses.ts';
import { clientAddress } from './client-address.ts';

const from = (peer: string | null, forwarded?: string, trusted = '') => {
  const headers = forwarded === undefined ? undefined : { 'x-forwarded-for': forwarded };
  const peers = { requestIP: () => (peer === null ? null : { address: peer }) };
  return clientAddress(new Request('http://x/', { headers }), peers, parseRanges(trusted));
};
const PROXIES = '127.0.0.1, 10.0.0.0/8, fd00::/8';

it('[RL3] is the connection’s own whatever headers say, unless a trusted proxy sent them', () => {
  expect(from('203.0.113.7')).toBe('203.0.113.7');
  expect(from('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
  expect(from('203.0.113.7', '198.51.100.1', PROXIES)).toBe('203.0.113.7');
  expect(from('127.0.0.1', '198.51.100.1', PROXIES)).toBe('198.51.100.1');
  expect(from('127.0.0.1', undefined, PROXIES)).toBe('127.0.0.1');
  expect(from(null, '198.51.100.1', PROXIES)).toBe('');
});

it('[RL3] is the last address that is no trusted proxy; addresses left of it are not trusted', () => {
  expect(from('127.0.0.1', '192.0.2.66, 198.51.100.1, 10.2.3.4', PROXIES)).toBe('198.51.100.1');
  expect(from('fd00::5', '198.51.100.1, fd12::1', PROXIES)).toBe('198.51.100.1');
  expect(from('127.0.0.1', '10.0.0.1, 10.0.0.2', PROXIES)).toBe('10.0.0.1');
  for (const nonsense of ['', 'unknown', '999.1.1.1', '0x7f.1', "'; drop", '1.2.3', `${'9'.repeat(500)}`])
    expect(from('127.0.0.1', `198.51.100.1, ${nonsense}`, PROXIES)).toBe('127.0.0.1');
  expect(from('127.0.0.1', Array(500).fill('10.1.1.1').join(','), PROXIES)).toBe('10.1.1.1');
});

it('[RL3] may have a port, and an IPv6 client is its /64', () => {
  expect(from('127.0.0.1', '198.51.100.1:4711', PROXIES)).toBe('198.51.100.1');
  expect(from('127.0.0.1', '[2001:db8:1:2:3::4]:4711', PROXIES)).toBe('8193:3512:1:2/64');
  const first = from('2001:db8:1:2::1');
  expect(from('2001:0db8:0001:0002:ffff:ffff:ffff:ffff')).toBe(first);
  expect(from('2001:db8:1:3::1')).not.toBe(first);
  expect(from('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(from('::ffff:127.0.0.1', '198.51.100.1', PROXIES)).toBe('198.51.100.1');
  expect(from('fe80::1%eth0')).toBe(from('fe80::2'));
});
