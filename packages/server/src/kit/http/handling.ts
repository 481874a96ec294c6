// What handling a request needs, and what its steps hand to each other.
import type { Actor, LimitKey, Realm } from '../access/actor.ts';
import type { Connection, Store } from '../database/connection.ts';
import type { Incoming } from '../files/incoming.ts';
import type { LimitStatus, RateLimits } from '../limits/rate-limits.ts';
import type { AddressRange } from '../outbound/outbound-addresses.ts';
import type { Clock } from '../time/clock.ts';
import type { Attempt, Idempotency } from '../write/idempotency.ts';
import type { Writer } from '../write/write.ts';
import type { Peers } from './callers/client-address.ts';
import type { ConcurrentReads } from './callers/concurrent-reads.ts';
import type { HeldBytes } from './callers/held-bytes.ts';
import type { ResultChecking } from './responses/check-result.ts';
import type { Report } from './responses/respond.ts';
import type { RequestContext } from './route.ts';

/** The lookups of organizations and accounts that the kit needs. */
export interface Gate {
  findRealm(db: Connection, host: string): Promise<Realm>;
  /** Throws unless the credentials are valid. */
  authenticate(db: Connection, realm: Realm, authorization: string): Promise<Actor>;
  /** The actor recently authenticated by the same credentials, without a query; refresh it before relying on it. */
  recall(realm: Realm, authorization: string): Actor | null;
  /** The actor's current state in the transaction; throws if it was deactivated or its key replaced. */
  refresh(tx: Connection, actor: Actor): Promise<Actor>;
}

/** The outcome of a request, for tests and logs. */
export interface Observation {
  readonly endpoint: string;
  readonly path: string;
  readonly status: number;
  readonly params: Readonly<Record<string, string>>;
  readonly response: Response;
}

export interface DispatchServices {
  store: Store;
  writer: Writer;
  clock: Clock;
  gate: Gate;
  idempotency: Idempotency;
  /** Directory for files of requests in progress. */
  incoming: Incoming;
  /** Limits who may send files, and how much at once. */
  running_uploads: {
    begin(actor: Actor, bytes: number): Promise<() => void>;
    receive<T>(actor: Actor, request: Request, work: () => Promise<T>): Promise<T>;
  };
  checking: ResultChecking;
  /** Bounds what clients leave unread. */
  unread: HeldBytes;
  /** Bounds what clients begin to send. */
  arriving: HeldBytes;
  /** Bounds how much a caller reads at once. */
  reading: ConcurrentReads;
  /** Null: no limits. */
  limits: RateLimits | null;
  /** Proxies whose forwarding headers are trusted. */
  trusted_proxies: readonly AddressRange[];
  report: Report;
  observe?(observation: Observation): void;
}

/** Answers a request as it arrives, before its parameters are known. */
export type Serve<Req extends Request = Request> = (request: Req, peers: Peers) => Response | Promise<Response>;
export type PathParameters = Readonly<Record<string, string>>;
export type Handler = (request: Request, path: PathParameters, peers: Peers) => Promise<Response>;

/** One request's caller and rate limit status, set once the caller is known. */
export interface CountedRequest {
  limit_status: LimitStatus | null;
  limit_key: LimitKey;
}

/** Where a request comes from. */
export interface RequestOrigin {
  readonly request: Request;
  readonly peers: Peers;
  readonly limit_key: LimitKey;
}

/** A call of an endpoint by somebody who may make it. */
export interface Call {
  readonly origin: RequestOrigin;
  readonly context: RequestContext<Actor | null>;
  readonly params: unknown;
}

/** A call before its handler runs. */
export interface PreparedCall extends Omit<Call, 'origin'> {
  /** Names of parameters that the endpoint does not have. */
  readonly ignored: readonly string[];
  /** Null without an idempotency key. */
  readonly attempt: Attempt | null;
  /** Declares that no bytes of the request are left on disk; null if there were none. */
  readonly end: (() => void) | null;
}
