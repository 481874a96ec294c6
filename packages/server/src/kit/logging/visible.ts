// Makes control characters visible, so that data controls neither a terminal nor the lines of a log. Pure. [CL4]

/** Control characters, lone surrogates, and characters that change the direction of text or end a line. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The text on one line, with such characters escaped. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
