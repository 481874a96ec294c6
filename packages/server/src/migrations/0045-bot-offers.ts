// Bots offered to a new owner; and limits each bot's role to its owner's.
import type { Migration } from '../kit/database/migrate.ts';

export const botOffers: Migration = {
  version: 45,
  name: 'bot-offers',
  statements: () => [
    `create table bot_offers (
      bot_id bigint primary key references users, realm_id bigint not null references realms,
      user_id bigint not null references users, offered_by bigint not null references users, offered_at bigint not null)`,
    'create index bot_offers_user on bot_offers (user_id)',
    `update users set role = (select owner.role from users owner where owner.user_id = users.bot_owner_id)
     where is_bot and exists (
       select 1 from users owner where owner.user_id = users.bot_owner_id and owner.role > users.role)`,
  ],
};
