// Sessions: signing in by device.

import { sessionsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { sessionsRoutes } from './sessions.routes.ts';

export const sessionsSlice = defineSlice({
  contract: sessionsContract,
  open: (services: Services) => ({ routes: sessionsRoutes(services) }),
});
