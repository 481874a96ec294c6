// Fields of payloads, read generously: only what a message cannot do without makes a payload anomalous. Pure.
import { z } from 'zod';

/** Required text, which some services send as a number. */
export const text = z.union([z.string(), z.number().transform(String)]);
/** What a message can do without: anything that does not fit counts as missing. */
export const optional = <Value extends z.ZodType>(value: Value) => value.nullish().catch(null);
export const maybe = optional(text);
/** A required number, which some services send as text. */
export const amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}(?:\.\d{1,15})?$/)
    .transform(Number),
]);
export const maybeAmount = optional(amount);
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);
export const maybeFlag = optional(flag);

export const part = <Shape extends z.ZodRawShape>(shape: Shape) => optional(z.looseObject(shape));

/** The elements that fit; none if the list is missing. */
export const list = <Element extends z.ZodType>(element: Element) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((item): z.output<Element>[] => {
        const read = element.safeParse(item);
        return read.success ? [read.data] : [];
      }),
    );

/** Refuses a payload that the service cannot have sent. */
export function anomalous(): never {
  throw new z.ZodError([]);
}

/** The value of a table by a key from outside. */
export const own = <Value>(
  table: Readonly<Record<string, Value>>,
  key: string | null | undefined,
): Value | undefined => (key != null && Object.hasOwn(table, key) ? table[key] : undefined);
