// Rows that need large organizations also have a small form, in which their own tests run them.
import type { CompanySize } from './company.ts';

export const isSmall = (): boolean => process.env.STOA_BENCH_SMALL === '1';

export const SMALL_COMPANY: CompanySize = {
  people: 40,
  everybody: 2,
  large: { channels: 2, people: 20 },
  small: { channels: 4, people: 8 },
  messages: 0,
};
