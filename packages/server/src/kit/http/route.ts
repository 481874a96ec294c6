// Binds an endpoint to its handler. Four kinds: a read gets a snapshot, a write a transaction, an action neither; a wait is an action
// whose result may come much later.
import type { Access, ApiError, Endpoint, ParamsOf, ResultOf } from '@stoa/contract';
import type { Actor, Realm } from '../access/actor.ts';
import type { Connection } from '../database/connection.ts';
import type { Piece } from '../json/json-text.ts';
import type { WriteOptions } from '../write/write.ts';
import type { WriteContext } from '../write/write-context.ts';
import type { ReceivedFile } from './parameters/received-files.ts';

export interface RequestContext<A> {
  readonly actor: A;
  readonly realm: Realm;
  /** The name of the program that calls, from its User-Agent. */
  readonly client: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Uploaded files, for endpoints that accept them. */
  readonly files: readonly ReceivedFile[];
}
/** Adds a signal that aborts when the client is gone; only for actions and waits, because it costs. */
export type ActionContext<A = Actor> = RequestContext<A> & { readonly signal: AbortSignal };
export type ReadContext<A = Actor> = RequestContext<A> & { readonly db: Connection };
export type WritingContext<A = Actor> = RequestContext<A> & WriteContext;

/** The type of actor that the endpoint's access level allows. */
export type ActorOf<E extends Endpoint> = E extends Endpoint<infer _P, infer _R, infer A> ? ActorFor<A> : never;
type ActorFor<A extends Access> = A extends 'public' ? null : A extends 'spectator' ? Actor | null : Actor;

/** A result that is JSON text already: the fields after `result` and `msg`, without braces. */
export class RawResult {
  constructor(readonly fields: string | readonly Piece[]) {}
}
/** A result, or an error. A returned error, unlike a thrown one, keeps the writes made before it. */
type Answer<E extends Endpoint> = ResultOf<E> | RawResult | ApiError;

/**
 * Receives the result of a call that waits, or why there is none: one of them, once. Ten thousand polls wait at once, and promises that
 * are chained from the call to its response take four times the memory of this object.
 */
export interface PendingResponse {
  succeed(result: RawResult): void;
  fail(error: unknown): void;
}

export type Route =
  | {
      kind: 'read';
      endpoint: Endpoint;
      isLong(params: unknown): boolean;
      isShort?(context: ReadContext<Actor | null>, params: unknown): Promise<boolean>;
      bytes?(context: ReadContext<Actor | null>, params: unknown): Promise<number>;
      long_part?: {
        isNeeded(params: unknown): boolean;
        findAmongFew(context: ReadContext<Actor | null>, params: unknown): Promise<unknown>;
        find(context: ReadContext<Actor | null>, params: unknown): Promise<unknown>;
      };
      handle(context: ReadContext<Actor | null>, params: unknown): Promise<unknown>;
    }
  | {
      kind: 'write';
      endpoint: Endpoint;
      options?: WriteOptions;
      lookUp?(db: Connection, actor: Actor, params: unknown): Promise<unknown>;
      isLong?(params: unknown): boolean;
      prepares_again?: boolean;
      prepare?(context: ReadContext<Actor | null>, params: unknown): Promise<unknown>;
      handle(context: WritingContext<Actor | null>, params: unknown, prepared: unknown): Promise<unknown>;
    }
  | {
      kind: 'action';
      endpoint: Endpoint;
      reads?: boolean;
      handle(context: ActionContext<Actor | null>, params: unknown): Promise<unknown>;
    }
  | {
      kind: 'wait';
      endpoint: Endpoint;
      hold(): Promise<void> | null;
      handle(context: ActionContext<Actor | null>, params: unknown, pending: PendingResponse): Promise<void>;
    };

/** Tells which calls may read a lot; they run as long reads, so that no other request waits. [HT22] */
export type IsLong<E extends Endpoint> = (params: ParamsOf<E>) => boolean;
/** Tells which of them are short for this account, by few rows of the store. */
type IsShort<E extends Endpoint> = (context: ReadContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<boolean>;
/** About how large the response will be, by few rows of the store; there must be room for it before it is read. [HT859] */
type ExpectedBytes<E extends Endpoint> = (context: ReadContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<number>;
export const never = () => false;

/** The part of a call that runs first, as a long read, so that the rest need not be one. */
export interface LongPart<E extends Endpoint> {
  isNeeded(params: ParamsOf<E>): boolean;
  /** The same as `find` without a long read, if a few rows suffice; null if they do not. */
  findAmongFew(context: ReadContext<ActorOf<E>>, params: ParamsOf<E>): Promise<ParamsOf<E> | null>;
  /** The parameters with the result of the read. */
  find(context: ReadContext<ActorOf<E>>, params: ParamsOf<E>): Promise<ParamsOf<E>>;
}

export function read<E extends Endpoint>(
  endpoint: E,
  handle: (context: ReadContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<Answer<E>>,
  isLong: IsLong<E> = never,
  options: {
    readonly isShort?: IsShort<E>;
    readonly long_part?: LongPart<E>;
    readonly bytes?: ExpectedBytes<E>;
  } = {},
): Route {
  return { kind: 'read', endpoint, handle, isLong, ...options };
}

export interface WriteRouteOptions<E extends Endpoint> extends Omit<WriteOptions, 'lookUp'> {
  /** See {@link WriteOptions.lookUp}; the actor is looked up beside. */
  readonly lookUp?: (db: Connection, actor: Actor, params: ParamsOf<E>) => Promise<unknown>;
}

export function write<E extends Endpoint>(
  endpoint: E,
  handle: (context: WritingContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<Answer<E>>,
  { lookUp, ...options }: WriteRouteOptions<E> = {},
): Route {
  return { kind: 'write', endpoint, options, ...(lookUp ? { lookUp } : {}), handle };
}

export interface PreparedWriteOptions<E extends Endpoint> extends WriteRouteOptions<E> {
  readonly isLong?: IsLong<E>;
  /**
   * The preparation changes nothing and its failure reveals nothing: it is done for the account as it was when it was last
   * authenticated, and again in the transaction if the account has changed since.
   */
  readonly prepares_again?: boolean;
}

/** A write with slow or read-only preparation, done outside the transaction so that no other write waits. */
export function preparedWrite<E extends Endpoint, T>(
  endpoint: E,
  prepare: (context: ReadContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<T>,
  handle: (context: WritingContext<ActorOf<E>>, params: ParamsOf<E>, prepared: T) => Promise<Answer<E>>,
  { isLong = never, prepares_again = false, lookUp, ...options }: PreparedWriteOptions<E> = {},
): Route {
  return {
    kind: 'write',
    endpoint,
    options,
    ...(lookUp ? { lookUp } : {}),
    prepares_again,
    isLong,
    prepare,
    handle,
  };
}

/** For handlers that are neither, such as checking a password. One that `reads` takes turns with the caller's reads. [HT820] */
export function action<E extends Endpoint>(
  endpoint: E,
  handle: (context: ActionContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<Answer<E>>,
  options: { readonly reads?: boolean } = {},
): Route {
  return { kind: 'action', endpoint, handle, ...options };
}

const never_held = () => null;

/**
 * For calls that wait: the promise may resolve before the result is there, and must keep nothing until then; rejecting it fails the
 * call. A call with credentials begins when the promise of `hold` resolves, or at once if `hold` returns null.
 */
export function wait<E extends Endpoint>(
  endpoint: E,
  handle: (context: ActionContext<ActorOf<E>>, params: ParamsOf<E>, pending: PendingResponse) => Promise<void>,
  hold: () => Promise<void> | null = never_held,
): Route {
  return { kind: 'wait', endpoint, handle, hold };
}
