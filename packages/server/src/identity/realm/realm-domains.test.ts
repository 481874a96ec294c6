// The email domains that may join.
import { expect, it } from 'bun:test';
import { MAX_REALM_DOMAINS } from '@stoa/contract';
import { serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();

it('[RE12] are changed by owners and visible to everybody', async () => {
  const { ada, bela, finn } = cast;
  const everybody = [ada, bela, finn];
  const domain = 'firm.example';
  await verifyEvents(everybody, () => ada.createRealmDomain({ domain: 'Zeta.Example', allow_subdomains: true }));
  await verifyEvents(everybody, () => ada.createRealmDomain({ domain, allow_subdomains: false }));
  await verifyEvents(everybody, () => ada.updateRealmDomain({ domain: 'FIRM.example', allow_subdomains: true }));
  expect(await finn.getRealmDomains()).toMatchObject({
    domains: [
      { domain, allow_subdomains: true },
      { domain: 'zeta.example', allow_subdomains: true },
    ],
  });
  const refused: [string, () => Promise<unknown>][] = [
    ['UNAUTHORIZED_PRINCIPAL', () => bela.createRealmDomain({ domain: 'b.example', allow_subdomains: false })],
    ['BAD_REQUEST', () => ada.createRealmDomain({ domain: 'FIRM.example', allow_subdomains: false })],
    ['BAD_REQUEST', () => ada.updateRealmDomain({ domain: 'none.example', allow_subdomains: false })],
    ['BAD_REQUEST', () => ada.deleteRealmDomain({ domain: 'none.example' })],
  ];
  for (const [code, call] of refused) await expect(call()).rejects.toMatchObject({ code });
  await ada.updateRealm({ emails_restricted_to_domains: true });
  await verifyEvents(everybody, () => ada.deleteRealmDomain({ domain: 'zeta.example' }));
  const { events } = await verifyEvents(everybody, () => ada.deleteRealmDomain({ domain }));
  expect(events[2]).toMatchObject([
    { type: 'realm_domains', op: 'remove', domain },
    { type: 'realm', op: 'update', property: 'emails_restricted_to_domains', value: false },
  ]);
});

it('[RE12] are valid domain names, and limited in number', async () => {
  const { ada } = cast;
  const bad = [
    '',
    'localhost',
    'a..example',
    '-a.example',
    'a_b.example',
    '10.0.0.1',
    'a b.example',
    `${'a'.repeat(64)}.example`,
    'x@y.example',
  ];
  for (const domain of bad)
    await expect(ada.createRealmDomain({ domain, allow_subdomains: false })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  const add = (n: number) => ada.createRealmDomain({ domain: `d${n}.example`, allow_subdomains: false });
  await Promise.all(Array.from({ length: MAX_REALM_DOMAINS }, (_, n) => add(n)));
  await expect(ada.createRealmDomain({ domain: 'more.example', allow_subdomains: false })).rejects.toThrow('limit');
});
