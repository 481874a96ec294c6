// What people type as a code: of their app, or a recovery code; also directly after the password. Pure.
import { randomBytes } from 'node:crypto';
import { linkHash } from '../../kit/secrets/link-keys.ts';
import type { PasswordAndCode } from '../../kit/sign-in/second-factor.ts';
import { base32, isAppCode } from './totp.rules.ts';

/** Too many to try, so a fast digest of a code is as safe as a slow one. */
const RECOVERY_BYTES = 10;
const RECOVERY_CODE = /^[a-z2-7]{16}$/;
const CODE_AT_THE_END = /[0-9]{6}$|[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/i;

/** For example "abcd-efgh-2345-mnop". */
export function newRecoveryCode(): string {
  const letters = base32(randomBytes(RECOVERY_BYTES)).toLowerCase();
  return letters.match(/.{4}/g)!.join('-');
}

export type GivenCode =
  | { readonly kind: 'app'; readonly code: string }
  | { readonly kind: 'recovery'; readonly digest: string };

/** Null if it has neither form. [TF1] [TF8] */
export function readCode(text: string): GivenCode | null {
  const code = text.replace(/[\s-]/g, '').toLowerCase();
  if (isAppCode(code)) return { kind: 'app', code };
  return RECOVERY_CODE.test(code) ? { kind: 'recovery', digest: recoveryDigest(code) } : null;
}

/** `code` as {@link newRecoveryCode} makes it, or without hyphens. */
export const recoveryDigest = (code: string): string => linkHash(code.replaceAll('-', ''));

/** A text that ends as a code does, as password and code; null for others. [TF7] */
export function splitPassword(text: string): PasswordAndCode | null {
  const code = CODE_AT_THE_END.exec(text)?.[0];
  return code === undefined ? null : { password: text.slice(0, -code.length), code };
}
