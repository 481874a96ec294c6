// Exchanging a password for an API key.
import { AuthenticationFailed, BadRequest, devFetchApiKey, fetchApiKey, UserDeactivated } from '@stoa/contract';
import type { Realm } from '../../kit/actor.ts';
import type { ApiKeys } from '../../kit/api-keys.ts';
import { action, type Route } from '../../kit/http/route.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import { noteFirstLogin } from '../users/first-login.actions.ts';
import { type Credentials, findCredentials } from './auth.queries.ts';
import { type PasswordServices, signInByPassword } from './password-sign-in.actions.ts';
import { checkSignsInByPassword } from './password-sign-in.rules.ts';

export interface AuthServices extends PasswordServices {
  readonly keys: ApiKeys;
  readonly facts: Pick<ServerFacts, 'dev' | 'takes_passwords'>;
}

export function authRoutes({ keys, facts, ...services }: AuthServices): Route[] {
  const { store, writer } = services;
  const signIn = async (realm: Realm, { user_id, email, api_key_generation, awaits_first_login }: Credentials) => {
    if (awaits_first_login) await writer.write(realm.realm_id, (context) => noteFirstLogin(context, realm, user_id));
    return { api_key: keys.keyOf(user_id, api_key_generation), email, user_id };
  };
  return [
    action(fetchApiKey, async ({ realm }, params) => {
      checkSignsInByPassword(facts);
      return signIn(realm, await signInByPassword(services, realm, params));
    }),
    action(devFetchApiKey, async ({ realm }, { username }) => {
      if (!facts.dev) throw BadRequest('Endpoint not available: the server was not started with --dev');
      const account = await findCredentials(store.db, realm, username);
      if (!account) throw AuthenticationFailed('There is no account with this email address');
      if (!account.is_active) throw UserDeactivated('Account is deactivated');
      return signIn(realm, account);
    }),
  ];
}
