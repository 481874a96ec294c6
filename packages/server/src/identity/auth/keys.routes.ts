// API keys after signing in: reading a bot's, and replacing one's own or a bot's.
import { BadRequest, getBotApiKey, regenerateBotApiKey, regenerateOwnApiKey } from '@stoa/contract';
import { getBot } from '../../features/bots/bots.queries.ts';
import { checkMayManage } from '../../features/bots/bots.rules.ts';
import type { ApiKeys } from '../../kit/api-keys.ts';
import { preparedWrite, type Route, read, write } from '../../kit/http/route.ts';
import type { FailureLimit } from '../../kit/rate-limits.ts';
import { resetApiKey } from '../users/users.actions.ts';
import { findCredentialsById } from './auth.queries.ts';
import { checkOwnPassword } from './signing-in.queries.ts';

export function keysRoutes(keys: ApiKeys, logins: FailureLimit | null): Route[] {
  return [
    read(getBotApiKey, async ({ db, actor, realm }, { bot_id }) => {
      const bot = await getBot(db, realm.realm_id, bot_id);
      checkMayManage(actor, bot);
      const { api_key_generation } = (await findCredentialsById(db, realm.realm_id, bot.user_id))!;
      return { api_key: keys.keyOf(bot.user_id, api_key_generation) };
    }),
    write(regenerateBotApiKey, async (context, { bot_id }) => {
      const bot = await getBot(context.tx, context.realm.realm_id, bot_id);
      checkMayManage(context.actor, bot);
      return { api_key: keys.keyOf(bot.user_id, await resetApiKey(context, context.realm, bot.user_id)) };
    }),
    preparedWrite(
      regenerateOwnApiKey,
      async ({ db, actor }, { password = '' }) => {
        // A session ends; it must not become a key that does not. [SS8]
        if (actor.session_id !== undefined) await checkOwnPassword(db, logins, actor, password);
      },
      async (context) => {
        const { actor, realm } = context;
        // A bot's key is its owner's to replace.
        if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
        const generation = await resetApiKey(context, realm, actor.user_id, { keeps_sessions: true });
        return { api_key: keys.keyOf(actor.user_id, generation) };
      },
    ),
  ];
}
