// Types the fields of an event by its declaration in the contract. Callers have compared the type.
import type { EventDeclaration, ReceivedEvent } from '@stoa/contract';
import type { z } from 'zod';

export type Fields<E extends EventDeclaration> = z.output<E['fields']>;

export const fieldsOf = <E extends EventDeclaration>(event: ReceivedEvent): Fields<E> =>
  event as ReceivedEvent & Fields<E>;
