// Conditions in SQL of filters: what accounts and groups have in common. Values are always parameters.
import type { Fragment } from '../../kit/database/sql.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Filter, FilterValue, Operator } from './filter.rules.ts';
import { scimError } from './scim-error.rules.ts';

/** A condition on one attribute. Must be true or false, never null, so that `not` is its opposite. */
export interface FilterAttribute {
  /** Absent if every resource has a value. */
  readonly present?: Fragment;
  compare(operator: Operator, value: FilterValue): Fragment;
}

export const invalidFilter = (detail: string) => scimError(400, detail, 'invalidFilter');

const ALWAYS = sql`true`;
export const NEVER = sql`false`;

export function conditionOf(filter: Filter, attributes: ReadonlyMap<string, FilterAttribute>): Fragment {
  if (filter.kind === 'not') return sql`not (${conditionOf(filter.part, attributes)})`;
  if (filter.kind === 'and' || filter.kind === 'or') {
    const parts = filter.parts.map((part) => conditionOf(part, attributes));
    return sql`(${sql.join(parts, ` ${filter.kind} `)})`;
  }
  const attribute = attributes.get(filter.attribute);
  if (attribute === undefined) throw invalidFilter(`${filter.attribute.slice(0, 100)} can't be filtered by`);
  if (filter.kind === 'present') return attribute.present ?? ALWAYS;
  return attribute.compare(filter.operator, filter.value);
}

const cannot = (name: string, operator: Operator) => invalidFilter(`${name} can't be compared by ${operator}`);

function textOf(name: string, value: FilterValue): string {
  if (typeof value !== 'string') throw invalidFilter(`${name} is compared with a text`);
  return value;
}

/** Equality only; `isEqual` may look the value up by an index. */
export function exact(name: string, isEqual: (value: string) => Fragment, present?: Fragment): FilterAttribute {
  return {
    ...(present && { present }),
    compare(operator, value) {
      if (operator !== 'eq' && operator !== 'ne') throw cannot(name, operator);
      // Ids are sometimes compared with numbers.
      const equal = isEqual(textOf(name, typeof value === 'number' ? String(value) : value));
      return operator === 'eq' ? equal : sql`not (${equal})`;
    },
  };
}

/** Texts whose case does not matter: `column` has them in lower case, and `keyOf` makes the same of a value. */
export function text(
  name: string,
  column: Fragment,
  keyOf: (value: string) => string,
  isEqual = (key: string): Fragment => sql`${column} = ${key}`,
): FilterAttribute {
  return {
    compare(operator, value) {
      const key = keyOf(textOf(name, value));
      const literal = key.replace(/[~%_]/g, '~$&');
      if (operator === 'eq') return isEqual(key);
      if (operator === 'ne') return sql`not (${isEqual(key)})`;
      if (operator === 'co') return sql`${column} like ${`%${literal}%`} escape '~'`;
      if (operator === 'sw') return sql`${column} like ${`${literal}%`} escape '~'`;
      if (operator === 'ew') return sql`${column} like ${`%${literal}`} escape '~'`;
      throw cannot(name, operator);
    },
  };
}

/** One of two fixed values for every resource. */
export function constant(name: string, is: string): FilterAttribute {
  return exact(name, (value) => (value.toLowerCase() === is ? ALWAYS : NEVER));
}

const COMPARISONS: Readonly<Partial<Record<Operator, string>>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

/** A column in seconds since 1970, compared with a date in the form of ISO 8601. */
export function time(name: string, column: Fragment): FilterAttribute {
  return {
    compare(operator, value) {
      const sign = COMPARISONS[operator];
      if (sign === undefined) throw cannot(name, operator);
      const at = Date.parse(textOf(name, value)) / 1000;
      if (!Number.isFinite(at)) throw invalidFilter(`${name} is compared with a date`);
      // Seconds are whole: a fraction is above the one and below the other.
      const bound = operator === 'gt' || operator === 'le' ? Math.floor(at) : Math.ceil(at);
      return sql`${column} ${sql.raw(sign)} ${bound}`;
    },
  };
}
