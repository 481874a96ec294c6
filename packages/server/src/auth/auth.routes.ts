// Exchanging a password for an API key.
import { AuthenticationFailed, BadRequest, devFetchApiKey, fetchApiKey, UserDeactivated } from '@stoa/contract';
import type { Connection } from '../kit/database/connection.ts';
import { action, type Route, read } from '../kit/http/route.ts';
import type { FailureLimit } from '../kit/rate-limits.ts';
import type { ApiKeys } from './api-keys.ts';
import { type Credentials, findCredentials } from './auth.queries.ts';
import { getAccountByPassword } from './signing-in.queries.ts';

export interface AuthParts {
  readonly keys: ApiKeys;
  readonly db: Connection;
  readonly dev: boolean;
  readonly logins: FailureLimit | null;
}

export function authRoutes({ keys, db, dev, logins }: AuthParts): Route[] {
  const keyOf = ({ user_id, email, api_key_generation }: Credentials) => ({
    api_key: keys.keyOf(user_id, api_key_generation),
    email,
    user_id,
  });
  return [
    action(fetchApiKey, async ({ realm }, given) => keyOf(await getAccountByPassword(db, logins, realm, given))),
    read(devFetchApiKey, async ({ db, realm }, { username }) => {
      if (!dev) throw BadRequest('Endpoint not available: the server was not started with --dev');
      const account = await findCredentials(db, realm, username);
      if (!account) throw AuthenticationFailed('There is no account with this email address');
      if (!account.is_active) throw UserDeactivated('Account is deactivated');
      return keyOf(account);
    }),
  ];
}
