// Lets requests in: HTTP Basic with an email address and an API key. Spec section 5.
import { InvalidApiKey, UserDeactivated } from '@stoa/contract';
import type { Actor, Realm } from '../kit/actor.ts';
import type { Gate } from '../kit/http/dispatch.ts';
import { getRealmByHost } from '../realm/realm.queries.ts';
import type { ApiKeys } from './api-keys.ts';
import { type Credentials, findCredentials, findCredentialsById } from './auth.queries.ts';

/** The two halves of a Basic header, or null if it is none. */
function parseBasic(authorization: string): { email: string; key: string } | null {
  const encoded = authorization.match(/^Basic +([A-Za-z0-9+/=_-]+)$/i)?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 || text.includes('\0') ? null : { email: text.slice(0, colon), key: text.slice(colon + 1) };
}

function actorOf(realm: Realm, credentials: Credentials): Actor {
  const { user_id, email, full_name, role, is_bot } = credentials;
  return { realm, user_id, email, full_name, role, is_bot };
}

export function basicGate(keys: ApiKeys): Gate {
  return {
    findRealm: getRealmByHost,
    async authenticate(db, realm, authorization) {
      const basic = parseBasic(authorization);
      if (!basic)
        throw InvalidApiKey('Malformed credentials: HTTP Basic with an email address and an API key is expected');
      const credentials = await findCredentials(db, realm, basic.email);
      if (!credentials) throw InvalidApiKey('Invalid API key');
      const { user_id, api_key_generation, is_active } = credentials;
      // Deactivation moved to the next generation; whoever still has the key of the one before is told why it ended. [AU6]
      if (!is_active && keys.fits(basic.key, user_id, api_key_generation - 1))
        throw UserDeactivated('Account is deactivated');
      // The same answer for an unknown address and a wrong key. [AU4]
      if (!is_active || !keys.fits(basic.key, user_id, api_key_generation)) throw InvalidApiKey('Invalid API key');
      return actorOf(realm, credentials);
    },
    async refresh(tx, actor) {
      const credentials = await findCredentialsById(tx, actor.realm.realm_id, actor.user_id);
      if (!credentials?.is_active) throw UserDeactivated('Account is deactivated');
      return actorOf(actor.realm, credentials);
    },
  };
}
