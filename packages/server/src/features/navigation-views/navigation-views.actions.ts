// Every write of navigation views. Announced only to the owner's clients.

import { type NavigationView, navigationViewAdd, navigationViewRemove, navigationViewUpdate } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findNavigationViews, getNavigationView } from './navigation-views.queries.ts';
import { checkFragment, checkName, checkNameIsFree, checkNewView } from './navigation-views.rules.ts';

export async function addView(
  { tx, emit, caps }: WriteContext,
  { user_id }: Actor,
  requested: NavigationView,
): Promise<void> {
  const fragment = checkFragment(requested.fragment);
  const name = checkName(fragment, requested.name);
  const { is_pinned } = requested;
  const view: NavigationView = { fragment, is_pinned, ...(name !== null && { name }) };
  const views = await findNavigationViews(tx, user_id);
  checkNewView(views, view);
  caps.check('navigation-views', views.length);
  await tx.run(
    sql`insert into navigation_views (user_id, fragment, is_pinned, name) values (${user_id}, ${fragment}, ${is_pinned}, ${name})`,
  );
  emit(navigationViewAdd, { navigation_view: view }, { users: [user_id] });
}

/** Unchanged values are not written or announced. [NV8] */
export async function editView(
  { tx, emit }: WriteContext,
  { user_id }: Actor,
  fragment: string,
  changes: { is_pinned?: boolean; name?: string | null },
): Promise<void> {
  const { view, others } = await getNavigationView(tx, user_id, fragment);
  const data: Partial<Omit<NavigationView, 'fragment'>> = {};
  if (changes.is_pinned !== undefined && changes.is_pinned !== view.is_pinned) data.is_pinned = changes.is_pinned;
  if (changes.name !== undefined) {
    const name = checkName(fragment, changes.name);
    if (name !== null && name !== view.name) data.name = name;
  }
  if (Object.keys(data).length === 0) return;
  const after = { ...view, ...data };
  checkNameIsFree(others, after);
  await tx.run(
    sql`update navigation_views set is_pinned = ${after.is_pinned}, name = ${after.name ?? null} where user_id = ${user_id} and fragment = ${fragment}`,
  );
  emit(navigationViewUpdate, { fragment, data }, { users: [user_id] });
}

export async function removeView({ tx, emit }: WriteContext, { user_id }: Actor, fragment: string): Promise<void> {
  await getNavigationView(tx, user_id, fragment);
  await tx.run(sql`delete from navigation_views where user_id = ${user_id} and fragment = ${fragment}`);
  emit(navigationViewRemove, { fragment }, { users: [user_id] });
}
