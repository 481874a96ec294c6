// Announces bots that accounts can manage from now on, or no longer. Writes only events.
import { realmBotAdd, realmBotDelete } from '@stoa/contract';
import type { RoleChange } from '../../identity/users/users.hooks.ts';
import { isAdministrator } from '../../kit/access/actor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findBots, presentBot } from './bots.queries.ts';

/** Administrators manage all bots, others their own. [BO2] */
export async function announceBotsOfRole(
  { tx, emit }: WriteContext,
  { realm: { realm_id }, user: { user_id }, from, to }: RoleChange,
): Promise<void> {
  const manages_all = isAdministrator({ role: to });
  if (manages_all === isAdministrator({ role: from })) return;
  for (const bot of await findBots(tx, realm_id)) {
    if (bot.bot_owner_id === user_id) continue;
    if (manages_all) emit(realmBotAdd, { bot: presentBot(bot) }, { users: [user_id] });
    else emit(realmBotDelete, { bot: { user_id: bot.user_id } }, { users: [user_id] });
  }
}
