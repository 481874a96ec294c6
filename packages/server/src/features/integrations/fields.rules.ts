// Fields of payloads, read generously: only what a message cannot do without makes a payload anomalous. Pure.
import { z } from 'zod';

/** Required text, which some services send as a number. */
export const text = z.union([z.string(), z.number().transform(String)]);
/** Text that a message can do without: anything else counts as missing. */
export const maybe = text.nullish().catch(null);
/** A required number, which some services send as text. */
export const amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}(?:\.\d{1,15})?$/)
    .transform(Number),
]);
export const maybeAmount = amount.nullish().catch(null);
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);
export const maybeFlag = flag.nullish().catch(null);

/** An object that a message can do without, as can it without each of its fields. */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape).nullish().catch(null);

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
