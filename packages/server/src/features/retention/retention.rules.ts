// How long messages are kept. Pure. [RT1]
import { FOREVER } from '@stoa/contract';

const DAY_S = 24 * 60 * 60;

/** Days a channel keeps its messages: its own, or with null the organization's. Null: for ever. */
export function daysKept(own: number | null, organization: number): number | null {
  const days = own ?? organization;
  return days === FOREVER ? null : days;
}

/** Messages sent before this time, in seconds, are kept no longer. */
export function keptSince(now_s: number, days: number): number {
  return now_s - days * DAY_S;
}
