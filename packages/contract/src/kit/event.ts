// The declaration of an event: its type, op and fields as clients receive them. Does not decide who receives it.
import { z } from 'zod';
import { once } from './once.ts';

// biome-ignore lint/suspicious/noExplicitAny: a shape's value type is its own business
type Shape = z.ZodObject<any>;

export interface EventDeclaration<S extends Shape = Shape> {
  readonly type: string;
  readonly op: string | null;
  /** The fields besides `id`, `type` and `op`. */
  readonly fields: S;
  readonly summary: string;
}

export type EventBody<E extends EventDeclaration> = z.input<E['fields']>;
/** An event as a client receives it. Ids increase but are not consecutive. */
export type ReceivedEvent = { id: number; type: string; op?: string } & Record<string, unknown>;

interface Declaration<S extends Shape> extends Omit<EventDeclaration<S>, 'op' | 'fields'> {
  readonly op?: string;
  readonly fields: () => S;
}

/** Declares an event; its schema is made when it is first needed. */
export function event<S extends Shape>(declaration: Declaration<S>): EventDeclaration<S> {
  const fields = once(declaration.fields);
  return {
    ...declaration,
    op: declaration.op ?? null,
    get fields() {
      return fields();
    },
  };
}

/** The schema of the whole event as received, for validation. */
export function eventSchema(declaration: EventDeclaration): z.ZodType {
  return declaration.fields
    .extend({
      id: z.int(),
      type: z.literal(declaration.type),
      ...(declaration.op === null ? {} : { op: z.literal(declaration.op) }),
    })
    .strict();
}
