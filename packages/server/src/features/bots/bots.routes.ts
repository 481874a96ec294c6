// Creating, listing, changing and deactivating bots, and their API keys.
import {
  acceptBotOffer,
  createBot,
  deactivateBot,
  declineBotOffer,
  getBotApiKey,
  getBotOffers,
  getBots,
  regenerateBotApiKey,
  updateBot,
  zcommand,
} from '@stoa/contract';
import { findCredentialsById } from '../../identity/auth/auth.queries.ts';
import { storeAvatar } from '../../identity/avatars/avatars.actions.ts';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { resetApiKey } from '../../identity/users/users.actions.ts';
import { apiEmail, pictureUrl } from '../../identity/users/users.present.ts';
import { getUserRow } from '../../identity/users/users.queries.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { onlyFile } from '../../kit/files/make-pictures.ts';
import { preparedWrite, type Route, read, write } from '../../kit/http/route.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import { changeBot, deactivateBotByRequest } from './bot-changes.actions.ts';
import { acceptOffer, declineOffer } from './bot-transfer.actions.ts';
import { createOwnBot } from './bots.actions.ts';
import { findOffer, findOffersTo, findOwnBots, getBot, presentBot } from './bots.queries.ts';
import { checkMayManage } from './bots.rules.ts';
import { runCommand } from './zcommand.actions.ts';

export function botsRoutes(keys: ApiKeys, files: FileServices): Route[] {
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
          avatar_url: pictureUrl(bot),
        };
      });
      return { bots: await Promise.all(rows) };
    }),
    write(createBot, async (context, params) => {
      const bot = await createOwnBot(context, context.actor, params);
      const { services, ...shown } = presentBot(bot);
      return { ...shown, api_key: keys.keyOf(bot.user_id, 1), avatar_url: pictureUrl(bot) };
    }),
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
      updateBot,
      async ({ db, actor, realm, now, files: sent }, { bot_id }) => {
        if (sent.length === 0) return null;
        // Checked before the file is processed, and again in the transaction.
        checkMayManage(actor, await getBot(db, realm.realm_id, bot_id));
        return storeAvatar(files, actor, now, onlyFile(sent, 'You may only upload one file at a time').path);
      },
      async (context, changes, avatar_key) => {
        const { tx, actor, realm } = context;
        const bot = await changeBot(context, actor, changes, avatar_key);
        const { default_sending_stream, default_events_register_stream, default_all_public_streams } = bot.set;
        const owner = bot.bot_owner_id === null ? null : await getUserRow(tx, realm.realm_id, bot.bot_owner_id);
        return {
          full_name: bot.full_name,
          avatar_url: pictureUrl(bot),
          service_interface: bot.set.interface,
          service_payload_url: bot.set.payload_url,
          config_data: bot.set.config_data && { ...bot.set.config_data },
          default_sending_stream,
          default_events_register_stream,
          default_all_public_streams,
          offered_to: (await findOffer(tx, bot.user_id))?.user_id ?? null,
          ...(owner ? { bot_owner: apiEmail(owner, emailHost(realm)) } : {}),
        };
      },
    ),
    read(getBotOffers, async ({ db, actor }) => ({ offers: await findOffersTo(db, actor) })),
    write(acceptBotOffer, async (context, { bot_id }) => {
      await acceptOffer(context, context.actor, bot_id);
      return {};
    }),
    write(declineBotOffer, async (context, { bot_id }) => {
      await declineOffer(context, context.actor, bot_id);
      return {};
    }),
    write(deactivateBot, async (context, { bot_id }) => {
      await deactivateBotByRequest(context, context.actor, bot_id);
      return {};
    }),
    write(zcommand, async (context, { command }) => runCommand(context, context.actor, command)),
  ];
}
