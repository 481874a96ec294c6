// How whole numbers are written wherever a text stands for one: in decimal digits, and in no other notation.

/** Neither a sign before zero nor zeros before a digit: each number has one form. */
const WHOLE_NUMBER = /^(?:0|-?[1-9][0-9]*)$/;

/** The number a text stands for; null for any other text. May be beyond what is exact. [HT37] */
export function wholeNumber(text: string): number | null {
  return WHOLE_NUMBER.test(text) ? Number(text) : null;
}
