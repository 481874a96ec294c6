// Suggested durations, and the units of custom ones. Pure.
export const LIMITS_OFFERED = [120, 600, 3600, 86_400, 604_800] as const;

export const UNITS = [
  ['org_minutes', 60],
  ['org_hours', 3600],
  ['org_days', 86_400],
] as const;
export type UnitSeconds = (typeof UNITS)[number][1];

/** A duration in the largest unit that divides it; otherwise in minutes, rounded up. */
export function splitDuration(seconds: number): { amount: number; unit: UnitSeconds } {
  const [, unit] = UNITS.findLast(([, length]) => seconds % length === 0) ?? UNITS[0];
  return { amount: Math.ceil(seconds / unit), unit };
}
