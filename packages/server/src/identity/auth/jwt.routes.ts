// Exchanging the token of another site for an API key.

import { AuthenticationFailed, BadRequest, jwtFetchApiKey, UserDeactivated } from '@stoa/contract';
import type { Store } from '../../kit/database/connection.ts';
import { action, type Route } from '../../kit/http/route.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import { type SecondFactor, twoFactorSetupNeeded } from '../../kit/sign-in/second-factor.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { emailHost, listRealms } from '../realm/realm.queries.ts';
import { recordFirstLogin } from '../users/first-login.actions.ts';
import { findProfileData, withProfileData } from '../users/profile-data.queries.ts';
import { recordSignIn } from '../users/sign-in-record.actions.ts';
import { pictureUrl, presentUser } from '../users/users.present.ts';
import { getUserRow } from '../users/users.queries.ts';
import { findCredentials } from './auth.queries.ts';
import { type JwtSettings, JwtVerifier } from './jwt.ts';

interface JwtServices {
  readonly keys: ApiKeys;
  readonly store: Store;
  readonly writer: Writer;
  readonly jwt: JwtSettings | null;
  readonly second_factor: Pick<SecondFactor, 'isMissing'>;
}

export function jwtRoutes({ keys, store, writer, jwt, second_factor }: JwtServices): Route[] {
  const { db } = store;
  let verifier: Promise<JwtVerifier> | null = null;
  return [
    action(jwtFetchApiKey, async ({ realm, now, client }, { token, include_profile }) => {
      if (jwt === null) throw BadRequest('JWT authentication is not enabled for this organization');
      if (token === '') throw BadRequest('No JSON web token passed in request');
      verifier ??= JwtVerifier.of(jwt);
      const several = (await listRealms(db)).length > 1;
      const address = await (await verifier).addressIn(token, realm, several, now);
      if (address === null) throw BadRequest('Bad JSON web token');
      if (address === undefined) throw BadRequest('No email specified in JSON web token claims');
      const account = await findCredentials(db, realm, address);
      // A token can't stand for bots or made-up addresses.
      if (!account || account.is_bot || account.email.toLowerCase() !== address.trim().toLowerCase())
        throw AuthenticationFailed('There is no account with this email address');
      if (!account.is_active) throw UserDeactivated('Account is deactivated');
      // The key would be refused until they have it; such apps show this. [TF52]
      if (await second_factor.isMissing(db, realm, account)) throw twoFactorSetupNeeded(realm);
      const { user_id, email, api_key_generation } = account;
      const noteSignIn = async (context: WriteContext) => {
        await recordFirstLogin(context, realm, user_id);
        recordSignIn(context, user_id, client, { method: 'token', credentials: 'api_key' });
      };
      await writer.write(realm.realm_id, noteSignIn, { origin: WITHOUT_CREDENTIALS });
      const signed_in = { api_key: keys.keyOf(user_id, api_key_generation), email };
      if (!include_profile) return signed_in;
      const row = await getUserRow(db, realm.realm_id, user_id);
      const reader = { user_id, role: row.role, client_gravatar: false };
      const {
        is_imported_stub: _s,
        is_deleted: _d,
        ...user
      } = withProfileData(
        presentUser(row, emailHost(realm), reader),
        await findProfileData(db, realm.realm_id, user_id),
      );
      return { ...signed_in, user: { ...user, avatar_url: pictureUrl(row) } };
    }),
  ];
}
