// The one notation of whole numbers in text parameters: decimal digits.

/** No leading zeros and no negative zero: each number has exactly one form. */
const WHOLE_NUMBER = /^(?:0|-?[1-9][0-9]*)$/;

/** Parses a whole number; null for any other text. The result can exceed the exact integer range. [HT37] */
export function wholeNumber(text: string): number | null {
  return WHOLE_NUMBER.test(text) ? Number(text) : null;
}
