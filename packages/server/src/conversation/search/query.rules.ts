// Parses a search operand into conditions on words. Pure.
import { stemOf, wordsOf } from './words.rules.ts';

/** One word in any inflection; consecutive words in exact forms; or a character of a script without spaces. */
export type SearchTerm =
  | { readonly kind: 'stem'; readonly stem: string }
  /** With `prefix`, the last form is only the beginning of the last word. */
  | { readonly kind: 'phrase'; readonly forms: readonly string[]; readonly prefix: boolean; readonly dense: boolean }
  | { readonly kind: 'character'; readonly character: string };

/** In code points. A shorter prefix matches too many words to be useful, so it is searched as a word. */
const PREFIX_MIN = 3;

export interface SearchQuery {
  /** All of these ... */
  readonly wanted: readonly SearchTerm[];
  /** ... none of these ... */
  readonly unwanted: readonly SearchTerm[];
  /** ... and no match of any of these. */
  readonly except: readonly SearchQuery[];
  /** Asks for something no text can contain, such as punctuation alone. */
  readonly impossible: boolean;
}

const PART = /(-?)(?:"([^"]*)"?(\*?)|([^\s"]+))/g;

/** `word`, `"an exact phrase"`, `begin*`, and any of them after a minus. [SE1] */
export function parseSearch(operand: string): SearchQuery {
  const wanted: SearchTerm[] = [];
  const unwanted: SearchTerm[] = [];
  let parts = 0;
  let void_parts = 0;
  for (const [, minus, quoted, quoted_star, bare] of operand.matchAll(PART)) {
    const text = quoted ?? bare!;
    if (quoted === '') continue;
    const star = bare !== undefined ? /[\p{L}\p{N}\p{M}]\*$/u.test(bare) : quoted_star === '*';
    const terms = parseTerms(text, { exact: quoted !== undefined, star });
    const negated = minus === '-';
    (negated ? unwanted : wanted).push(...terms);
    if (negated) continue;
    parts++;
    if (terms.length === 0) void_parts++;
  }
  return { wanted, unwanted, except: [], impossible: parts > 0 && void_parts === parts };
}

/** Joins several searches into one without duplicate terms; null for none. [NA19] */
export function joinSearches(searches: readonly { query: SearchQuery; negated: boolean }[]): SearchQuery | null {
  if (searches.length === 0) return null;
  const positive = searches.filter(({ negated }) => !negated).map(({ query }) => query);
  const excepted = searches.filter(({ query, negated }) => negated && !query.impossible).map(({ query }) => query);
  // Excluding a search for one word equals marking that word unwanted, which is cheaper.
  const isOneWord = ({ wanted, unwanted }: SearchQuery) => wanted.length === 1 && unwanted.length === 0;
  const single = excepted.filter(isOneWord).flatMap(({ wanted }) => wanted);
  const wanted = distinct(positive.flatMap((query) => query.wanted));
  const unwanted = distinct([...positive.flatMap((query) => query.unwanted), ...single]);
  const keys = new Set(wanted.map((term) => JSON.stringify(term)));
  return {
    wanted,
    unwanted,
    except: distinct(
      excepted
        .filter((query) => !isOneWord(query))
        .map((query) => ({ ...query, wanted: distinct(query.wanted), unwanted: distinct(query.unwanted) })),
    ),
    impossible:
      positive.some(({ impossible }) => impossible) || unwanted.some((term) => keys.has(JSON.stringify(term))),
  };
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** Number of words in a search, wanted or not. */
export function wordCount({ wanted, unwanted, except }: SearchQuery): number {
  const words = [...wanted, ...unwanted].map((term) => (term.kind === 'phrase' ? term.forms.length : 1));
  return [...words, ...except.map(wordCount)].reduce((sum, count) => sum + count, 0);
}

function parseTerms(text: string, { exact, star }: { exact: boolean; star: boolean }): SearchTerm[] {
  const words = wordsOf(text);
  const last = words.at(-1);
  if (!last) return [];
  const forms = words.map(({ form }) => form);
  if (!last.dense) {
    const prefix = star && [...last.form].length >= PREFIX_MIN;
    if (words.length === 1 && !exact && !prefix) return [{ kind: 'stem', stem: stemOf(last.form) }];
    return [{ kind: 'phrase', forms, prefix, dense: false }];
  }
  // The last character of a run without spaces has no pair. In a text the run may continue, so the pair before it
  // stands for it; if there is none, the character itself.
  const before = forms.slice(0, -1);
  const phrase: SearchTerm = { kind: 'phrase', forms: before, prefix: false, dense: true };
  const previous = words.at(-2);
  if (previous?.dense && previous.pair_end === last.end) return [phrase];
  const character: SearchTerm = { kind: 'character', character: last.form };
  return previous ? [{ ...phrase, dense: previous.dense }, character] : [character];
}
