// The declaration of an endpoint, as data. Routing, decoding, documentation, SDK and table tests derive from it.
import { z } from 'zod';
import { type ErrorDeclaration, PasswordNeeded } from './errors.ts';
import type { EventDeclaration } from './event.ts';
import { once } from './once.ts';
import type { NeededScope } from './token-scope.ts';

/**
 * Who may call, in order of rights. `public` ignores credentials; `spectator` accepts calls with and without them;
 * `user` is any account, including guests and bots; `member` excludes guests.
 */
export type Access = 'public' | 'spectator' | 'user' | 'member' | 'moderator' | 'administrator' | 'owner';
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

// biome-ignore lint/suspicious/noExplicitAny: a shape's value type is its own business
type Shape = z.ZodObject<any>;

export interface Endpoint<P extends Shape = Shape, R extends Shape = Shape, A extends Access = Access> {
  readonly id: string;
  readonly method: Method;
  /** Relative to `/api/v1`; a name in braces is a path parameter. */
  readonly path: string;
  readonly access: A;
  /** The scope that an access token needs; absent only where credentials are ignored. Without one, tokens are refused. */
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has parameters of its own
  readonly scope?: NeededScope | ((params: any) => NeededScope) | undefined;
  readonly params: P;
  /** The fields of a successful response, besides `result` and `msg`. */
  readonly result: R;
  // biome-ignore lint/suspicious/noExplicitAny: each error has fields of its own
  readonly errors: readonly ErrorDeclaration<any>[];
  readonly emits: readonly EventDeclaration[];
  readonly summary: string;
  /** The feature level that introduced the endpoint, if known. */
  readonly since?: number;
  /** The largest request body in bytes; 1 MiB by default. */
  readonly body_limit?: number;
  /** Former parameter names, accepted from older clients when the present name is absent. */
  readonly former_names?: Readonly<Record<string, string>>;
  /** The last path parameter takes the rest of the path, including slashes that clients do not encode. */
  readonly path_tail?: true;
  /** Accepts files in a multipart body, of at most this total size in MiB. */
  readonly files_limit_mib?: number;
  /** Always returns an error: the server cannot be configured to offer this. */
  readonly refused?: true;
  /** Incoming webhook bots, which otherwise only send, may call it too. */
  readonly webhook_bots?: true;
  /** The response may be large and contains no secrets unless the server says so. Compressed when the client accepts it. */
  readonly compressed?: true;
  /**
   * A session without a password given within the last 15 minutes is refused with `PASSWORD_NEEDED`, always, for some
   * parameters, or by what is stored, which its handler reads; because the effect outlasts the session. API keys are never
   * asked. [SS10]
   */
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has parameters of its own
  readonly fresh_password?: true | 'by-stored' | ((params: any) => boolean);
  /** Open to accounts that must switch two-factor sign-in on before anything else. [TF18] */
  readonly before_two_factor?: true;
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type InputOf<E extends Endpoint> = z.input<E['params']>;
export type ResultOf<E extends Endpoint> = z.output<E['result']>;

interface Declaration<P extends Shape, R extends Shape, A extends Access>
  extends Omit<Endpoint<P, R, A>, 'params' | 'result' | 'errors' | 'emits' | 'fresh_password' | 'scope'> {
  readonly params?: () => P;
  readonly result?: () => R;
  readonly errors?: Endpoint['errors'];
  readonly emits?: Endpoint['emits'];
  readonly fresh_password?: true | 'by-stored' | ((params: z.output<P>) => boolean);
}

/** Every endpoint that takes credentials says which tokens may call it. */
type Scoped<P extends Shape, A extends Access> = A extends 'public'
  ? { readonly scope?: undefined }
  : { readonly scope: NeededScope | ((params: z.output<P>) => NeededScope) };

const NOTHING = z.object({});
type Nothing = typeof NOTHING;
const nothing = <S extends Shape>() => NOTHING as unknown as S;

/**
 * Declares an endpoint. `errors` lists those it can return in addition to {@link GENERIC_ERRORS}. Schemas are made when they are first
 * needed: making all of them would take half of the memory of a server at rest.
 */
export function endpoint<P extends Shape = Nothing, R extends Shape = Nothing, const A extends Access = Access>(
  declaration: Declaration<P, R, A> & Scoped<P, A>,
): Endpoint<P, R, A> {
  const { errors = [], emits = [] } = declaration;
  const params = once(declaration.params ?? nothing<P>);
  const result = once(declaration.result ?? nothing<R>);
  return {
    ...declaration,
    get params() {
      return params();
    },
    get result() {
      return result();
    },
    errors: declaration.fresh_password ? [PasswordNeeded, ...errors] : errors,
    emits,
  };
}

/** The names in braces of a path, in order. */
export function pathParameters(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
}
