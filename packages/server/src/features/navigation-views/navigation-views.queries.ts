// Every read of navigation views.

import { type NavigationView, NotFound, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The configured views of an account, in the order they were added. */
export async function findNavigationViews(db: Connection, user_id: UserId): Promise<NavigationView[]> {
  const rows = await db.all<{ fragment: string; is_pinned: boolean; name: string | null }>(
    sql`select fragment, is_pinned, name from navigation_views where user_id = ${user_id} order by id`,
  );
  return rows.map(({ name, ...view }) => (name === null ? view : { ...view, name }));
}

/** The view with this fragment, and all other views of the account. [NV2] */
export async function getNavigationView(
  db: Connection,
  user_id: UserId,
  fragment: string,
): Promise<{ view: NavigationView; others: NavigationView[] }> {
  const views = await findNavigationViews(db, user_id);
  const view = views.find((each) => each.fragment === fragment);
  if (!view) throw NotFound('Navigation view does not exist.');
  return { view, others: views.filter((each) => each !== view) };
}
