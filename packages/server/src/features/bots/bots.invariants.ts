// Invariants of bots in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const botsInvariants: readonly Invariant[] = [
  {
    title: 'no bot may do more than its owner',
    violations: sql`select users.user_id, users.role, owner.role as owner_role from users
      join users owner on owner.user_id = users.bot_owner_id where users.is_bot and users.role < owner.role`,
  },
  {
    title: 'every offer of a bot is of one organization',
    violations: sql`select bot_id, bot_offers.user_id from bot_offers join users bot on bot.user_id = bot_id
      join users taker on taker.user_id = bot_offers.user_id
      where not bot.is_bot or bot.realm_id <> bot_offers.realm_id or taker.realm_id <> bot_offers.realm_id`,
  },
  {
    title: 'every bot belongs to a person of its organization',
    violations: sql`select bots.user_id, bots.bot_owner_id from users bots left join users owners on owners.user_id = bots.bot_owner_id
      where bots.is_bot and not bots.is_system_bot and (owners.user_id is null or owners.realm_id <> bots.realm_id or owners.is_bot)`,
  },
];
