// Which names somebody may have meant.

/** Most names have no other letters. */
const ASCII = /^[\0-\x7f]*$/;

/** Without case and diacritics. */
export function foldName(text: string): string {
  const plain = ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.toLowerCase().trim();
}

function trigramsOf(folded: string): Set<string> {
  const padded = `  ${folded} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3));
  return trigrams;
}

/** How similar names are to the wanted one: from 0 to 1, or to 2 for those that contain it or are contained in it. */
export function similarityTo(wanted: string): (name: string) => number {
  const folded = foldName(wanted);
  const trigrams = trigramsOf(folded);
  return (text) => {
    const name = foldName(text);
    if (name === '') return 0;
    const own = trigramsOf(name);
    let common = 0;
    for (const trigram of own) if (trigrams.has(trigram)) common++;
    const contains = folded !== '' && (name.includes(folded) || folded.includes(name));
    return (2 * common) / (trigrams.size + own.size) + (contains ? 1 : 0);
  };
}

/** True for texts that contain all words of a query. */
export function matcherOf(query: string): (text: string) => boolean {
  const words = [...new Set(foldName(query).split(/\s+/))];
  return (text) => {
    const folded = foldName(text);
    return words.every((word) => folded.includes(word));
  };
}
