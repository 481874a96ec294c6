// Checks the answers of passkeys that stand for the password of somebody who is signed in.
import { type PasskeyProof, Refused } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { FailureLimit } from '../../kit/limits/rate-limits.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import type { PasskeyProofs, SpendProof } from '../../kit/sign-in/passkey-proofs.ts';
import { countedProof } from '../auth/own-proof.queries.ts';
import { recordPasskeyUse, spendChallenge } from './passkeys.actions.ts';
import { findPasskey } from './passkeys.queries.ts';
import { confirmationPurpose, openChallenge, siteOf } from './passkeys.rules.ts';
import { verifyUsed } from './verification.ts';

export class OwnPasskeys implements PasskeyProofs {
  constructor(
    private readonly vault: Vault,
    private readonly logins: FailureLimit | null,
  ) {}

  async check(
    db: Connection,
    { realm, user_id, session_id }: Actor,
    { sealed_challenge, credential }: PasskeyProof,
    now: number,
  ): Promise<SpendProof> {
    const { realm_id } = realm;
    const site = siteOf(realm);
    // As a password is: before anything is compared. [RL4]
    const name = countedProof({ user_id });
    this.logins?.take(name);
    const challenge = openChallenge(this.vault, confirmationPurpose(user_id, session_id), sealed_challenge, now);
    if (challenge === null) throw Refused('passkey_stale');
    const known = await findPasskey(db, realm_id, site.rp_id, credential.id);
    if (known?.user_id !== user_id || known.user_handle !== credential.response.userHandle)
      throw Refused('passkey_not_yours');
    const used = await verifyUsed(site, challenge.challenge, credential, known);
    if (used === null) throw Refused('passkey_not_yours');
    this.logins?.clear(name);
    return async (context) => {
      if (!(await spendChallenge(context, realm_id, challenge))) throw Refused('passkey_stale');
      if (!(await recordPasskeyUse(context, known.passkey_id, used))) throw Refused('passkey_not_yours');
    };
  }
}
