// How another site that people have signed in to gets their API keys: by a token that it has signed.
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
  params: z.object({ token: z.string(), include_profile: z.boolean().default(false) }),
  result: z.object({
    api_key: z.string(),
    email: z.string(),
    user: User.omit({ is_imported_stub: true, is_deleted: true }).optional(),
  }),
  errors: [BadRequest, AuthenticationFailed, UserDeactivated],
  summary: 'Exchange a JSON web token that names an address for the API key of the account',
  since: 160,
});
