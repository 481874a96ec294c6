// Every read of bots.
import type { Bot } from '@stoa/contract';
import { type Actor, isAdministrator } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { UserRow } from '../users/users.present.ts';
import { findUsers } from '../users/users.queries.ts';

/** The bots somebody owns. */
export async function findOwnBots(db: Connection, actor: Actor): Promise<UserRow[]> {
  const users = await findUsers(db, actor.realm.realm_id);
  return users.filter((user) => user.is_bot && user.is_active && user.bot_owner_id === actor.user_id);
}

/** The bots somebody may manage, deactivated ones too: administrators all of them, others their own. [BO6] */
export async function findManagedBots(db: Connection, actor: Actor): Promise<UserRow[]> {
  const users = await findUsers(db, actor.realm.realm_id);
  return users.filter((user) => user.is_bot && (isAdministrator(actor) || user.bot_owner_id === actor.user_id));
}

export function presentBot(bot: Pick<UserRow, 'user_id'>): Bot {
  return {
    user_id: bot.user_id,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: [],
  };
}
