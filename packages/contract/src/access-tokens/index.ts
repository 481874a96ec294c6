// Access tokens: named keys of an account that permit only some calls, and expire. A Stoa extension.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { slice } from '../kit/slice.ts';
import { TOKEN_SCOPES } from '../kit/token-scope.ts';
import { Timestamp, UserId } from '../kit/values.ts';

export const MAX_ACCESS_TOKENS = 50;
/** In code points. */
export const MAX_TOKEN_NAME_LENGTH = 60;
/** No token lasts longer: one that is forgotten ends by itself. */
export const MAX_TOKEN_DAYS = 365;

const Scopes = z.array(z.enum(TOKEN_SCOPES));

export const AccessToken = z.object({
  token_id: z.int(),
  /** The account that the token acts for: your own, or that of a bot you own. */
  user_id: UserId,
  name: z.string(),
  /** The scopes of the calls it permits. */
  scopes: Scopes,
  created_at: Timestamp,
  /** Accurate to a few minutes; null if it was never used. */
  last_used_at: Timestamp.nullable(),
  /** When it ends, or ended: expired tokens stay in the list for 30 days. */
  expires_at: Timestamp,
});
export type AccessToken = z.output<typeof AccessToken>;

export const getAccessTokens = endpoint({
  id: 'get-access-tokens',
  method: 'GET',
  path: '/access_tokens',
  access: 'user',
  scope: 'key',
  result: () =>
    z.object({
      /** The newest first. */
      tokens: z.array(AccessToken),
    }),
  summary: 'List the access tokens of your account and of the bots you own',
});

export const createAccessToken = endpoint({
  id: 'create-access-token',
  method: 'POST',
  path: '/access_tokens',
  access: 'user',
  scope: 'key',
  params: () =>
    z.object({
      /** The purpose of the token: one line of at most 60 characters. */
      name: z.string(),
      /** At least one. */
      scopes: Scopes.min(1).max(TOKEN_SCOPES.length),
      /** Days until it ends. */
      expires_in_days: z.int().min(1).max(MAX_TOKEN_DAYS),
      /** A bot that you own, for a token of the bot. */
      bot_id: UserId.optional(),
    }),
  result: () =>
    z.object({
      token_id: z.int(),
      /** Replaces the API key in HTTP Basic. Returned once; the server stores only a digest. */
      token: z.string(),
      /** The address to use it with. */
      email: z.string(),
      expires_at: Timestamp,
    }),
  fresh_password: true,
  summary: 'Create an access token: a key that permits only some calls, and expires',
});

export const revokeAccessToken = endpoint({
  id: 'revoke-access-token',
  method: 'DELETE',
  path: '/access_tokens/{token_id}',
  access: 'user',
  scope: 'key',
  params: () => z.object({ token_id: z.int() }),
  summary: 'Revoke an access token: it and its event queues end immediately',
});

export const accessTokensContract = slice({
  name: 'access-tokens',
  endpoints: { getAccessTokens, createAccessToken, revokeAccessToken },
});
