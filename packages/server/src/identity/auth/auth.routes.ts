// Exchanging a password for an API key.

import { AuthenticationFailed, BadRequest, devFetchApiKey, fetchApiKey, UserDeactivated } from '@stoa/contract';
import { type ActionContext, action, type Route } from '../../kit/http/route.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import { twoFactorSetupNeeded } from '../../kit/sign-in/second-factor.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { recordFirstLogin } from '../users/first-login.actions.ts';
import { recordSignIn } from '../users/sign-in-record.actions.ts';
import { type Credentials, findCredentials } from './auth.queries.ts';
import { type PasswordServices, signInByPassword } from './password-sign-in.actions.ts';
import { checkSignsInByPassword } from './password-sign-in.rules.ts';

export interface AuthServices extends PasswordServices {
  readonly keys: ApiKeys;
  readonly facts: Pick<ServerFacts, 'dev' | 'takes_passwords'>;
}

export function authRoutes({ keys, facts, ...services }: AuthServices): Route[] {
  const { store, writer } = services;
  type SignIn = Parameters<typeof recordSignIn>[3];
  const signIn = async (
    { realm, client }: ActionContext<null>,
    { user_id, email, api_key_generation }: Credentials,
    method: SignIn['method'],
  ) => {
    const noteSignIn = async (context: WriteContext) => {
      await recordFirstLogin(context, realm, user_id);
      recordSignIn(context, user_id, client, { method, credentials: 'api_key' });
    };
    await writer.write(realm.realm_id, noteSignIn, { origin: WITHOUT_CREDENTIALS });
    return { api_key: keys.keyOf(user_id, api_key_generation), email, user_id };
  };
  return [
    action(fetchApiKey, async (context, params) => {
      checkSignsInByPassword(facts);
      const account = await signInByPassword(services, context.realm, params);
      // Such apps can't lead people through switching it on, and show this. [TF20]
      if (await services.second_factor.isMissing(store.db, context.realm, account))
        throw twoFactorSetupNeeded(context.realm);
      return signIn(context, account, 'password');
    }),
    action(devFetchApiKey, async (context, { username }) => {
      if (!facts.dev) throw BadRequest('Endpoint not available: the server was not started with --dev');
      const account = await findCredentials(store.db, context.realm, username);
      if (!account) throw AuthenticationFailed('There is no account with this email address');
      if (!account.is_active) throw UserDeactivated('Account is deactivated');
      return signIn(context, account, 'development');
    }),
  ];
}
