// Event queues.
import { slice } from '../kit/slice.ts';
import { deleteQueue, getEvents } from './events.endpoints.ts';
import { heartbeatEvent } from './events.events.ts';

export * from './events.endpoints.ts';
export * from './events.events.ts';

export const eventsContract = slice({
  name: 'events',
  endpoints: { getEvents, deleteQueue },
  events: [heartbeatEvent],
});
