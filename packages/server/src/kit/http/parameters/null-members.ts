// Null members of objects in parameters. Some clients write null for what they leave out.
import type { z } from 'zod';

type Schema = z.core.$ZodType;

const accepts = (schema: Schema, value: unknown): boolean => (schema as z.ZodType).safeParse(value).success;

const isLeftOut = (schema: Schema | undefined, value: unknown): boolean =>
  schema !== undefined && value === null && !accepts(schema, null) && accepts(schema, undefined);

/** The value without null members where the schema has no null but lets the member be absent. [HT501] */
export function withoutNullMembers(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return withoutNullMembers(def.innerType, value);
    case 'pipe':
      return withoutNullMembers(def.in, value);
    case 'array':
      return Array.isArray(value) ? value.map((item) => withoutNullMembers(def.element, item)) : value;
    case 'union':
      return (
        def.options.map((option) => withoutNullMembers(option, value)).find((tried) => accepts(schema, tried)) ?? value
      );
    case 'object':
      return Object.fromEntries(
        Object.entries(value).flatMap(([key, item]) => {
          const member = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
          if (isLeftOut(member, item)) return [];
          return [[key, member ? withoutNullMembers(member, item) : item]];
        }),
      );
    default:
      return value;
  }
}
