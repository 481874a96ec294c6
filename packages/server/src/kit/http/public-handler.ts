// Paths outside the API that answer in its form, for callers that aren't signed in yet.
import type { ApiError } from '@stoa/contract';
import type { Peers } from './callers/client-address.ts';
import { takeForAddress } from './callers/request-caller.ts';
import type { Dispatch, Serve } from './handling.ts';
import { methodNotAllowed, refuse } from './responses/refuse.ts';
import { respondSuccess } from './responses/respond.ts';

/** Runs a path's handler and answers with its result or error. */
export function publicHandler(
  kit: Dispatch,
  method: string,
  handle: (request: Request, peers: Peers) => Promise<object>,
): Serve {
  return async (request, peers) => {
    if (request.method !== method) return methodNotAllowed(kit, [method]);
    try {
      takeForAddress(kit, request, peers);
      return respondSuccess(await handle(request, peers), []);
    } catch (error) {
      return refuse(kit, error as ApiError, request);
    }
  };
}
