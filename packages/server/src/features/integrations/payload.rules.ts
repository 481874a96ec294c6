// Reading payloads: fields that tolerate what services change from version to version, and lookups by what payloads say. Pure.
import { z } from 'zod';
import { UnsupportedEvent } from './integration.rules.ts';

/** Text without which there is no message. Services write the same id now as a number, now as a string. */
export const text = z.union([z.string(), z.number().transform(String)]);

/** An object, a list of parts or a value that a message can do without: of another type, it is missing. */
export const part = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

export const maybe = part(text);
/** Zod refuses objects without a field of unknown type. */
export const anything = z.unknown().optional();
/** A value of unknown type that is shown as it is. */
export const scalar = part(z.union([z.string(), z.number(), z.boolean()]));
export type Scalar = z.output<typeof scalar>;

const DIGITS = /^-?\d{1,15}(?:\.\d{1,15})?$/;
export const count = part(z.union([z.number(), z.string().regex(DIGITS).transform(Number)]));
export const flag = part(z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })]));

/** The items of a list that have this form; empty without a list. */
export const items = <T extends z.ZodType>(item: T) =>
  part(z.array(part(item))).transform((all) =>
    (all ?? []).filter((one): one is NonNullable<typeof one> => one !== null && one !== undefined),
  );

/** The value of a table under a name from outside. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, name: string | null | undefined): T | undefined =>
  name != null && Object.hasOwn(table, name) ? table[name] : undefined;

/** The format of an event kind. */
export function formatOf<T>(formats: Readonly<Record<string, T>>, event: string | null | undefined): T {
  const format = lookUp(formats, event);
  if (format === undefined) throw new UnsupportedEvent(event ?? null);
  return format;
}

export const hasFields = (payload: unknown, ...fields: readonly string[]): payload is object =>
  typeof payload === 'object' && payload !== null && fields.every((field) => Object.hasOwn(payload, field));

/** What a payload of its kind always has. */
export function required<T>(value: T | null | undefined): T {
  if (value == null) throw new z.ZodError([]);
  return value;
}
