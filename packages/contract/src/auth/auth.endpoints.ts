// How a client gets an API key.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { apiError, BadRequest, TwoFactorNeeded, UserDeactivated } from '../kit/errors.ts';
import { UserId } from '../kit/values.ts';

export const AuthenticationFailed = apiError({
  code: 'AUTHENTICATION_FAILED',
  status: 401,
  summary: 'The email address or the password is wrong; the error does not say which.',
});

export const PasswordAuthDisabled = apiError({
  code: 'PASSWORD_AUTH_DISABLED',
  status: 401,
  summary: 'Nobody signs in by a password here: use one of the external authentication methods.',
});

/** Beside the password, of an account with two-factor sign-in. */
export const twoFactorCode = () => z.string().max(100).optional();

const ApiKeyResult = z.object({ api_key: z.string(), email: z.string(), user_id: UserId });

export const fetchApiKey = endpoint({
  id: 'fetch-api-key',
  method: 'POST',
  path: '/fetch_api_key',
  access: 'public',
  params: () =>
    z.object({
      username: z.string(),
      /** Where `code` is left out, a code may directly follow the password. */
      password: z.string(),
      /** A code of the authenticator app, or a recovery code; only accounts with two-factor sign-in need one. */
      code: twoFactorCode(),
    }),
  result: () => ApiKeyResult,
  errors: [AuthenticationFailed, TwoFactorNeeded, BadRequest, UserDeactivated, PasswordAuthDisabled],
  summary: 'Exchange an email address and a password for the API key of the account',
});

export const devFetchApiKey = endpoint({
  id: 'dev-fetch-api-key',
  method: 'POST',
  path: '/dev_fetch_api_key',
  access: 'public',
  params: () => z.object({ username: z.string() }),
  result: () => ApiKeyResult,
  errors: [AuthenticationFailed, UserDeactivated],
  summary: 'Get the API key of any account of a development server, without a password',
});
