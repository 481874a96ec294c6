// The declaration of an endpoint: everything about it that is data. Routes, decoding, documentation, SDK and table tests derive from it.
import type { z } from 'zod';
import { type ErrorDeclaration, PasswordNeeded } from './errors.ts';
import type { EventDeclaration } from './event.ts';

/**
 * Who may call, from everybody to owners. `public` needs no credentials and ignores them; `spectator` takes both;
 * `user` is any account, guests and bots included; `member` is everybody but guests.
 */
export type Access = 'public' | 'spectator' | 'user' | 'member' | 'moderator' | 'administrator' | 'owner';
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

// biome-ignore lint/suspicious/noExplicitAny: a shape's value type is its own business
type Shape = z.ZodObject<any>;

export interface Endpoint<P extends Shape = Shape, R extends Shape = Shape, A extends Access = Access> {
  readonly id: string;
  readonly method: Method;
  /** Relative to `/api/v1`; a parameter in braces is taken from the path. */
  readonly path: string;
  readonly access: A;
  readonly params: P;
  /** The fields of a success beside `result` and `msg`. */
  readonly result: R;
  // biome-ignore lint/suspicious/noExplicitAny: each error has fields of its own
  readonly errors: readonly ErrorDeclaration<any>[];
  readonly emits: readonly EventDeclaration[];
  readonly summary: string;
  /** The feature level that brought the endpoint, where it is known. */
  readonly since?: number;
  /** Bytes a request body may have; 1 MiB when absent. */
  readonly body_limit?: number;
  /** What parameters were called before: taken where the present name is not sent, for clients that know no other. */
  readonly former_names?: Readonly<Record<string, string>>;
  /** The last parameter of the path takes the rest of it, slashes included, for clients that do not encode them. */
  readonly path_tail?: true;
  /** Takes files in a multipart body, all of them together no larger than this. */
  readonly files_limit_mib?: number;
  /** Answers nothing but its errors: what it offers can't be configured on this server. */
  readonly refused?: true;
  /** Incoming webhook bots may call it too, who only send. */
  readonly webhook_bots?: true;
  /** May be large, and holds no keys but where the server says so: it is compressed for clients that take it so. */
  readonly compressed?: true;
  /**
   * A session is refused with `PASSWORD_NEEDED` unless its password was given within the last 15 minutes, always or for some
   * parameters: what is done outlasts the session. API keys are never asked. [SS10]
   */
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has parameters of its own
  readonly fresh_password?: true | ((params: any) => boolean);
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type InputOf<E extends Endpoint> = z.input<E['params']>;
export type ResultOf<E extends Endpoint> = z.output<E['result']>;

/** Declares an endpoint. Errors listed are those beside {@link GENERIC_ERRORS}. */
export function endpoint<P extends Shape, R extends Shape, const A extends Access>(declaration: {
  id: string;
  method: Method;
  path: string;
  access: A;
  params: P;
  result: R;
  // biome-ignore lint/suspicious/noExplicitAny: each error has fields of its own
  errors?: readonly ErrorDeclaration<any>[];
  emits?: readonly EventDeclaration[];
  summary: string;
  since?: number;
  body_limit?: number;
  former_names?: Readonly<Record<string, string>>;
  path_tail?: true;
  files_limit_mib?: number;
  refused?: true;
  webhook_bots?: true;
  compressed?: true;
  fresh_password?: true | ((params: z.output<P>) => boolean);
}): Endpoint<P, R, A> {
  const errors = [...(declaration.fresh_password ? [PasswordNeeded] : []), ...(declaration.errors ?? [])];
  return { ...declaration, errors, emits: declaration.emits ?? [] };
}

/** The names in braces of a path, in order. */
export function pathParameters(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
}
