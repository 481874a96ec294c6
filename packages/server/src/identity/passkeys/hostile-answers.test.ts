// Answers of devices that are made to cost or to reach something.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { SoftPasskey, type Wrong } from '@stoa/testkit';
import { verifyCreated, verifyUsed } from './verification.ts';

setDefaultTimeout(30_000);

const site = { rp_id: 'localhost', origin: 'http://localhost' };
const challenge = 'Y2hhbGxlbmdl';
const asked = { rp: { id: site.rp_id }, user: { id: 'aGFuZGxl' }, challenge };

const isLoaded = () => Object.keys(require.cache).some((path) => path.includes('@simplewebauthn'));
function create(wrong: Wrong = {}) {
  const device = new SoftPasskey(site.origin);
  return { device, credential: device.create(asked, wrong) };
}
/** As if the device had answered these bytes. */
function answering(bytes: Uint8Array) {
  const { credential } = create();
  const attestationObject = Buffer.from(bytes).toString('base64url');
  return { ...credential, response: { ...credential.response, attestationObject } };
}

it('[PK41] are checked in another thread, which loads what that needs', async () => {
  const { device, credential } = create();
  const [made] = await Promise.all([
    verifyCreated(site, challenge, credential),
    verifyCreated(site, 'other', credential),
  ]);
  expect(made?.credential_id).toBe(device.id);
  const used = device.use({ challenge, rpId: site.rp_id });
  expect(await verifyUsed(site, challenge, used, made!)).toMatchObject({ counter: device.counter });
  expect(isLoaded()).toBe(false);
});

it('[PK41] make no passkey, however deep or long', async () => {
  const size = 29_000;
  const keys = Array.from({ length: 7000 }, (_, at) => [0x19, at >> 8, at & 255, 0]).flat();
  for (const bytes of [
    Buffer.alloc(size, 0x81),
    Buffer.alloc(size, Buffer.from([0xa1, 0x00])),
    Buffer.alloc(size, 0xc1),
    Buffer.from([0x9a, 0xff, 0xff, 0xff, 0xff, ...Buffer.alloc(size)]),
    Buffer.from([0x5a, 0xff, 0xff, 0xff, 0xff, 0]),
    Buffer.from([0xb9, 7000 >> 8, 7000 & 255, ...keys]),
  ])
    expect(await verifyCreated(site, challenge, answering(bytes))).toBeNull();
  const { credential } = create();
  expect(await verifyCreated(site, challenge, credential)).not.toBeNull();
});

it('[PK40] are taken without what the maker of the device says of it', async () => {
  const certificate = Buffer.from('no certificate');
  const statement = new Map<string, unknown>([
    ['alg', -7],
    ['sig', certificate],
    ['x5c', certificate],
  ]);
  for (const format of [
    'apple',
    'packed',
    'android-key',
    'android-safetynet',
    'tpm',
    'fido-u2f',
    'none',
    'unheard-of',
  ]) {
    const { device, credential } = create({ attestation: { format, statement } });
    const made = await verifyCreated(site, challenge, credential);
    expect([format, made?.credential_id]).toEqual([format, device.id]);
  }
});
