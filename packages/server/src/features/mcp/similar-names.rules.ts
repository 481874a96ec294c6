// Which names somebody may have meant.

const SUGGESTIONS_MAX = 5;
/** Share of common trigrams from which names are similar. */
const SIMILAR_FROM = 0.3;

/** Without case and diacritics. */
export function foldName(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

function trigramsOf(folded: string): Set<string> {
  const padded = `  ${folded} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3));
  return trigrams;
}

/** From 0 to 1. */
function similarity(wanted: ReadonlySet<string>, name: string): number {
  const trigrams = trigramsOf(name);
  let common = 0;
  for (const trigram of trigrams) if (wanted.has(trigram)) common++;
  return (2 * common) / (wanted.size + trigrams.size);
}

/** The most similar items, best first; those that contain the wanted name or are contained in it come first. */
export function mostSimilar<T>(wanted: string, items: readonly T[], nameOf: (item: T) => string): T[] {
  const folded = foldName(wanted);
  const trigrams = trigramsOf(folded);
  const scored: { item: T; score: number }[] = [];
  for (const item of items) {
    const name = foldName(nameOf(item));
    if (name === '') continue;
    const contains = folded !== '' && (name.includes(folded) || folded.includes(name));
    const score = similarity(trigrams, name) + (contains ? 1 : 0);
    if (score >= SIMILAR_FROM) scored.push({ item, score });
  }
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ item }) => item);
}

/** True if a name contains all words of a query. */
export function matchesQuery(name: string, query: string): boolean {
  const folded = foldName(name);
  return foldName(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
