// API keys for people signed in to another site, in exchange for a token signed by that site.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest, UserDeactivated } from '../kit/errors.ts';
import { User } from '../shapes/user.ts';
import { AuthenticationFailed } from './auth.endpoints.ts';

export const jwtFetchApiKey = endpoint({
  id: 'jwt-fetch-api-key',
  method: 'POST',
  path: '/jwt/fetch_api_key',
  access: 'public',
  params: () => z.object({ token: z.string(), include_profile: z.boolean().default(false) }),
  result: () =>
    z.object({
      api_key: z.string(),
      email: z.string(),
      user: User.omit({ is_imported_stub: true, is_deleted: true }).optional(),
    }),
  errors: [BadRequest, AuthenticationFailed, UserDeactivated],
  summary: 'Exchange a JSON web token that contains an email address for the API key of that account',
  since: 160,
});
