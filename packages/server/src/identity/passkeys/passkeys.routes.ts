// Passkeys in the settings: adding, renaming and removing them, and confirming a session by one.
import {
  BadRequest,
  beginPasskey,
  beginPasskeyConfirmation,
  confirmByPasskey,
  createPasskey,
  deletePasskey,
  getPasskeys,
  type ParamsOf,
  Refused,
  type ResultOf,
  renamePasskey,
  showApiKeyByPasskey,
} from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection, Store } from '../../kit/database/connection.ts';
import type { DispatchServices } from '../../kit/http/handling.ts';
import { type ActionContext, action, type Route, read, write } from '../../kit/http/route.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import type { PasskeyProofs } from '../../kit/sign-in/passkey-proofs.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import { originOf } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import { hasOwnPassword, type PasswordFacts } from '../auth/counting-passwords.queries.ts';
import { checkTakesPasswords } from '../auth/password-sign-in.rules.ts';
import { confirmSession } from '../sessions/sessions.actions.ts';
import { recordSignIn } from '../users/sign-in-record.actions.ts';
import { creationOptions, newBytes, requestOptions } from './ceremony-options.ts';
import {
  addPasskey,
  mailPasskeyChange,
  removePasskey,
  renamePasskey as rename,
  spendChallenge,
} from './passkeys.actions.ts';
import { findRegistered, listPasskeys } from './passkeys.queries.ts';
import {
  checkPasskeyName,
  confirmationPurpose,
  openChallenge,
  type PasskeySite,
  passkeySite,
  registrationPurpose,
  sealChallenge,
  siteOf,
} from './passkeys.rules.ts';
import { verifyCreated } from './verification.ts';

interface PasskeyServices extends PasswordFacts, Pick<DispatchServices, 'writer' | 'gate'> {
  readonly store: Store;
  readonly vault: Vault;
  readonly keys: ApiKeys;
  readonly sends_mail: boolean;
  readonly second_factor: Pick<SecondFactor, 'isMissing'>;
  readonly passkey_proofs: PasskeyProofs;
}

export function passkeysRoutes(services: PasskeyServices): Route[] {
  const { store, vault, keys, writer, gate, sends_mail, second_factor, passkey_proofs } = services;
  return [
    read(getPasskeys, async ({ db, actor, realm }) => ({
      passkeys: await listPasskeys(db, realm, actor.user_id),
      is_possible: passkeySite(realm) !== null && (await hasOwnPassword(db, services, await accountOf(db, actor))),
    })),
    // Stores nothing, for an Idempotency-Key neither.
    read(beginPasskey, async ({ db, actor, realm, now }) => {
      const { rp_id } = await checkPossible(services, db, actor);
      const registered = await findRegistered(db, actor.user_id, rp_id);
      const challenge = newBytes();
      const user_handle = registered.user_handle ?? newBytes();
      const purpose = registrationPurpose(actor.user_id, actor.session_id);
      return {
        options: creationOptions({
          rp: { id: rp_id, name: realm.name },
          user: { id: user_handle, name: actor.email, displayName: actor.full_name },
          challenge,
          registered: registered.credential_ids,
        }),
        sealed_challenge: sealChallenge(vault, purpose, { challenge, user_handle }, now),
      };
    }),
    action(createPasskey, (caller, params) => registerPasskey(services, caller, params)),
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
  ];
}

const accountOf = async (db: Connection, { realm, user_id }: Pick<Actor, 'realm' | 'user_id'>) =>
  (await findCredentialsById(db, realm.realm_id, user_id))!;

async function checkPossible(passwords: PasswordFacts, db: Connection, actor: Actor): Promise<PasskeySite> {
  if (actor.is_bot) throw BadRequest('Bots have no password.');
  checkTakesPasswords(passwords.facts);
  if (!(await hasOwnPassword(db, passwords, await accountOf(db, actor)))) throw Refused('passkey_no_password');
  return siteOf(actor.realm);
}

/** Verifies what the device made before the write, because that takes long. */
async function registerPasskey(
  services: PasskeyServices,
  { actor, realm, now }: ActionContext,
  { name, sealed_challenge, credential }: ParamsOf<typeof createPasskey>,
): Promise<ResultOf<typeof createPasskey>> {
  const { vault, writer, gate, sends_mail } = services;
  const passkey_name = checkPasskeyName(name);
  const purpose = registrationPurpose(actor.user_id, actor.session_id);
  const challenge = openChallenge(vault, purpose, sealed_challenge, now);
  if (challenge === null) throw Refused('passkey_stale');
  const created = await verifyCreated(siteOf(realm), challenge.challenge, credential);
  if (created === null) throw Refused('passkey_wrong');
  const add = async (context: WriteContext) => {
    const present = await gate.refresh(context.tx, actor);
    const { rp_id } = await checkPossible(services, context.tx, present);
    if (!(await spendChallenge(context, realm.realm_id, challenge))) throw Refused('passkey_stale');
    const { user_handle } = challenge;
    const wanted = { name: passkey_name, rp_id, user_handle };
    const passkey_id = await addPasskey(context, realm, actor.user_id, created, wanted);
    if (sends_mail) mailPasskeyChange(context, actor.user_id, 'added', passkey_name);
    return { passkey_id };
  };
  return writer.write(realm.realm_id, add, { origin: originOf(actor) });
}
