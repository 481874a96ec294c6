// How long messages are kept. Pure.
import { FOREVER } from '@stoa/contract';

/** Days, or `FOREVER`; null in channels that keep them as long as their organization. */
export type Retention = number | null;

/** How a choice names a channel's null. */
export const INHERITED = 'inherited';

const lengthOf = (days: Retention, inherited: number): number => {
  const kept = days ?? inherited;
  return kept < 0 ? Number.POSITIVE_INFINITY : kept;
};

/** Whether messages that are kept now would be deleted. */
export const deletesMore = (before: Retention, after: Retention, inherited = FOREVER): boolean =>
  lengthOf(after, inherited) < lengthOf(before, inherited);
