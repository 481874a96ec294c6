// Counted nouns in English sentences.

/** "1 file", "2 files". */
export function plural(count: number, singular: string): string {
  return `${count} ${singular}${count === 1 ? '' : 's'}`;
}
