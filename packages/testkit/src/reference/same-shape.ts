// Whether two JSON values differ only in leaf values and list lengths.

export function sameShape(first: unknown, second: unknown): boolean {
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === 0 || second.length === 0 || sameShape(first[0], second[0]);
  if (isObject(first) && isObject(second)) {
    const names = Object.keys(first);
    return (
      names.length === Object.keys(second).length &&
      names.every((name) => (isId(name) ? true : name in second && sameShape(first[name], second[name])))
    );
  }
  return typeof first === typeof second && isObject(first) === isObject(second);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A numeric key of a map counts as a value. */
const isId = (name: string): boolean => /\d/.test(name);
