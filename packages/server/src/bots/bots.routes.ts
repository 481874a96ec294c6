// Making and listing bots.
import { createBot, getBots } from '@stoa/contract';
import type { ApiKeys } from '../auth/api-keys.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import { type Route, read, write } from '../kit/http/route.ts';
import { gravatarUrl } from '../users/users.present.ts';
import { createOwnBot } from './bots.actions.ts';
import { findOwnBots, presentBot } from './bots.queries.ts';

export function botsRoutes(keys: ApiKeys): Route[] {
  return [
    read(getBots, async ({ db, actor, realm }) => {
      const bots = await findOwnBots(db, actor);
      const rows = bots.map(async (bot) => {
        const { services, ...shown } = presentBot(bot);
        const { api_key_generation } = (await findCredentialsById(db, realm.realm_id, bot.user_id))!;
        return {
          ...shown,
          username: bot.email,
          full_name: bot.full_name,
          api_key: keys.keyOf(bot.user_id, api_key_generation),
          avatar_url: gravatarUrl(bot.email, bot.avatar_version),
        };
      });
      return { bots: await Promise.all(rows) };
    }),
    write(createBot, async (context, params) => {
      const bot = await createOwnBot(context, context.actor, params);
      const { services, ...shown } = presentBot(bot);
      return { ...shown, api_key: keys.keyOf(bot.user_id, 1), avatar_url: gravatarUrl(bot.email, bot.avatar_version) };
    }),
  ];
}
