// Searches lists that may have everybody in them, and lets others work meanwhile. [MP15]
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { foldName, similarityTo } from './similar-names.rules.ts';

const SUGGESTIONS_MAX = 5;
/** From which names are suggested. */
const SIMILAR_FROM = 0.3;

async function forEach<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  const time_slice = new TimeSlice();
  for (const item of items) {
    if (time_slice.isUsed()) await time_slice.yieldIfUsed();
    work(item);
  }
}

interface Ranked<T, Rank> {
  readonly item: T;
  readonly rank: Rank;
}

const compare = (a: Ranked<unknown, number | string>, b: Ranked<unknown, number | string>) =>
  a.rank < b.rank ? -1 : Number(a.rank > b.rank);

/** The items with the least ranks, and how many have one. Never sorts all: that would take as long as reading them. */
async function least<T, Rank extends number | string>(
  items: readonly T[],
  rankOf: (item: T) => Rank | null,
  most: number,
): Promise<{ total: number; items: T[] }> {
  let total = 0;
  let kept: Ranked<T, Rank>[] = [];
  const first = () => kept.sort(compare).slice(0, most);
  await forEach(items, (item) => {
    const rank = rankOf(item);
    if (rank === null) return;
    total += 1;
    kept.push({ item, rank });
    if (kept.length === 2 * most) kept = first();
  });
  return { total, items: first().map(({ item }) => item) };
}

/** The first of the items that match, by name, and how many match. */
export function firstByName<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  isMatching: (item: T) => boolean,
  most: number,
): Promise<{ total: number; items: T[] }> {
  return least(items, (item) => (isMatching(item) ? foldName(nameOf(item)) : null), most);
}

/** The first of the items that match, and how many match. */
export async function firstOf<T>(items: readonly T[], isMatching: (item: T) => boolean, most: number) {
  const found: T[] = [];
  await forEach(items, (item) => void (isMatching(item) && found.push(item)));
  return { total: found.length, items: found.slice(0, most) };
}

/** The most similar items, best first. */
export async function mostSimilar<T>(wanted: string, items: readonly T[], nameOf: (item: T) => string): Promise<T[]> {
  const similarityOf = similarityTo(wanted);
  const rankOf = (item: T) => {
    const similarity = similarityOf(nameOf(item));
    return similarity < SIMILAR_FROM ? null : -similarity;
  };
  return (await least(items, rankOf, SUGGESTIONS_MAX)).items;
}

/** The items by each of their names, without case and diacritics. */
export async function byNames<T>(
  items: readonly T[],
  namesOf: (item: T) => readonly string[],
): Promise<ReadonlyMap<string, readonly T[]>> {
  const found = new Map<string, T[]>();
  await forEach(items, (item) => {
    for (const name of new Set(namesOf(item).map(foldName))) {
      const others = found.get(name);
      if (others) others.push(item);
      else found.set(name, [item]);
    }
  });
  return found;
}
