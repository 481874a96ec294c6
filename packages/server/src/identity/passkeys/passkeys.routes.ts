// Passkeys in the settings, and signing in by one.
import { randomBytes } from 'node:crypto';
import {
  AuthenticationFailed,
  BadRequest,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySession,
  confirmByPasskey,
  createPasskey,
  createPasskeySession,
  deletePasskey,
  getPasskeys,
  PASSKEY_CHALLENGE_SECS,
  Refused,
  renamePasskey,
  showApiKeyByPasskey,
  UserDeactivated,
} from '@stoa/contract';
import type { Actor, Realm } from '../../kit/actor.ts';
import type { ApiKeys } from '../../kit/api-keys.ts';
import { originOf, WITHOUT_CREDENTIALS } from '../../kit/audit-record.ts';
import type { Connection, Store } from '../../kit/database/connection.ts';
import type { Dispatch } from '../../kit/http/handling.ts';
import { action, type Route, read, write } from '../../kit/http/route.ts';
import { linkHash } from '../../kit/link-keys.ts';
import type { PasskeyProofs } from '../../kit/passkey-proofs.ts';
import type { FailureLimit } from '../../kit/rate-limits.ts';
import type { SecondFactor } from '../../kit/second-factor.ts';
import type { Vault } from '../../kit/vault.ts';
import type { WriteContext } from '../../kit/write-context.ts';
import { type Credentials, findCredentialsById } from '../auth/auth.queries.ts';
import { hasOwnPassword, type PasswordFacts } from '../auth/counting-passwords.queries.ts';
import { checkSignsInByPassword, checkTakesPasswords } from '../auth/password-sign-in.rules.ts';
import { confirmSession, openSession } from '../sessions/sessions.actions.ts';
import { deviceName } from '../sessions/sessions.rules.ts';
import { noteFirstLogin } from '../users/first-login.actions.ts';
import { recordSignIn } from '../users/sign-in-record.actions.ts';
import {
  addPasskey,
  mailPasskeyChange,
  notePasskeyUse,
  removePasskey,
  renamePasskey as rename,
  spendChallenge,
} from './passkeys.actions.ts';
import { findPasskey, findRegistered, listPasskeys } from './passkeys.queries.ts';
import {
  CHALLENGE_BYTES,
  checkPasskeyName,
  confirmationPurpose,
  openChallenge,
  type PasskeySite,
  passkeySite,
  registrationPurpose,
  sealChallenge,
  signInPurpose,
  siteOf,
} from './passkeys.rules.ts';
import { verifyCreated, verifyUsed } from './verification.ts';

interface PasskeyServices extends PasswordFacts, Pick<Dispatch, 'writer' | 'gate'> {
  readonly store: Store;
  readonly vault: Vault;
  readonly keys: ApiKeys;
  readonly sends_mail: boolean;
  readonly second_factor: Pick<SecondFactor, 'isMissing'>;
  readonly passkey_proofs: PasskeyProofs;
  readonly logins: FailureLimit | null;
}

/** COSE: ES256, EdDSA and RS256, which every device has one of. */
const ALGORITHMS = [-7, -8, -257];
const TIMEOUT_MS = PASSKEY_CHALLENGE_SECS * 1000;

const newBytes = () => randomBytes(CHALLENGE_BYTES).toString('base64url');
const asDescriptor = (id: string) => ({ type: 'public-key' as const, id });

/** `allowed`: the passkeys that may answer; with none, the device offers those that it has. */
const requestOptions = (rpId: string, challenge: string, allowed: readonly string[]) => ({
  challenge,
  rpId,
  timeout: TIMEOUT_MS,
  userVerification: 'required' as const,
  allowCredentials: allowed.map(asDescriptor),
});

/** The same for whatever is wrong: it says nothing of passkeys or accounts. [PK6] */
const refused = () => AuthenticationFailed('This passkey does not sign in here');

export function passkeysRoutes(services: PasskeyServices): Route[] {
  const { store, vault, keys, writer, gate, sends_mail, logins, directory, facts, second_factor, passkey_proofs } =
    services;
  const passwords: PasswordFacts = { directory, facts };
  const accountOf = async (db: Connection, { realm, user_id }: Pick<Actor, 'realm' | 'user_id'>) =>
    (await findCredentialsById(db, realm.realm_id, user_id))!;
  const checkPossible = async (db: Connection, actor: Actor): Promise<PasskeySite> => {
    if (actor.is_bot) throw BadRequest('Bots have no password.');
    checkTakesPasswords(facts);
    if (!(await hasOwnPassword(db, passwords, await accountOf(db, actor)))) throw Refused('passkey_no_password');
    return siteOf(actor.realm);
  };

  /** Signs in the account of a passkey whose answer was right. */
  const signIn = async (context: WriteContext, realm: Realm, user_id: Credentials['user_id'], device: string) => {
    const account = await findCredentialsById(context.tx, realm.realm_id, user_id);
    // It may have come to belong to the directory, which alone lets its people in. [PK2]
    if (!account || !(await hasOwnPassword(context.tx, passwords, account))) throw refused();
    if (!account.is_active) throw UserDeactivated('Account is deactivated');
    await noteFirstLogin(context, realm, user_id);
    return openSession(context, realm.realm_id, account, device, { method: 'passkey' });
  };

  return [
    read(getPasskeys, async ({ db, actor, realm }) => ({
      passkeys: await listPasskeys(db, realm, actor.user_id),
      is_possible: passkeySite(realm) !== null && (await hasOwnPassword(db, passwords, await accountOf(db, actor))),
    })),
    // Stores nothing, for an Idempotency-Key neither.
    read(beginPasskey, async ({ db, actor, realm, now }) => {
      const { rp_id } = await checkPossible(db, actor);
      const registered = await findRegistered(db, actor.user_id, rp_id);
      const challenge = newBytes();
      const user_handle = registered.user_handle ?? newBytes();
      return {
        options: {
          rp: { id: rp_id, name: realm.name },
          user: { id: user_handle, name: actor.email, displayName: actor.full_name },
          challenge,
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
          timeout: TIMEOUT_MS,
          excludeCredentials: registered.credential_ids.map(asDescriptor),
          authenticatorSelection: {
            residentKey: 'required' as const,
            requireResidentKey: true as const,
            userVerification: 'required' as const,
          },
          attestation: 'none' as const,
        },
        sealed_challenge: sealChallenge(
          vault,
          registrationPurpose(actor.user_id, actor.session_id),
          { challenge, user_handle },
          now,
        ),
      };
    }),
    action(createPasskey, async ({ actor, realm, now }, { name, sealed_challenge, credential }) => {
      const passkey_name = checkPasskeyName(name);
      const purpose = registrationPurpose(actor.user_id, actor.session_id);
      const challenge = openChallenge(vault, purpose, sealed_challenge, now);
      if (challenge === null) throw Refused('passkey_stale');
      const created = await verifyCreated(siteOf(realm), challenge.challenge, credential);
      if (created === null) throw Refused('passkey_wrong');
      const add = async (context: WriteContext) => {
        const present = await gate.refresh(context.tx, actor);
        const { rp_id } = await checkPossible(context.tx, present);
        if (!(await spendChallenge(context, realm.realm_id, challenge))) throw Refused('passkey_stale');
        const { user_handle } = challenge;
        const wanted = { name: passkey_name, rp_id, user_handle };
        const passkey_id = await addPasskey(context, realm, actor.user_id, created, wanted);
        if (sends_mail) mailPasskeyChange(context, actor.user_id, 'added', passkey_name);
        return { passkey_id };
      };
      return writer.write(realm.realm_id, add, { origin: originOf(actor) });
    }),
    write(renamePasskey, async (context, { passkey_id, name }) => {
      await rename(context, context.actor.user_id, passkey_id, checkPasskeyName(name));
      return {};
    }),
    write(deletePasskey, async (context, { passkey_id }) => {
      const { tx, actor, realm } = context;
      const name = await removePasskey(context, actor.user_id, passkey_id);
      // The last second factor stays where one is required. [PK9]
      if (await second_factor.isMissing(tx, realm, await accountOf(tx, actor))) throw Refused('two_factor_required');
      if (sends_mail) mailPasskeyChange(context, actor.user_id, 'removed', name);
      return {};
    }),
    read(beginPasskeyConfirmation, async ({ db, actor, realm, now }) => {
      const { rp_id } = siteOf(realm);
      const { credential_ids } = await findRegistered(db, actor.user_id, rp_id);
      if (credential_ids.length === 0) throw Refused('passkey_none');
      const challenge = newBytes();
      const purpose = confirmationPurpose(actor.user_id, actor.session_id);
      return {
        options: requestOptions(rp_id, challenge, credential_ids),
        sealed_challenge: sealChallenge(vault, purpose, { challenge }, now),
      };
    }),
    action(confirmByPasskey, async ({ actor, realm, now }, answer) => {
      const { session_id, user_id } = actor;
      const spend = await passkey_proofs.check(store.db, actor, answer, now);
      await writer.write(realm.realm_id, async (context) => {
        await spend(context);
        if (session_id !== undefined) await confirmSession(context, user_id, session_id);
      });
      return {};
    }),
    // No write of the dispatcher: the answer must not be recorded for an Idempotency-Key.
    action(showApiKeyByPasskey, async ({ actor, realm, now, client }, answer) => {
      const spend = await passkey_proofs.check(store.db, actor, answer, now);
      const show = async (context: WriteContext) => {
        const { user_id, api_key_generation } = await gate.refresh(context.tx, actor);
        await spend(context);
        recordSignIn(context, user_id, client, { method: 'passkey', credentials: 'api_key' });
        return { api_key: keys.keyOf(user_id, api_key_generation) };
      };
      return writer.write(realm.realm_id, show, { origin: originOf(actor) });
    }),
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
        if (!(await notePasskeyUse(context, known.passkey_id, used))) throw refused();
        return signIn(context, realm, known.user_id, deviceName(device_name, client));
      };
      const session = await writer.write(realm.realm_id, open, { origin: WITHOUT_CREDENTIALS });
      logins?.clear(name);
      return session;
    }),
  ];
}
