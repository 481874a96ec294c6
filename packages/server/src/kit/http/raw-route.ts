// Binds a path to code that reads the request and makes the answer itself: files, redirects, protocols of others. Who calls
// and for which organization is found out as for every endpoint; what is thrown is answered as everywhere.
import type { Access } from '@stoa/contract';
import type { Actor, Realm } from '../actor.ts';
import type { Connection } from '../database/connection.ts';

export interface RawContext {
  readonly actor: Actor | null;
  readonly realm: Realm;
  readonly db: Connection;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly request: Request;
  /** What the path has in place of its `*`, decoded; empty for a path without one. */
  readonly tail: string;
  /** Counts the request for an account that no credentials name; throws where there were too many. [RL1] */
  count(actor: Actor): void;
}

export interface RawRoute {
  /** A handler of GET also gets HEAD, if that is named. */
  readonly methods: readonly string[];
  /** From the root of the server; it may end with a slash and a `*` for the rest. */
  readonly path: string;
  readonly access: Access;
  handle(context: RawContext): Promise<Response>;
}
