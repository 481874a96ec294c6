// Exchanging a password for an API key.
import { AuthenticationFailed, BadRequest, devFetchApiKey, fetchApiKey, UserDeactivated } from '@stoa/contract';
import type { Connection } from '../kit/database/connection.ts';
import { action, type Route, read } from '../kit/http/route.ts';
import type { ApiKeys } from './api-keys.ts';
import { type Credentials, findCredentials } from './auth.queries.ts';
import { verifyPassword } from './passwords.ts';

export function authRoutes(keys: ApiKeys, db: Connection, dev: boolean): Route[] {
  const keyOf = ({ user_id, email, api_key_generation }: Credentials) => ({
    api_key: keys.keyOf(user_id, api_key_generation),
    email,
    user_id,
  });
  return [
    action(fetchApiKey, async ({ realm }, { username, password }) => {
      const account = await findCredentials(db, realm, username);
      const good = await verifyPassword(password, account?.password_hash ?? null);
      if (!good || !account) throw AuthenticationFailed('Your username or password is incorrect');
      if (!account.is_active) throw UserDeactivated('Account is deactivated');
      return keyOf(account);
    }),
    read(devFetchApiKey, async ({ db, realm }, { username }) => {
      if (!dev) throw BadRequest('Endpoint not available: the server was not started with --dev');
      const account = await findCredentials(db, realm, username);
      if (!account) throw AuthenticationFailed('There is no account with this email address');
      if (!account.is_active) throw UserDeactivated('Account is deactivated');
      return keyOf(account);
    }),
  ];
}
