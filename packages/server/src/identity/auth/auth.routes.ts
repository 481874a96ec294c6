// Exchanging a password for an API key.
import { AuthenticationFailed, BadRequest, devFetchApiKey, fetchApiKey, UserDeactivated } from '@stoa/contract';
import type { Realm } from '../../kit/actor.ts';
import type { ApiKeys } from '../../kit/api-keys.ts';
import type { Store } from '../../kit/database/connection.ts';
import { action, type Route } from '../../kit/http/route.ts';
import type { FailureLimit } from '../../kit/rate-limits.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import type { Writer } from '../../kit/write.ts';
import { noteFirstLogin } from '../users/first-login.actions.ts';
import { type Credentials, findCredentials } from './auth.queries.ts';
import { checkSignsInByPassword } from './password-sign-in.rules.ts';
import { renewPassword } from './renewing.actions.ts';
import { getAccountByPassword } from './signing-in.queries.ts';

export interface AuthServices {
  readonly keys: ApiKeys;
  readonly store: Store;
  readonly writer: Writer;
  readonly facts: Pick<ServerFacts, 'dev' | 'takes_passwords'>;
  readonly logins: FailureLimit | null;
}

export function authRoutes({ keys, store, writer, facts, logins }: AuthServices): Route[] {
  const signIn = async (realm: Realm, { user_id, email, api_key_generation, awaits_first_login }: Credentials) => {
    if (awaits_first_login) await writer.write(realm.realm_id, (context) => noteFirstLogin(context, realm, user_id));
    return { api_key: keys.keyOf(user_id, api_key_generation), email, user_id };
  };
  return [
    action(fetchApiKey, async ({ realm }, params) => {
      checkSignsInByPassword(facts);
      const account = await getAccountByPassword(store.db, logins, realm, params);
      return signIn(realm, await renewPassword(writer, realm, account, params.password));
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
