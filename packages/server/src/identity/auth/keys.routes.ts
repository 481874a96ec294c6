// Replacing one's own API key after signing in.
import { BadRequest, regenerateOwnApiKey } from '@stoa/contract';
import { preparedWrite, type Route } from '../../kit/http/route.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import type { PasskeyProofs } from '../../kit/sign-in/passkey-proofs.ts';
import { resetApiKey } from '../users/users.actions.ts';
import { checkOwnProof, type PasswordChecks } from './own-proof.queries.ts';

interface KeysServices extends PasswordChecks {
  readonly keys: ApiKeys;
  readonly passkey_proofs: PasskeyProofs;
  readonly facts: Pick<ServerFacts, 'takes_passwords'>;
}

export function keysRoutes({
  keys,
  passkey_proofs,
  logins,
  directory,
  facts: { takes_passwords },
}: KeysServices): Route[] {
  return [
    preparedWrite(
      regenerateOwnApiKey,
      // A session expires; it must not be turned into a key that does not. [SS8]
      async ({ db, actor, now }, brought) =>
        actor.session_id === undefined
          ? null
          : checkOwnProof(db, { logins, directory, passkey_proofs, takes_passwords }, actor, brought, now),
      async (context, _params, spend) => {
        const { actor, realm } = context;
        await spend?.(context);
        // Only the owner may replace a bot's key.
        if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
        const generation = await resetApiKey(context, realm, actor.user_id, { keeps_sessions: true });
        return { api_key: keys.keyOf(actor.user_id, generation) };
      },
    ),
  ];
}
