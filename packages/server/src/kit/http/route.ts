// Binds an endpoint to the code behind it. Three kinds: a read gets a snapshot, a write a transaction, an action neither.
import type { Access, ApiError, Endpoint, ParamsOf, ResultOf } from '@stoa/contract';
import type { Actor, Realm } from '../actor.ts';
import type { Connection } from '../database/connection.ts';
import type { Piece } from '../json-text.ts';
import type { WriteContext, WriteOptions } from '../write.ts';
import type { ReceivedFile } from './received-files.ts';

export interface RequestContext<A> {
  readonly actor: A;
  readonly realm: Realm;
  /** The name of the program that calls, from its User-Agent. */
  readonly client: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What was sent with the parameters, to endpoints that take files. */
  readonly files: readonly ReceivedFile[];
}
/** With a signal that aborts when the client has gone away; only those who wait get one, because it costs. */
export type ActionContext<A = Actor> = RequestContext<A> & { readonly signal: AbortSignal };
export type ReadContext<A = Actor> = RequestContext<A> & { readonly db: Connection };
export type WritingContext<A = Actor> = RequestContext<A> & WriteContext;

/** Who the actor can be, by the endpoint's access level. */
export type ActorOf<E extends Endpoint> = E extends Endpoint<infer _P, infer _R, infer A> ? ActorFor<A> : never;
type ActorFor<A extends Access> = A extends 'public' ? null : A extends 'spectator' ? Actor | null : Actor;

/** A result whose JSON text is already there: the fields after `result` and `msg`, without the braces. */
export class RawResult {
  constructor(readonly fields: string | readonly Piece[]) {}
}
/** An error that is returned, not thrown, is answered too, but what was written before it stays. */
type Answer<E extends Endpoint> = ResultOf<E> | RawResult | ApiError;

export type Route =
  | {
      kind: 'read';
      endpoint: Endpoint;
      isLong(params: never): boolean;
      handle(context: ReadContext<Actor | null>, params: never): Promise<unknown>;
    }
  | {
      kind: 'write';
      endpoint: Endpoint;
      options?: WriteOptions;
      isLong?(params: never): boolean;
      prepare?(context: ReadContext<Actor | null>, params: never): Promise<unknown>;
      handle(context: WritingContext<Actor | null>, params: never, prepared: never): Promise<unknown>;
    }
  | {
      kind: 'action';
      endpoint: Endpoint;
      handle(context: ActionContext<Actor | null>, params: never): Promise<unknown>;
    };

/** Which calls may have a lot to read: they are done apart and in turns, so that no other request waits for them. [HT22] */
export type IsLong<E extends Endpoint> = (params: ParamsOf<E>) => boolean;
const never = () => false;

export function read<E extends Endpoint>(
  endpoint: E,
  handle: (context: ReadContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<Answer<E>>,
  isLong: IsLong<E> = never,
): Route {
  return { kind: 'read', endpoint, handle: handle as never, isLong: isLong as never };
}

export function write<E extends Endpoint>(
  endpoint: E,
  handle: (context: WritingContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<Answer<E>>,
): Route {
  return { kind: 'write', endpoint, handle: handle as never };
}

/** A write with slow or read-only work before it, done outside the transaction so that nobody waits for it. */
export function preparedWrite<E extends Endpoint, T>(
  endpoint: E,
  prepare: (context: ReadContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<T>,
  handle: (context: WritingContext<ActorOf<E>>, params: ParamsOf<E>, prepared: T) => Promise<Answer<E>>,
  { isLong = never, ...options }: WriteOptions & { readonly isLong?: IsLong<E> } = {},
): Route {
  return {
    kind: 'write',
    endpoint,
    options,
    isLong: isLong as never,
    prepare: prepare as never,
    handle: handle as never,
  };
}

/** For what is neither: waiting for events, or checking a password. */
export function action<E extends Endpoint>(
  endpoint: E,
  handle: (context: ActionContext<ActorOf<E>>, params: ParamsOf<E>) => Promise<Answer<E>>,
): Route {
  return { kind: 'action', endpoint, handle: handle as never };
}
