// Reactions to messages.
import type { Migration } from '../kit/database/migrate.ts';

export const reactions: Migration = {
  version: 4,
  name: 'reactions',
  statements: ({ serial }) => [
    `create table reactions (
      id ${serial}, message_id bigint not null references messages, user_id bigint not null references users,
      emoji_name text not null, emoji_code text not null, reaction_type text not null,
      unique (message_id, user_id, emoji_code, reaction_type))`,
  ],
};
