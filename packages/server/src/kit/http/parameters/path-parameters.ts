// What the parameters in a path may be, however the path was matched.
import { BadRequest } from '@stoa/contract';
import { isStorable } from '../../text/storable-text.ts';
import type { Peers } from '../callers/client-address.ts';
import type { DispatchServices, PathParameters } from '../handling.ts';
import { refuse } from '../responses/refuse.ts';
import type { ServePath } from '../router.ts';

/** A null byte, for which {@link handlePath} refuses any path, if decoding fails. */
export function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\0';
  }
}

/** Refuses parameters with what no store can hold. */
export function handlePath(
  services: DispatchServices,
  handle: ServePath,
  params: PathParameters,
  request: Request,
  peers: Peers,
): Response | Promise<Response> {
  if (Object.values(params).every(isStorable)) return handle(request, params, peers);
  return refuse(services, BadRequest('The path contains a character that is not allowed'));
}
