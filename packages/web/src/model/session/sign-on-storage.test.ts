// What a tab keeps while somebody signs in at the identity provider.
import { afterEach, beforeEach, expect, it } from 'bun:test';
import { SIGNED_IN_HASH } from '@stoa/contract';
import { takeSignOnReturn } from './sign-on-return.ts';
import { storeSignOn, takeSignOn } from './sign-on-storage.ts';

const names = ['location', 'history', 'sessionStorage'] as const;
const real = Object.fromEntries(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
let hash: string;
let addresses: string[];
let stored: Map<string, string>;

beforeEach(() => {
  [hash, addresses, stored] = ['', [], new Map()];
  const fakes = {
    location: {
      get hash() {
        return hash;
      },
    },
    history: { replaceState: (_state: unknown, _title: string, address: string) => addresses.push(address) },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  };
  for (const name of names) Object.defineProperty(globalThis, name, { value: fakes[name], configurable: true });
});
afterEach(() => {
  for (const name of names) {
    const own = real[name];
    if (own) Object.defineProperty(globalThis, name, own);
    else Reflect.deleteProperty(globalThis, name);
  }
});

it('[WB903] the return is recognized by the address of the contract, and its code taken out of it', () => {
  for (const other of ['', '#inbox', '#signed-in', '#setup/0123']) {
    hash = other;
    expect(takeSignOnReturn()).toBeNull();
  }
  expect(addresses).toEqual([]);
  hash = `${SIGNED_IN_HASH}a.code`;
  expect([takeSignOnReturn(), addresses]).toEqual([{ kind: 'signed_in', code: 'a.code' }, ['/']]);
});

it('[WB903] what the tab kept is there once; the address that was wanted is one of the client, and no code', () => {
  const wanted = (hash: string) => {
    storeSignOn({ verifier: 'of this tab', hash });
    return takeSignOn();
  };
  expect(wanted('#narrow/dm/7')).toEqual({ verifier: 'of this tab', hash: '#narrow/dm/7' });
  expect(takeSignOn()).toBeNull();
  for (const other of ['', `${SIGNED_IN_HASH}another`, 'https://elsewhere.example', '/login/openid'])
    expect(wanted(other)).toEqual({ verifier: 'of this tab', hash: '' });
});

it('[WB904] without storage, or with something else in it, the sign-in did not begin in this tab', () => {
  for (const text of ['', '{', 'null', '{"verifier":1,"hash":""}', '{"verifier":"text"}']) {
    stored.set('stoa.sign-on', text);
    expect(takeSignOn()).toBeNull();
  }
  Object.defineProperty(globalThis, 'sessionStorage', { value: null, configurable: true });
  storeSignOn({ verifier: 'of this tab', hash: '' });
  expect(takeSignOn()).toBeNull();
});
