// Formats numbers with units: sizes, spacings, delays.
import { t } from '../../base/text/all-texts.ts';
import { locale } from '../../base/text/text.ts';

const UNITS = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** In the largest unit that divides it. */
export function durationName(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length);
}

export function numberName(value: number, unit: 'pixels' | 'percent' | 'seconds'): string {
  if (unit === 'seconds') return durationName(value);
  if (unit === 'pixels') return t('set_pixels', { count: value });
  return new Intl.NumberFormat(locale(), { style: 'percent' }).format(value / 100);
}
