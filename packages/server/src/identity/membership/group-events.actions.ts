// Emits group events to everybody: to all clients, or those of one kind. Writes nothing else.
import type { EventBody, EventDeclaration } from '@stoa/contract';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { GroupClients } from './group-events.present.ts';

/** Emits an event to everybody, or with `knowing` to everybody's clients of one kind. */
export function emitToGroupReaders<E extends EventDeclaration>(
  { emit }: WriteContext,
  event: E,
  body: EventBody<E>,
  knowing?: GroupClients,
): void {
  emit(event, knowing === undefined ? body : ({ ...(body as object), knowing } as EventBody<E>), { everyone: true });
}
