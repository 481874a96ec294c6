// Filters of searches. The operator's filter is parsed once; what people type becomes a value in the parsed filter, never part of its text.
import { AndFilter, EqualityFilter, type Filter, FilterParser, OrFilter, PresenceFilter } from 'ldapts';

const LOGIN = '{login}';

export interface LoginFilter {
  /** Entries with this login name. [LD3] */
  of(login: string): Filter;
  /** All entries of people who may sign in. */
  readonly all: Filter;
  /** The attributes that the login name is compared with. */
  readonly attributes: readonly string[];
}

/** Throws an error whose message continues after the setting's name. */
export function loginFilter(text: string): LoginFilter {
  const parsed = parse(text);
  const attributes: string[] = [];
  const all = replaceLogin(parsed, (attribute) => {
    attributes.push(attribute);
    return new PresenceFilter({ attribute });
  });
  if (attributes.length === 0) throw new Error(`must compare something with ${LOGIN}, such as (uid=${LOGIN})`);
  return { of: (login) => replaceLogin(parsed, (attribute) => equals(attribute, login)), all, attributes };
}

/** Entries with this value of an attribute. */
export const equals = (attribute: string, value: string | Buffer): Filter => new EqualityFilter({ attribute, value });

/** Entries that match both. */
export const both = (one: Filter, other: Filter): Filter => new AndFilter({ filters: [one, other] });

function parse(text: string): Filter {
  try {
    return FilterParser.parseString(text);
  } catch {
    throw new Error(`must be a filter such as (&(objectClass=person)(uid=${LOGIN}))`);
  }
}

/** A copy in which comparisons with `{login}` are replaced. */
function replaceLogin(filter: Filter, compare: (attribute: string) => Filter): Filter {
  const replaceAll = (filters: readonly Filter[]) => filters.map((part) => replaceLogin(part, compare));
  if (filter instanceof AndFilter) return new AndFilter({ filters: replaceAll(filter.filters) });
  if (filter instanceof OrFilter) return new OrFilter({ filters: replaceAll(filter.filters) });
  if (filter instanceof EqualityFilter && filter.value === LOGIN) return compare(filter.attribute);
  // Within a negation, or with wildcards, a login name would find other people.
  if (filter.toString().includes(LOGIN))
    throw new Error(`must have ${LOGIN} in comparisons such as (uid=${LOGIN}) only`);
  return filter;
}
