// Schemas of the contract as JSON Schema; those used in many places appear once, under a name.
import {
  Bot,
  Channel,
  type EventDeclaration,
  eventSchema,
  GroupSettingValue,
  Message,
  Narrow,
  Subscription,
  User,
  UserGroup,
} from '@stoa/contract';
import { z } from 'zod';

export type Json = { [key: string]: unknown };

const NAMED = { Bot, Channel, GroupSettingValue, Message, Narrow, Subscription, User, UserGroup };
const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * Moves references to the document's components and leaves out what says nothing (the bounds of every whole number) or
 * promises too much (that a response never gets new members).
 */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const { $schema, $defs, id, ...rest } = value as Json;
  if (rest.type === 'integer') {
    if (rest.maximum === LARGEST) delete rest.maximum;
    if (rest.minimum === -LARGEST) delete rest.minimum;
  }
  if (rest.additionalProperties === false) delete rest.additionalProperties;
  const entries = Object.entries(rest).map(([key, item]) => {
    if (key === 'properties') return [key, tidyEach(item as Json)];
    if (key === '$ref') return [key, (item as string).replace('#/$defs/', '#/components/schemas/')];
    return [key, key === 'default' || key === 'const' || key === 'enum' ? item : tidy(item)];
  });
  return Object.fromEntries(entries);
}

/** Property names are no keywords, even `id`. */
function tidyEach(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, tidy(schema)]));
}

export class Schemas {
  private readonly named = new Map<string, Json>();

  /** `input`: of requests; `output`: of responses. */
  describe(schema: z.ZodType, io: 'input' | 'output'): Json {
    const described = z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any' }) as Json;
    for (const [name, definition] of Object.entries((described.$defs as Record<string, Json> | undefined) ?? {}))
      this.add(name, tidy(definition) as Json);
    return tidy(described) as Json;
  }

  add(name: string, schema: Json): void {
    const existing = this.named.get(name);
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`the schema ${name} is described in two ways: give one of them a name of its own`);
    this.named.set(name, schema);
  }

  addEvent(event: EventDeclaration): void {
    const schema = this.describe(eventSchema(event), 'output');
    const name = ['Event', event.type, event.op].filter((part) => part !== null).join('.');
    this.add(name, { description: event.summary, ...schema });
  }

  /** Sorted by name, so that the document does not depend on the order of use. */
  components(): Json {
    return Object.fromEntries([...this.named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
