// The client: one method per endpoint of the contract, typed by its declaration.
import type { endpoints, ReceivedEvent } from '@stoa/contract';
import { basicAuthorization } from './authorization.ts';
import { type CallOptions, type Connection, call, type Fetch } from './call.ts';
import { callNames, planNamed } from './call-plans.ts';
import { type EventsOptions, eventsOf } from './events.ts';
import { fileSize, readFile } from './files.ts';
import type { Method } from './method.ts';

export type { CallOptions, Fetch } from './call.ts';
export type { EventsOptions } from './events.ts';

export interface ClientOptions {
  /** The root URL of the organization, such as `https://chat.example.org`. */
  site: string;
  /** Identifies the caller together with `api_key`. Without both, the caller is a spectator. */
  email?: string;
  api_key?: string;
  /** Replaces the platform's `fetch`. */
  fetch?: Fetch;
}

type Endpoints = typeof endpoints;
export type Methods = { readonly [Name in keyof Endpoints]: Method<Endpoints[Name]> };

export interface Client extends Methods {
  readonly site: string;
  readonly email: string | null;
  /**
   * The Authorization header of every call, for requests made without the client, such as resumable uploads; null for
   * spectators.
   */
  readonly authorization: string | null;
  /**
   * Yields the events of a queue as they arrive, for as long as they are read. Throws `ApiError` when the queue has expired.
   */
  events(options: EventsOptions): AsyncGenerator<ReceivedEvent, void, void>;
  /**
   * Reads a file or thumbnail at an address from a message, such as `/user_uploads/1/ab/xyz/plan.png`. Throws
   * `ApiError` if the caller may not read it, and for addresses outside the organization's site, which receive no
   * credentials.
   */
  readFile(address: string, options?: Pick<CallOptions, 'signal'>): Promise<Blob>;
  /** Size of an uploaded file in bytes; null if the server doesn't say. */
  fileSize(address: string, options?: Pick<CallOptions, 'signal'>): Promise<number | null>;
}

export function createClient({ site, email, api_key, fetch: customFetch }: ClientOptions): Client {
  if ((email === undefined) !== (api_key === undefined)) throw new TypeError('email and api_key belong together');
  const connection: Connection = {
    site: site.replace(/\/+$/, ''),
    authorization: email === undefined ? null : basicAuthorization(email, api_key!),
    fetch: customFetch ?? ((url, init) => fetch(url, init)),
  };
  const methods = Object.fromEntries(
    callNames.map((name) => [
      name,
      (params: Record<string, unknown> = {}, options: CallOptions = {}) =>
        call(connection, planNamed(name), params, options),
    ]),
  ) as unknown as Methods;
  return {
    ...methods,
    site: connection.site,
    email: email ?? null,
    authorization: connection.authorization,
    readFile: (address, options = {}) => readFile(connection, address, options),
    fileSize: (address, options = {}) => fileSize(connection, address, options),
    events: (options) => eventsOf(methods.getEvents, options),
  };
}
