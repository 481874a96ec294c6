// For whom a request counts, and the limits of addresses.
import { ApiError } from '@stoa/contract';
import { type Actor, accountable, type LimitKey, type Realm } from '../../access/actor.ts';
import type { LimitStatus } from '../../limits/rate-limits.ts';
import type { DispatchServices } from '../handling.ts';
import type { RequestTrace } from '../observers/request-trace.ts';
import { clientAddress, type Peers } from './client-address.ts';

/** Counts a request without an account. */
export function takeForAddress(
  { limits, trusted_proxies }: DispatchServices,
  request: Request,
  peers: Peers,
): LimitStatus | null {
  return limits?.ip?.take(clientAddress(request, peers, trusted_proxies)) ?? null;
}

/** Refuses a request without an account whose address has used up its limit; counts nothing. */
export function checkAddress({ limits, trusted_proxies }: DispatchServices, request: Request, peers: Peers): void {
  limits?.ip?.check(clientAddress(request, peers, trusted_proxies));
}

/** For whom a request counts: the account, a bot's owner, or the client's address. */
export const limitKeyOf = (
  { trusted_proxies }: DispatchServices,
  actor: Actor | null,
  request: Request,
  peers: Peers,
): LimitKey => (actor ? accountable(actor) : clientAddress(request, peers, trusted_proxies));

export function traceActor(trace: RequestTrace, realm: Realm, actor: Actor | null): void {
  trace.realm_id = realm.realm_id;
  trace.user_id = actor?.user_id ?? null;
}

/** Counted for the address: guesses have no account. [RL1] */
export function refusesCredentials(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
