// An emoji as the characters it is written with.

/** Null for what is no emoji of Unicode. */
export function emojiText(code: string): string | null {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : null;
}
