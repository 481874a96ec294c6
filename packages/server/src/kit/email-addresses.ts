// Validates email addresses and compares them. Pure.
import { Refused } from '@stoa/contract';

/** In characters. */
const EMAIL_MAX = 254;

/** The normal form: equal for equal addresses. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

export function checkEmail(email: string): string {
  const trimmed = email.trim();
  if (trimmed.length > EMAIL_MAX || !/^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/.test(trimmed))
    throw Refused('email_invalid');
  return trimmed;
}
