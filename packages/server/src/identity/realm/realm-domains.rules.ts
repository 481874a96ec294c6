// Validates email domains. Pure.
import { Refused } from '@stoa/contract';

const MAX_DOMAIN_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns it in lower case. At least two labels, and the last not a number, which excludes IP addresses. [RE12] */
export function checkDomain(input: string): string {
  const domain = input.trim().toLowerCase();
  const labels = domain.split('.');
  if (domain === '') throw Refused('domain_empty');
  if (labels.length < 2) throw Refused('domain_dot');
  if (domain.length > MAX_DOMAIN_LENGTH || !labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1)!))
    throw Refused('domain_invalid');
  return domain;
}
