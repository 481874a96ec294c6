// Checks that existing mobile apps could parse every event that a test server sends.
import type { ReceivedEvent } from '@stoa/contract';
import type { z } from 'zod';
import { events, registered } from './mobile-facts.ts';

function check(what: string, schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value);
  if (error) throw new Error(`mobile apps can't read ${what}: ${error.message}`);
}

export function checkMobileEvent(event: ReceivedEvent): void {
  const name = event.op ? `${event.type}/${event.op}` : event.type;
  const schema = events[name];
  if (schema) check(`the event ${name}`, schema, event);
}

/** The register response for a client that declares and fetches everything. */
export function checkMobileState(state: unknown): void {
  check('what register answers', registered, state);
}
