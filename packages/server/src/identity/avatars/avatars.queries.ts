// Reads of avatars.
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { avatarFiles } from './avatars.rules.ts';

export async function findAvatarFiles(db: Connection): Promise<string[]> {
  const rows = await db.all<{ avatar_key: string }>(sql`select avatar_key from users where avatar_key is not null`);
  return rows.flatMap(({ avatar_key }) => avatarFiles(avatar_key));
}
