// Binds a path to code that reads the request and writes the response itself: files, redirects, foreign protocols. Organization, caller and
// errors are handled as for endpoints.
import type { Access, TokenScope } from '@stoa/contract';
import type { Actor, LimitKey, Realm } from '../access/actor.ts';
import type { Connection } from '../database/connection.ts';
import type { CallEndpoint } from './call-endpoint.ts';
import type { HeldBytes } from './callers/held-bytes.ts';
import type { ErrorForm } from './responses/error-form.ts';

export interface RawContext {
  readonly actor: Actor | null;
  readonly realm: Realm;
  /** The account, or the client's address. */
  readonly limit_key: LimitKey;
  readonly db: Connection;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly request: Request;
  /** The decoded part of the path that matches `*`; empty for a path without one. */
  readonly tail: string;
  /** Counts the request for an account not named by credentials; throws if there were too many. [RL1] */
  count(actor: Actor): void;
  /** Throws if the address it comes from had too many requests; counts nothing. For those that count only when they are refused. [RL3] */
  checkAddress(): void;
  /** Counts the request for the address it comes from; throws if there were too many. [RL3] */
  countForAddress(): void;
  /** Bounds what clients begin to send. [HT801] */
  readonly arriving: HeldBytes;
  /** Calls an endpoint with the credentials of this request. */
  readonly call: CallEndpoint;
}

/** `by-call`: each call of an endpoint that the path makes needs the scope of that endpoint. */
export type RawScope = TokenScope | 'key' | 'by-call';

/** Who may call the route, and the scope that an access token needs where credentials are taken. [TK5] */
type Admission =
  | { readonly access: 'public'; readonly scope?: undefined }
  | { readonly access: Exclude<Access, 'public'>; readonly scope: RawScope };

export type RawRoute = Admission & RawPath;

interface RawPath {
  /** HEAD is served by the GET handler, if listed. */
  readonly methods: readonly string[];
  /** Absolute path; may end with `/*` for the rest. */
  readonly path: string;
  /** Errors have the API's form if absent. */
  readonly error_form?: ErrorForm;
  /** Accepts other forms of the Authorization header, by turning them into HTTP Basic. */
  readonly basicFrom?: (authorization: string) => string;
  handle(context: RawContext): Promise<Response>;
}
