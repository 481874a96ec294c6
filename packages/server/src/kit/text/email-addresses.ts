// Validates email addresses and compares them. Pure.
import { domainToASCII, domainToUnicode } from 'node:url';
import { Refused } from '@stoa/contract';
import { hasUnusableCharacter } from './name-characters.ts';

/** In characters. */
const EMAIL_MAX = 254;

/** The normal form: equal for equal addresses. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

const LABEL_MAX = 63;
const ASCII = /^[!-~]+$/;

/**
 * Mail goes to a domain's ASCII form, so a domain is in the only form that leads there: `ｅxample.com` and `example.com.` would be
 * other names for `example.com`, unknown to lists of domains. [US31]
 */
function isNormalDomain(domain: string): boolean {
  const ascii = domainToASCII(domain);
  const normal = ASCII.test(domain) ? ascii : domainToUnicode(ascii);
  const labels = ascii.split('.');
  return normal === domain.toLowerCase() && labels.every(({ length }) => length > 0 && length <= LABEL_MAX);
}

/** Addresses are shown beside names, so nobody may have one that looks like another. [US27] */
export function checkEmail(email: string): string {
  const trimmed = email.trim();
  if (
    trimmed.length > EMAIL_MAX ||
    hasUnusableCharacter(trimmed) ||
    trimmed !== trimmed.normalize('NFC') ||
    !/^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/.test(trimmed) ||
    !isNormalDomain(trimmed.slice(trimmed.lastIndexOf('@') + 1))
  )
    throw Refused('email_invalid');
  return trimmed;
}
