// Elements as the library's reader gives them: without prefixes, the children of a name in a list, attributes under `$`, text under `_`. Pure.

/** An empty element is an empty text. */
export type Element = Readonly<Record<string, unknown>> | string;

/** Says for the log what is wrong with a message, without quoting it. [SO44] */
export class Objection extends Error {
  override readonly name = 'Objection';
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function childrenOf(element: Element, name: string): Element[] {
  if (!isObject(element) || !Object.hasOwn(element, name)) return [];
  const found = element[name];
  return Array.isArray(found) ? (found as Element[]) : [found as Element];
}

/** Two of what must be one would be read differently by what checks and by what uses it. */
export function onlyChild(element: Element, name: string): Element {
  const found = childrenOf(element, name);
  if (found.length !== 1) throw new Objection(`it has ${found.length === 0 ? 'no' : 'more than one'} ${name}`);
  return found[0]!;
}

export function attributeOf(element: Element, name: string): string | undefined {
  const attributes = isObject(element) ? element.$ : undefined;
  if (!isObject(attributes) || !Object.hasOwn(attributes, name)) return undefined;
  return String(attributes[name]);
}

export function textOf(element: Element): string {
  if (typeof element === 'string') return element;
  return typeof element._ === 'string' ? element._ : '';
}
