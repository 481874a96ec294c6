// Replacing one's own API key after signing in.
import { BadRequest, regenerateOwnApiKey } from '@stoa/contract';
import type { ApiKeys } from '../../kit/api-keys.ts';
import { preparedWrite, type Route } from '../../kit/http/route.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import { resetApiKey } from '../users/users.actions.ts';
import { checkOwnProof, type PasswordChecks } from './signing-in.queries.ts';

interface KeysServices extends PasswordChecks {
  readonly keys: ApiKeys;
  readonly facts: Pick<ServerFacts, 'takes_passwords'>;
}

export function keysRoutes({ keys, logins, directory, facts: { takes_passwords } }: KeysServices): Route[] {
  return [
    preparedWrite(
      regenerateOwnApiKey,
      async ({ db, actor, now }, { password = '' }) => {
        // A session expires; it must not be turned into a key that does not. [SS8]
        if (actor.session_id !== undefined)
          await checkOwnProof(db, { logins, directory, takes_passwords, now }, actor, password);
      },
      async (context) => {
        const { actor, realm } = context;
        // Only the owner may replace a bot's key.
        if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
        const generation = await resetApiKey(context, realm, actor.user_id, { keeps_sessions: true });
        return { api_key: keys.keyOf(actor.user_id, generation) };
      },
    ),
  ];
}
