// Signing in by a passkey.
import { AuthenticationFailed, beginPasskeySession, createPasskeySession, UserDeactivated } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import type { DispatchServices } from '../../kit/http/handling.ts';
import { action, type Route, read } from '../../kit/http/route.ts';
import type { FailureLimit } from '../../kit/limits/rate-limits.ts';
import { linkHash } from '../../kit/secrets/link-keys.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type Credentials, findCredentialsById } from '../auth/auth.queries.ts';
import { hasOwnPassword, type PasswordFacts } from '../auth/counting-passwords.queries.ts';
import { checkSignsInByPassword } from '../auth/password-sign-in.rules.ts';
import { openSession } from '../sessions/sessions.actions.ts';
import { deviceName } from '../sessions/sessions.rules.ts';
import { recordFirstLogin } from '../users/first-login.actions.ts';
import { newBytes, requestOptions } from './ceremony-options.ts';
import { recordPasskeyUse, spendChallenge } from './passkeys.actions.ts';
import { findPasskey } from './passkeys.queries.ts';
import { openChallenge, sealChallenge, signInPurpose, siteOf } from './passkeys.rules.ts';
import { verifyUsed } from './verification.ts';

interface PasskeySessionServices extends PasswordFacts, Pick<DispatchServices, 'writer'> {
  readonly store: Store;
  readonly vault: Vault;
  readonly logins: FailureLimit | null;
}

/** The same for whatever is wrong: it says nothing of passkeys or accounts. [PK6] */
const refused = () => AuthenticationFailed('This passkey does not sign in here');

export function passkeySessionsRoutes({
  store,
  vault,
  writer,
  logins,
  directory,
  facts,
}: PasskeySessionServices): Route[] {
  /** Signs in the account of a passkey whose answer was right. */
  const signIn = async (context: WriteContext, realm: Realm, user_id: Credentials['user_id'], device: string) => {
    const account = await findCredentialsById(context.tx, realm.realm_id, user_id);
    // It may have come to belong to the directory, which alone lets its people in. [PK2]
    if (!account || !(await hasOwnPassword(context.tx, { directory, facts }, account))) throw refused();
    if (!account.is_active) throw UserDeactivated('Account is deactivated');
    await recordFirstLogin(context, realm, user_id);
    return openSession(context, realm.realm_id, account, device, { method: 'passkey' });
  };

  return [
    read(beginPasskeySession, async ({ realm, now }) => {
      checkSignsInByPassword(facts);
      const { rp_id } = siteOf(realm);
      const challenge = newBytes();
      return {
        options: requestOptions(rp_id, challenge, []),
        sealed_challenge: sealChallenge(vault, signInPurpose(realm.realm_id), { challenge }, now),
      };
    }),
    action(createPasskeySession, async ({ realm, now, client }, { sealed_challenge, credential, device_name }) => {
      checkSignsInByPassword(facts);
      const site = siteOf(realm);
      // As passwords are: counted before anything is compared, whether there is such a passkey or not. [PK6]
      const name = `passkey ${realm.realm_id} ${linkHash(credential.id)}`;
      logins?.take(name);
      const challenge = openChallenge(vault, signInPurpose(realm.realm_id), sealed_challenge, now);
      const known = await findPasskey(store.db, realm.realm_id, site.rp_id, credential.id);
      if (challenge === null || known === null || known.user_handle !== credential.response.userHandle) throw refused();
      const used = await verifyUsed(site, challenge.challenge, credential, known);
      if (used === null) throw refused();
      const open = async (context: WriteContext) => {
        if (!(await spendChallenge(context, realm.realm_id, challenge))) throw refused();
        if (!(await recordPasskeyUse(context, known.passkey_id, used))) throw refused();
        return signIn(context, realm, known.user_id, deviceName(device_name, client));
      };
      const session = await writer.write(realm.realm_id, open, { origin: WITHOUT_CREDENTIALS });
      logins?.clear(name);
      return session;
    }),
  ];
}
