// Every read of saved snippets.
import { NotFound, type SavedSnippet, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';

const COLUMNS = 'id, title, content, date_created';

export function findSnippets(db: Connection, user_id: UserId): Promise<SavedSnippet[]> {
  return db.all<SavedSnippet>(`select ${COLUMNS} from saved_snippets where user_id = $1 order by id`, [user_id]);
}

/** A snippet of the account's own; one of somebody else's is as if it did not exist. [SN2] */
export async function getSnippet(db: Connection, user_id: UserId, id: number): Promise<SavedSnippet> {
  const snippet = await db.get<SavedSnippet>(`select ${COLUMNS} from saved_snippets where user_id = $1 and id = $2`, [
    user_id,
    id,
  ]);
  if (!snippet) throw NotFound('Saved snippet does not exist.');
  return snippet;
}

export async function countSnippets(db: Connection, user_id: UserId): Promise<number> {
  const row = await db.get<{ count: number }>('select count(*) as count from saved_snippets where user_id = $1', [
    user_id,
  ]);
  return row!.count;
}
