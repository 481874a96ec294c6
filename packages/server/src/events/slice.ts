// Event queues and their initial state.

import { eventsContract } from '@stoa/contract';
import { defineSlice } from '../slice/define-slice.ts';
import type { Services } from '../slice/services.ts';
import { eventsRoutes } from './events.routes.ts';

export const eventsSlice = defineSlice({
  contract: eventsContract,
  open: (services: Services) => ({ routes: eventsRoutes(services) }),
});
