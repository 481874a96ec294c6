// Personal settings of subscriptions. Pure.
import { BadRequest, type OwnProperty } from '@stoa/contract';

export type Column = Exclude<OwnProperty, 'in_home_view'>;
export interface OwnSetting {
  readonly column: Column;
  readonly value: boolean | string | null;
}

const NOTIFYING: ReadonlySet<OwnProperty> = new Set([
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
]);
const COLOR = /^#(?:[0-9a-f]{3}){1,2}$/i;

/** Six digits in lower case; each of three digits is doubled. [SB17] */
export function checkColor(value: boolean | string | null): string {
  if (typeof value !== 'string' || !COLOR.test(value)) throw BadRequest('color is not a valid hex color code');
  const digits = value.slice(1).toLowerCase();
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join('')}`;
}

/** The stored form of a setting; `in_home_view` is the negation of `is_muted`. */
export function ownSetting(property: OwnProperty, value: boolean | string | null): OwnSetting {
  // Null falls back to the account's setting. [SB23]
  if (value === null && NOTIFYING.has(property)) return { column: property as Column, value };
  if (property === 'color') return { column: property, value: checkColor(value) };
  if (typeof value !== 'boolean') throw BadRequest(`${property} is not a boolean`);
  return property === 'in_home_view' ? { column: 'is_muted', value: !value } : { column: property, value };
}
