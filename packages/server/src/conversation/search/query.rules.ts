// What is searched for: an operand as conditions on words. Pure.
import { stemOf, wordsOf } from './words.rules.ts';

/** One word in any inflection; words that follow each other in exactly these forms; or a character of a script without spaces. */
export type Sought =
  | { readonly kind: 'stem'; readonly stem: string }
  /** Of a prefix the last form is only how the last word begins. */
  | { readonly kind: 'phrase'; readonly forms: readonly string[]; readonly prefix: boolean; readonly dense: boolean }
  | { readonly kind: 'character'; readonly character: string };

/** A shorter beginning is in too many words to be of use; it is taken for a word. In code points. */
const PREFIX_MIN = 3;

export interface SearchQuery {
  /** All of these ... */
  readonly wanted: readonly Sought[];
  /** ... none of these ... */
  readonly unwanted: readonly Sought[];
  /** ... and what none of these finds. */
  readonly except: readonly SearchQuery[];
  /** Something was asked for that no text can contain, such as punctuation alone. */
  readonly impossible: boolean;
}

const PART = /(-?)(?:"([^"]*)"?(\*?)|([^\s"]+))/g;

/** `word`, `"an exact phrase"`, `begin*`, and any of them after a minus. [SE1] */
export function parseSearch(operand: string): SearchQuery {
  const wanted: Sought[] = [];
  const unwanted: Sought[] = [];
  let parts = 0;
  let void_parts = 0;
  for (const [, minus, quoted, quoted_star, bare] of operand.matchAll(PART)) {
    const text = quoted ?? bare!;
    if (quoted === '') continue;
    const star = bare !== undefined ? /[\p{L}\p{N}\p{M}]\*$/u.test(bare) : quoted_star === '*';
    const sought = soughtIn(text, { exact: quoted !== undefined, star });
    const negated = minus === '-';
    (negated ? unwanted : wanted).push(...sought);
    if (negated) continue;
    parts++;
    if (sought.length === 0) void_parts++;
  }
  return { wanted, unwanted, except: [], impossible: parts > 0 && void_parts === parts };
}

/** Several searches at once, as one in which nothing is asked twice; null for none. [NA19] */
export function joinSearches(searches: readonly { query: SearchQuery; negated: boolean }[]): SearchQuery | null {
  if (searches.length === 0) return null;
  const asked = searches.filter(({ negated }) => !negated).map(({ query }) => query);
  const excepted = searches.filter(({ query, negated }) => negated && !query.impossible).map(({ query }) => query);
  // Without one word is the same as with that word unwanted, which is the cheaper to ask.
  const isOneWord = ({ wanted, unwanted }: SearchQuery) => wanted.length === 1 && unwanted.length === 0;
  const single = excepted.filter(isOneWord).flatMap(({ wanted }) => wanted);
  const wanted = distinct(asked.flatMap((query) => query.wanted));
  const unwanted = distinct([...asked.flatMap((query) => query.unwanted), ...single]);
  const keys = new Set(wanted.map((sought) => JSON.stringify(sought)));
  return {
    wanted,
    unwanted,
    except: distinct(
      excepted
        .filter((query) => !isOneWord(query))
        .map((query) => ({ ...query, wanted: distinct(query.wanted), unwanted: distinct(query.unwanted) })),
    ),
    impossible:
      asked.some(({ impossible }) => impossible) || unwanted.some((sought) => keys.has(JSON.stringify(sought))),
  };
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** How many words are looked for, wanted or not. */
export function wordCount({ wanted, unwanted, except }: SearchQuery): number {
  const words = [...wanted, ...unwanted].map((sought) => (sought.kind === 'phrase' ? sought.forms.length : 1));
  return [...words, ...except.map(wordCount)].reduce((sum, count) => sum + count, 0);
}

function soughtIn(text: string, { exact, star }: { exact: boolean; star: boolean }): Sought[] {
  const words = wordsOf(text);
  const last = words.at(-1);
  if (!last) return [];
  const forms = words.map(({ form }) => form);
  if (!last.dense) {
    const prefix = star && [...last.form].length >= PREFIX_MIN;
    if (words.length === 1 && !exact && !prefix) return [{ kind: 'stem', stem: stemOf(last.form) }];
    return [{ kind: 'phrase', forms, prefix, dense: false }];
  }
  // The last word of a run without spaces is its last character alone. In a text the run may go on, so the pair before it
  // stands for it; where there is none, the character itself.
  const before = forms.slice(0, -1);
  const phrase: Sought = { kind: 'phrase', forms: before, prefix: false, dense: true };
  const previous = words.at(-2);
  if (previous?.dense && previous.pair_end === last.end) return [phrase];
  const character: Sought = { kind: 'character', character: last.form };
  return previous ? [{ ...phrase, dense: previous.dense }, character] : [character];
}
