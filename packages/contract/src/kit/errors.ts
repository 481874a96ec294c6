// The errors a server can return. Each is declared once and thrown by calling its declaration.
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { once } from './once.ts';
import { TOKEN_SCOPES } from './token-scope.ts';

export { ApiError };

export interface ErrorDeclaration<F extends z.ZodRawShape = z.ZodRawShape> {
  (
    msg: string,
    ...fields: Record<never, never> extends z.input<z.ZodObject<F>>
      ? [z.input<z.ZodObject<F>>?]
      : [z.input<z.ZodObject<F>>]
  ): ApiError;
  readonly code: string;
  readonly status: number;
  readonly fields: z.ZodObject<F>;
  readonly summary: string;
}

/** Declares an error code: its HTTP status, its fields besides `msg`, and when it is returned. */
export function apiError<const F extends z.ZodRawShape = Record<never, never>>(declaration: {
  code: string;
  status: number;
  summary: string;
  fields?: F;
}): ErrorDeclaration<F> {
  const make = (msg: string, fields: Record<string, unknown> = {}) =>
    new ApiError(declaration.code, declaration.status, msg, fields);
  const { code, status, summary } = declaration;
  const fields = once(() => z.object(declaration.fields ?? ({} as F)));
  const declared = Object.assign(make, { code, status, summary });
  return Object.defineProperty(declared, 'fields', { get: fields, enumerable: true }) as unknown as ErrorDeclaration<F>;
}

/** Beside the sentence, where people can meet it: a stable reason for clients to translate, and the values in it. */
const refusalFields = {
  reason: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
};

export const BadRequest = apiError({
  code: 'BAD_REQUEST',
  status: 400,
  summary: 'Generic failure: an invalid parameter or id, or insufficient permission.',
  fields: refusalFields,
});
export const MissingParameter = apiError({
  code: 'REQUEST_VARIABLE_MISSING',
  status: 400,
  summary: 'A required parameter is missing.',
  fields: { var_name: z.string() },
});
export const UnauthorizedPrincipal = apiError({
  code: 'UNAUTHORIZED_PRINCIPAL',
  status: 400,
  summary: 'The caller is not allowed to do this, for example not an organization administrator.',
  fields: refusalFields,
});
export const Unauthorized = apiError({
  code: 'UNAUTHORIZED',
  status: 401,
  summary: 'The endpoint requires credentials, and none or invalid ones were sent; `msg` says what is wrong.',
});
export const InvalidApiKey = apiError({
  code: 'INVALID_API_KEY',
  status: 401,
  summary: 'The API key in the webhook URL belongs to no bot.',
});
/** Returned to sessions only; callers with an API key are never asked. */
export const PasswordNeeded = apiError({
  code: 'PASSWORD_NEEDED',
  status: 403,
  summary: 'The change would outlast the session: confirm the password (confirm-session) first.',
});
/** Returned to access tokens only. [TK5] */
export const InsufficientScope = apiError({
  code: 'INSUFFICIENT_SCOPE',
  status: 403,
  summary: 'The access token lacks the scope that the call needs. `key`: no token may, only the API key or a session.',
  fields: { scope: z.enum([...TOKEN_SCOPES, 'key']) },
});
export const UserDeactivated = apiError({
  code: 'USER_DEACTIVATED',
  status: 401,
  summary: 'The account whose password or other proof was given is deactivated.',
});
/** With the reason `two_factor_code` if a code was sent that isn't right. */
export const TwoFactorNeeded = apiError({
  code: 'TWO_FACTOR_NEEDED',
  status: 401,
  summary: 'The password is right, and the account needs a code of its authenticator app too, or another one.',
  fields: refusalFields,
});
/** The credentials stay good: apps that forget credentials at a 401 keep them. [TF18] */
export const TwoFactorSetupNeeded = apiError({
  code: 'TWO_FACTOR_SETUP_NEEDED',
  status: 403,
  summary: 'The organization requires two-factor sign-in of the account, which has not switched it on yet.',
  fields: refusalFields,
});
export const RealmDeactivated = apiError({
  code: 'REALM_DEACTIVATED',
  status: 401,
  summary: 'The organization has been deactivated.',
});
export const NonexistentSubdomain = apiError({
  code: 'NONEXISTENT_SUBDOMAIN',
  status: 404,
  summary: 'No organization has the host name of the request.',
});
export const NotFound = apiError({
  code: 'BAD_REQUEST',
  status: 404,
  summary: 'No endpoint has this path, or the object it names does not exist.',
  fields: refusalFields,
});
export const MethodNotAllowed = apiError({
  code: 'BAD_REQUEST',
  status: 405,
  summary: 'The path exists, but not with this method.',
  fields: { allowed_methods: z.array(z.string()) },
});
export const PayloadTooLarge = apiError({
  code: 'BAD_REQUEST',
  status: 413,
  summary: 'The request body is larger than the endpoint accepts.',
});
export const IdempotencyKeyReused = apiError({
  code: 'IDEMPOTENCY_KEY_REUSED',
  status: 409,
  summary: 'The `Idempotency-Key` was used within the last day for a different request.',
});
export const RateLimitHit = apiError({
  code: 'RATE_LIMIT_HIT',
  status: 429,
  summary: 'Too many requests in a short time. `retry-after` gives the seconds to wait.',
  fields: { 'retry-after': z.number() },
});
export const ReadTimedOut = apiError({
  code: 'READ_TIMED_OUT',
  status: 400,
  summary: 'The query takes too long. The same request will fail again; a smaller one may succeed.',
});
export const ServerBusy = apiError({
  code: 'SERVER_BUSY',
  status: 503,
  summary: 'The server is busy with other requests. `retry-after` gives the seconds to wait.',
  fields: { 'retry-after': z.number() },
});
/** Returned when the database or the disk fails; never caused by input alone. */
export const StoreUnavailable = apiError({
  code: 'STORE_UNAVAILABLE',
  status: 503,
  summary:
    "The server cannot read or write its data, for example because the disk is full or the database is unreachable. `retry-after` gives the seconds to wait. `request_id` finds the failure in the server's log.",
  fields: { 'retry-after': z.number(), request_id: z.string().optional() },
});
/** Returned when the server itself fails; never caused by input alone. */
export const InternalServerError = apiError({
  code: 'INTERNAL_SERVER_ERROR',
  status: 500,
  summary: "The server failed. Nothing was written. `request_id` finds the failure in the server's log.",
  fields: { request_id: z.string().optional() },
});

/** The errors every endpoint can return. Declarations list only additional ones. */
export const GENERIC_ERRORS = [
  BadRequest,
  MissingParameter,
  UnauthorizedPrincipal,
  Unauthorized,
  InsufficientScope,
  TwoFactorSetupNeeded,
  RealmDeactivated,
  NonexistentSubdomain,
  NotFound,
  MethodNotAllowed,
  PayloadTooLarge,
  IdempotencyKeyReused,
  RateLimitHit,
  ReadTimedOut,
  ServerBusy,
  StoreUnavailable,
  InternalServerError,
] as const;
