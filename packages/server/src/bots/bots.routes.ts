// Making and listing bots.
import { BadRequest, createBot, GENERIC_BOT, getBots, ROLE, realmBotAdd } from '@stoa/contract';
import type { ApiKeys } from '../auth/api-keys.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import { type Route, read, write } from '../kit/http/route.ts';
import { createAccount } from '../users/users.actions.ts';
import { gravatarUrl } from '../users/users.present.ts';
import { emailHost } from '../users/users.queries.ts';
import { findOwnBots, presentBot } from './bots.queries.ts';
import { botDomain } from './bots.rules.ts';

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
      const { actor, realm, emit } = context;
      if (actor.is_bot) throw BadRequest('Bots cannot make bots');
      if (params.bot_type !== GENERIC_BOT) throw BadRequest('Invalid bot type');
      if (params.default_sending_stream !== null || params.default_events_register_stream !== null)
        throw BadRequest('Default channels of bots are not supported');
      if (!/^[\w.-]{1,60}$/.test(params.short_name)) throw BadRequest('Bad name or username');
      const bot = await createAccount(context, realm, {
        email: `${params.short_name}-bot@${botDomain(emailHost(realm))}`,
        full_name: params.full_name,
        role: ROLE.member,
        password_hash: null,
        bot: { type: GENERIC_BOT, owner_id: actor.user_id },
      });
      const shown = presentBot(bot);
      emit(realmBotAdd, { bot: shown }, { role_at_most: ROLE.administrator, users: [actor.user_id] });
      const { services, ...result } = shown;
      return {
        ...result,
        api_key: keys.keyOf(bot.user_id, 1),
        avatar_url: gravatarUrl(bot.email, bot.avatar_version),
      };
    }),
  ];
}
