// Which addresses of mail are accepted.
import { expect, it } from 'bun:test';
import { ApiError } from '@stoa/contract';
import { checkEmail } from './email-addresses.ts';

function isAccepted(email: string): boolean {
  try {
    checkEmail(email);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const refused = (addresses: readonly string[]) => addresses.filter((address) => !isAccepted(address));

it('[US31] domains in the form that mail is sent to, in any script', () => {
  const domains = [
    'example.com',
    'EXAMPLE.com',
    'localhost',
    'a_b.example',
    'xn--mller-kva.example',
    'müller.example',
    'MÜLLER.example',
    'straße.example',
    '例え.jp',
    '192.0.2.7',
  ];
  expect(refused(domains.map((domain) => `somebody@${domain}`))).toEqual([]);
});

it('[US31] no other name for a domain, and nothing that is none', () => {
  const domains = [
    'ｅxample.com',
    'example。com',
    'ⓔxample.com',
    'example.com.',
    'example..com',
    '.example.com',
    'exam%70le.com',
    'example.com#.corp.example',
    'example.com/.corp.example',
    'example.com?.corp.example',
    'example.com＠corp.example',
    'xn--a.example',
    '192.0.2',
    `${'a'.repeat(64)}.example`,
  ];
  const addresses = domains.map((domain) => `somebody@${domain}`);
  expect(refused(addresses)).toEqual(addresses);
});

it('[US31] an address in composed form, so that no other letter becomes one of another address', () => {
  expect(refused(['\u212aim@stoa.example', 'kim@\u212aernel.example', 'zoe\u0308@stoa.example'])).toHaveLength(3);
  expect(refused(['Kim@stoa.example', 'zo\u00eb@stoa.example', 'u\u017fer@stoa.example'])).toEqual([]);
});
