// Web Push encryption, against the example of its standard.
import { expect, it } from 'bun:test';
import { createECDH } from 'node:crypto';
import { areUsable, createServerKeys, encryptFor, signatureFor } from './encryption.ts';

/** RFC 8291, section 5. */
const EXAMPLE = {
  plain: 'When I grow up, I want to be a watermelon',
  sender_private: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

it('[WP4] encrypts as in the standard’s example', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(EXAMPLE.sender_private, 'base64url'));
  const salt = Buffer.from(EXAMPLE.salt, 'base64url');
  expect(encryptFor(EXAMPLE, EXAMPLE.plain, { pair, salt }).toString('base64url')).toBe(EXAMPLE.sealed);
  expect(encryptFor(EXAMPLE, EXAMPLE.plain).equals(encryptFor(EXAMPLE, EXAMPLE.plain))).toBe(false);
});

it('[WP2] refuses keys that cannot encrypt', () => {
  expect(areUsable(EXAMPLE)).toBe(true);
  const { p256dh, auth } = EXAMPLE;
  const off_curve = Buffer.from(p256dh, 'base64url');
  off_curve[64]! ^= 1;
  for (const keys of [
    { p256dh: '', auth },
    { p256dh, auth: '' },
    { p256dh: `${p256dh}AA`, auth },
    { p256dh, auth: `${auth}AAAA` },
    { p256dh: p256dh.replace('B', '!'), auth },
    { p256dh: off_curve.toString('base64url'), auth },
    { p256dh: Buffer.alloc(65).toString('base64url'), auth },
  ])
    expect([keys, areUsable(keys)]).toEqual([keys, false]);
});

it('[WP4] signs for the push service and an expiry', async () => {
  const keys = createServerKeys();
  const header = await signatureFor(keys, 'https://push.example:444/a/b?c', 'mailto:a@b.example', 1_800_000_000);
  const [, token, key] = /^vapid t=(.+), k=(.+)$/.exec(header)!;
  expect(key).toBe(keys.public_key);
  const claims = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString());
  expect(claims).toEqual({ aud: 'https://push.example:444', exp: 1_800_043_200, sub: 'mailto:a@b.example' });
});
