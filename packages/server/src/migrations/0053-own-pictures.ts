// The server's own account asks no other host for its picture.
import type { Migration } from '../kit/database/migrate.ts';

export const ownPictures: Migration = {
  version: 53,
  name: 'own-pictures',
  statements: () => ["update users set avatar_source = 'J' where is_system_bot and avatar_source = 'G'"],
};
