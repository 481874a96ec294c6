// Codes of authenticator apps: RFC 6238 with the values that every app knows. Pure. [TF1]
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps that a device's clock may be off, in each direction. */
const STEPS_OFF = 1;
/** As RFC 4226 recommends. */
export const SECRET_BYTES = 20;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function bytesOf(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const stepAt = (now_ms: number): number => Math.floor(now_ms / STEP_MS);

/** `secret` in base32. */
export function codeOfStep(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const value = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fff_ffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

/** The step whose code this is; null if it is of none that counts now. */
export function stepOfCode(secret: string, code: string, now_ms: number): number | null {
  if (!isAppCode(code)) return null;
  const given = Buffer.from(code);
  const now = stepAt(now_ms);
  let found: number | null = null;
  for (let step = now - STEPS_OFF; step <= now + STEPS_OFF; step++)
    if (timingSafeEqual(Buffer.from(codeOfStep(secret, step)), given)) found = step;
  return found;
}

export const isAppCode = (code: string): boolean => /^[0-9]{6}$/.test(code);

/** The content of the QR code that apps read. Algorithm, digits and period are left out: some apps know only the usual ones. */
export function otpauthUrl(secret: string, organization: string, email: string): string {
  // A colon separates the two in the label.
  const issuer = organization.replaceAll(':', ' ');
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
