// Parameters of lists, and which attributes are returned (RFC 7644, sections 3.4.2 and 3.9). Pure.
import { COUNT_MAX } from './discovery.rules.ts';
import { attributeName, type Filter, parseFilter } from './filter.rules.ts';
import { invalidValue } from './scim-error.rules.ts';
import { membersOf } from './user-changes.rules.ts';

type Query = ReadonlyMap<string, string>;

export interface ListQuery {
  readonly filter: Filter | null;
  readonly offset: number;
  readonly count: number;
}

const PAGE_DEFAULT = 100;
/** Programs ask for all by the largest number that they have. [SI22] */
const INTEGER = /^-?\d{1,15}$/;

/** Values below the least count as the least. */
function integerOf(query: Query, name: string, fallback: number, least: number): number {
  const text = query.get(name) ?? String(fallback);
  if (!INTEGER.test(text)) throw invalidValue(`${name} must be an integer`);
  return Math.max(least, Number(text));
}

export function listQuery(query: Query): ListQuery {
  const filter = query.get('filter');
  return {
    filter: filter === undefined || filter.trim() === '' ? null : parseFilter(filter),
    offset: integerOf(query, 'startIndex', 1, 1) - 1,
    count: Math.min(integerOf(query, 'count', PAGE_DEFAULT, 0), COUNT_MAX),
  };
}

const SEARCHED = ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes'];

/** The parameters that the body of a search has (section 3.4.3). */
export function searchQuery(body: Readonly<Record<string, unknown>>): Query {
  const members = membersOf(body);
  const query = new Map<string, string>();
  for (const name of SEARCHED) {
    const value = members.get(name.toLowerCase()) ?? undefined;
    if (value === undefined) continue;
    const all: unknown[] = Array.isArray(value) ? value : [value];
    if (!all.every((each) => typeof each === 'string' || typeof each === 'number'))
      throw invalidValue(`${name} must be a text`);
    query.set(name, all.join(','));
  }
  return query;
}

const namesOf = (query: Query, name: string): ReadonlySet<string> | null => {
  const names = query
    .get(name)
    ?.split(',', 100)
    .map((each) => attributeName(each.trim()).split('.')[0]!);
  return names ? new Set(names) : null;
};

const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);

/** Whether an attribute is returned; sub-attributes are returned together. */
export function attributeChoice(query: Query): (name: string) => boolean {
  const [wanted, unwanted] = [namesOf(query, 'attributes'), namesOf(query, 'excludedAttributes')];
  return (name) => {
    const key = name.toLowerCase();
    return ALWAYS.has(key) || ((wanted === null || wanted.has(key)) && !unwanted?.has(key));
  };
}

export function pickAttributes<Resource extends object>(resource: Resource, isChosen: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isChosen(name)));
}
