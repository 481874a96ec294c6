// Every read of bots.
import { type Bot, ROLE } from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { UserRow } from '../users/users.present.ts';
import { findUsers } from '../users/users.queries.ts';

/** The bots somebody owns. */
export async function findOwnBots(db: Connection, actor: Actor): Promise<UserRow[]> {
  const users = await findUsers(db, actor.realm.realm_id);
  return users.filter((user) => user.is_bot && user.is_active && user.bot_owner_id === actor.user_id);
}

/** The bots somebody may manage: administrators all of them, others their own. */
export async function findManagedBots(db: Connection, actor: Actor): Promise<UserRow[]> {
  if (actor.role > ROLE.administrator) return findOwnBots(db, actor);
  const users = await findUsers(db, actor.realm.realm_id);
  return users.filter((user) => user.is_bot);
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
