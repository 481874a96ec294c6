// Every write of bots.
import { BadRequest, type createBot, GENERIC_BOT, type ParamsOf, ROLE, realmBotAdd } from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import type { WriteContext } from '../kit/write.ts';
import { mayInOrganization } from '../realm/realm-settings.queries.ts';
import { createAccount } from '../users/users.actions.ts';
import type { UserRow } from '../users/users.present.ts';
import { emailHost } from '../users/users.queries.ts';
import { presentBot } from './bots.queries.ts';
import { botDomain } from './bots.rules.ts';

/** Makes a bot that belongs to the actor. Its owner and administrators learn what they need to manage it. [BO4] */
export async function createOwnBot(
  context: WriteContext,
  actor: Actor,
  params: ParamsOf<typeof createBot>,
): Promise<UserRow> {
  if (actor.is_bot) throw BadRequest('Bots cannot make bots');
  if (!(await mayInOrganization(context.tx, actor, 'can_create_bots_group')))
    throw BadRequest('Insufficient permission');
  if (params.bot_type !== GENERIC_BOT) throw BadRequest('Invalid bot type');
  if (params.default_sending_stream !== null || params.default_events_register_stream !== null)
    throw BadRequest('Default channels of bots are not supported');
  if (!/^[\w.-]{1,60}$/.test(params.short_name)) throw BadRequest('Bad name or username');
  const bot = await createAccount(context, actor.realm, {
    email: `${params.short_name}-bot@${botDomain(emailHost(actor.realm))}`,
    full_name: params.full_name,
    role: ROLE.member,
    password_hash: null,
    bot: { type: GENERIC_BOT, owner_id: actor.user_id },
  });
  context.emit(realmBotAdd, { bot: presentBot(bot) }, { role_at_most: ROLE.administrator, users: [actor.user_id] });
  return bot;
}
