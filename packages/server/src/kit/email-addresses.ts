// Validates email addresses and compares them. Pure.
import { Refused } from '@stoa/contract';
import { hasUnusableCharacter } from './name-characters.ts';

/** In characters. */
const EMAIL_MAX = 254;

/** The normal form: equal for equal addresses. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Addresses are shown beside names, so nobody may have one that looks like another. [US27] */
export function checkEmail(email: string): string {
  const trimmed = email.trim();
  if (
    trimmed.length > EMAIL_MAX ||
    hasUnusableCharacter(trimmed) ||
    !/^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/.test(trimmed)
  )
    throw Refused('email_invalid');
  return trimmed;
}
