// Codes of authenticator apps, against the vectors of the standards.
import { describe, expect, it } from 'bun:test';
import { newRecoveryCode, readCode, recoveryDigest, splitPassword } from './codes.rules.ts';
import { base32, codeOfStep, otpauthUrl, SECRET_BYTES, stepAt, stepOfCode } from './totp.rules.ts';

const SECRET = base32(Buffer.from('12345678901234567890'));

describe('[TF1] a code', () => {
  it('[TF1] is that of RFC 6238 at the times of its appendix B', () => {
    const vectors: readonly (readonly [seconds: number, code: string])[] = [
      [59, '94287082'],
      [1_111_111_109, '07081804'],
      [1_111_111_111, '14050471'],
      [1_234_567_890, '89005924'],
      [2_000_000_000, '69279037'],
      [20_000_000_000, '65353130'],
    ];
    for (const [seconds, code] of vectors) {
      expect(codeOfStep(SECRET, stepAt(seconds * 1000), 8)).toBe(code);
      expect(codeOfStep(SECRET, stepAt(seconds * 1000))).toBe(code.slice(-6));
    }
  });

  it('[TF1] is that of RFC 4226 for the counters of its appendix D', () => {
    const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
    expect(codes.map((_, step) => codeOfStep(SECRET, step))).toEqual(codes);
  });

  it('[TF1] has a secret in base32 as RFC 4648 has it, without padding', () => {
    const texts = {
      '': '',
      f: 'MY',
      fo: 'MZXQ',
      foo: 'MZXW6',
      foob: 'MZXW6YQ',
      fooba: 'MZXW6YTB',
      foobar: 'MZXW6YTBOI',
    };
    for (const [text, encoded] of Object.entries(texts)) expect(base32(Buffer.from(text))).toBe(encoded);
    expect(SECRET_BYTES * 8).toBe(160);
  });

  it('[TF1] is right within a step of now, in digits only', () => {
    const now = 1_234_567_890_000;
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((off) => stepOfCode(SECRET, codeOfStep(SECRET, step + off), now));
    expect(found).toEqual([null, step - 1, step, step + 1, null]);
    for (const text of ['', '00592', '0059240', 'abcdef', '٠٠٥٩٢٤', '-05924', '5924e0'])
      expect(stepOfCode(SECRET, text, now)).toBeNull();
  });

  it('[TF3] is computed by apps from an address that names organization and account', () => {
    const url = new URL(otpauthUrl('ABC', 'Büro: Nord & Süd', 'a+b@stoa.example'));
    expect(url.protocol).toBe('otpauth:');
    expect(url.host).toBe('totp');
    expect(decodeURIComponent(url.pathname)).toBe('/Büro  Nord & Süd:a+b@stoa.example');
    expect(Object.fromEntries(url.searchParams)).toEqual({ secret: 'ABC', issuer: 'Büro  Nord & Süd' });
  });
});

describe('what people type', () => {
  it('[TF1] [TF8] is a code or a recovery code, with spaces, hyphens and capitals or not', () => {
    expect(readCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' });
    const code = newRecoveryCode();
    expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    const digest = recoveryDigest(code);
    for (const text of [code, code.toUpperCase(), code.replaceAll('-', ''), code.replaceAll('-', ' ')])
      expect(readCode(text)).toEqual({ kind: 'recovery', digest });
    for (const text of ['', '12345', '1234567', 'abcd-efgh-ijkl', `${code}a`, 'password'])
      expect(readCode(text)).toBeNull();
  });

  it('[TF7] is read as password and code only if it ends as a code does', () => {
    expect(splitPassword('secret123456')).toEqual({ password: 'secret', code: '123456' });
    expect(splitPassword('summer2019123456')).toEqual({ password: 'summer2019', code: '123456' });
    expect(splitPassword('secretabcd-efgh-2345-MNOP')).toEqual({ password: 'secret', code: 'abcd-efgh-2345-MNOP' });
    expect(splitPassword('123456')).toEqual({ password: '', code: '123456' });
    for (const text of ['', 'secret12345', 'secret123456x', 'secretabcdefgh2345mnop'])
      expect(splitPassword(text)).toBeNull();
  });
});
