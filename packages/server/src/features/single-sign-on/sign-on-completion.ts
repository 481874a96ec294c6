// Ends a sign-on with what the identity provider said: in one write, for each of its three purposes.
import { CONFIRMED_HASH, Refused, SIGNED_IN_HASH } from '@stoa/contract';
import { spendChallenge } from '../../identity/passkeys/passkeys.actions.ts';
import { recordSignIn } from '../../identity/users/sign-in-record.actions.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import { type SecondFactor, twoFactorSetupNeeded } from '../../kit/sign-in/second-factor.ts';
import { seconds } from '../../kit/time/clock.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { appAddress } from './app-address.rules.ts';
import { signOn } from './external-identities.actions.ts';
import { findUserOfIdentity } from './external-identities.queries.ts';
import { type Identity, secondsSinceProof } from './identity.rules.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createSignOnCode } from './sign-on-codes.actions.ts';
import { BEGUN_SECONDS, type Begun, type Purpose } from './sign-on-seals.ts';

/** Providers count in whole seconds. */
const ROUNDED_SECONDS = 2;

export interface CompletionParts {
  readonly writer: Writer;
  readonly keys: ApiKeys;
  readonly provider: Pick<IdentityProvider, 'settings'>;
  readonly second_factor: Pick<SecondFactor, 'isMissing'>;
}

/** The address that the browser is sent to. */
export function completeSignOn(
  parts: CompletionParts,
  realm: Realm,
  { purpose, begun_at, nonce }: Begun,
  identity: Identity,
): Promise<string> {
  const completion = { parts, realm, identity };
  const complete = async (context: WriteContext): Promise<string> => {
    // At all nodes, whatever the browser keeps: a provider of SAML does not notice who shows its response again. [SO51]
    const spent = { challenge: `sign-on ${nonce}`, expires_at: begun_at + BEGUN_SECONDS * 1000 };
    if (!(await spendChallenge(context, realm.realm_id, spent))) throw Refused('sign_on_stale');
    switch (purpose.kind) {
      case 'confirmation':
        return confirmSession(context, completion, purpose, context.now - begun_at);
      case 'app':
        return signInApp(context, completion, purpose);
      case 'device':
        return signInDevice(context, completion, purpose);
    }
  };
  return parts.writer.write(realm.realm_id, complete, { origin: WITHOUT_CREDENTIALS });
}

interface Completion {
  readonly parts: CompletionParts;
  readonly realm: Realm;
  readonly identity: Identity;
}
type PurposeOf<Kind extends Purpose['kind']> = Extract<Purpose, { kind: Kind }>;

/** Confirms a session of the person's own account, if the provider has just asked them. `asked_ms`: how long ago we sent them there. [SO13] */
async function confirmSession(
  context: WriteContext,
  { parts, realm, identity }: Completion,
  { user_id, session_id, challenge }: PurposeOf<'confirmation'>,
  asked_ms: number,
): Promise<string> {
  const { issuer, name } = parts.provider.settings;
  const found = await findUserOfIdentity(context.tx, realm.realm_id, issuer, identity.subject);
  if (found !== user_id) throw Refused('sign_on_other_account', { provider: name });
  const since = secondsSinceProof(identity);
  if (since === null || since > asked_ms / 1000 + ROUNDED_SECONDS)
    throw Refused('sign_on_not_asked', { provider: name });
  const code = await createSignOnCode(context, realm.realm_id, {
    user_id,
    session_id,
    challenge,
    sid: identity.sid ?? '',
    authenticated_at: seconds(context.now) - since,
  });
  return `/${CONFIRMED_HASH}${code}`;
}

async function signInApp(
  context: WriteContext,
  { parts: { keys, provider, second_factor }, realm, identity }: Completion,
  { otp, language }: PurposeOf<'app'>,
): Promise<string> {
  const person = { ...identity, language: language ?? identity.language };
  const account = await signOn(context, realm, provider.settings, person, null);
  const { user_id, email, api_key_generation } = account;
  // The key would be refused until they have it. [TF52]
  if (await second_factor.isMissing(context.tx, realm, account)) throw twoFactorSetupNeeded(realm);
  recordSignIn(context, user_id, 'app', { method: 'single_sign_on', credentials: 'api_key' });
  return appAddress(realm, { user_id, email, api_key: keys.keyOf(user_id, api_key_generation) }, otp);
}

async function signInDevice(
  context: WriteContext,
  { parts: { provider }, realm, identity }: Completion,
  { challenge, invitation, language }: PurposeOf<'device'>,
): Promise<string> {
  const person = { ...identity, language: language ?? identity.language };
  const { user_id } = await signOn(context, realm, provider.settings, person, invitation);
  const code = await createSignOnCode(context, realm.realm_id, {
    user_id,
    session_id: null,
    challenge,
    sid: identity.sid ?? '',
    // Signed in at the provider since long: what needs a fresh proof asks for one.
    authenticated_at: seconds(context.now) - (secondsSinceProof(identity) ?? 0),
  });
  return `/${SIGNED_IN_HASH}${code}`;
}
