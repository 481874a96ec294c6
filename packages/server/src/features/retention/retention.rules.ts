// How long messages are retained. Pure. [RT1]
import { FOREVER } from '@stoa/contract';

const DAY_S = 24 * 60 * 60;

/** The retention of a channel in days: its own or, if null, the organization's. Null means forever. */
export function daysKept(own: number | null, organization: number): number | null {
  const days = own ?? organization;
  return days === FOREVER ? null : days;
}

/** Messages sent before this time, in seconds, have expired. */
export function keptSince(now_s: number, days: number): number {
  return now_s - days * DAY_S;
}
