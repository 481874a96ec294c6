// Puts push notifications together for the app: the push service, the routes and the jobs.
import type { Clock } from '../../kit/clock.ts';
import type { Store } from '../../kit/database/connection.ts';
import type { Route } from '../../kit/http/route.ts';
import type { ActingHandler } from '../../kit/jobs.ts';
import type { Outbound } from '../../kit/outbound.ts';
import type { Vault } from '../../kit/vault.ts';
import type { Writer } from '../../kit/write.ts';
import { Bouncer, type BouncerAccess } from './bouncer.ts';
import { notifyingJobs } from './notifying.jobs.ts';
import { pushRoutes } from './push.routes.ts';
import { registrationJobs } from './registration.jobs.ts';

export interface PushOptions {
  /** How to reach the push service; null for none. */
  push?: BouncerAccess | null;
}

export interface Push {
  readonly routes: Route[];
  readonly job_handlers: ActingHandler[];
}

interface PushModuleServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly outbound: Outbound;
}

export function openPush(
  { store, writer, clock, vault, outbound }: PushModuleServices,
  { push: access = null }: PushOptions,
): Push {
  const service = { bouncer: access && new Bouncer(access, outbound), vault };
  return {
    routes: pushRoutes({ service, store, writer }),
    job_handlers: [...registrationJobs(service, store), ...notifyingJobs({ service, store, writer, clock })],
  };
}
