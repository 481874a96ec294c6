// The system bot's picture is never fetched from another host.
import type { Migration } from '../kit/database/migrate.ts';

export const ownPictures: Migration = {
  version: 53,
  name: 'own-pictures',
  statements: () => ["update users set avatar_source = 'J' where is_system_bot and avatar_source = 'G'"],
};
