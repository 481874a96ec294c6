// A successful call for each endpoint of events.
import type { eventsContract } from '@stoa/contract';
import type { Sample, Samples } from './stage.ts';

export const eventsSamples: Samples<typeof eventsContract> & { readonly registerQueue: Sample } = {
  registerQueue: () => ({ event_types: ['message'] }),
  getEvents: async ({ cast }) => ({ queue_id: (await cast.ada.registerQueue()).queue_id, dont_block: true }),
  deleteQueue: async ({ cast }) => ({ queue_id: (await cast.ada.registerQueue()).queue_id }),
};
