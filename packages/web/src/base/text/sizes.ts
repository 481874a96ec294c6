// Sizes of files, as the language writes them.
import { locale } from './text.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function sizeText(bytes: number): string {
  const at = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** at;
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: UNITS[at]!,
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && at > 0 ? 1 : 0,
  }).format(value);
}
