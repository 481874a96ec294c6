// Paths outside the API that answer in its form, for callers that aren't signed in yet.
import type { ApiError } from '@stoa/contract';
import type { Peers } from './callers/client-address.ts';
import { takeForAddress } from './callers/request-counting.ts';
import type { DispatchServices, Serve } from './handling.ts';
import { methodNotAllowed, refuse } from './responses/refuse.ts';
import { respondSuccess } from './responses/respond.ts';

/** Runs a path's handler and answers with its result or error. */
export function publicHandler(
  services: DispatchServices,
  method: string,
  handle: (request: Request, peers: Peers) => Promise<object>,
): Serve {
  return async (request, peers) => {
    if (request.method !== method) return methodNotAllowed(services, [method]);
    try {
      takeForAddress(services, request, peers);
      return respondSuccess(await handle(request, peers), []);
    } catch (error) {
      return refuse(services, error as ApiError, request);
    }
  };
}
