// Tells people of the bots that they may manage from now on, or no longer. Writes nothing but events.
import { type RealmId, type Role, realmBotAdd, realmBotDelete } from '@stoa/contract';
import type { UserRow } from '../../identity/users/users.present.ts';
import { isAdministrator } from '../../kit/actor.ts';
import type { WriteContext } from '../../kit/write.ts';
import { findBots, presentBot } from './bots.queries.ts';

/** Administrators manage all bots, others their own. [BO2] */
export async function announceBotsOfRole(
  { tx, emit }: WriteContext,
  realm_id: RealmId,
  { user_id }: Pick<UserRow, 'user_id'>,
  { from, to }: { from: Role; to: Role },
): Promise<void> {
  const manages_all = isAdministrator({ role: to });
  if (manages_all === isAdministrator({ role: from })) return;
  for (const bot of await findBots(tx, realm_id)) {
    if (bot.bot_owner_id === user_id) continue;
    if (manages_all) emit(realmBotAdd, { bot: presentBot(bot) }, { users: [user_id] });
    else emit(realmBotDelete, { bot: { user_id: bot.user_id } }, { users: [user_id] });
  }
}
