// The characters of a Unicode emoji.

/** Null if the code is not a Unicode emoji. */
export function emojiText(code: string): string | null {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : null;
}
