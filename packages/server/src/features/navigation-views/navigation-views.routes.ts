// The caller's own navigation views.
import { addNavigationView, editNavigationView, getNavigationViews, removeNavigationView } from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import { addView, editView, removeView } from './navigation-views.actions.ts';
import { findNavigationViews } from './navigation-views.queries.ts';

export const navigationViewsRoutes: Route[] = [
  read(getNavigationViews, async ({ db, actor }) => ({
    navigation_views: await findNavigationViews(db, actor.user_id),
  })),
  write(addNavigationView, async (context, view) => {
    await addView(context, context.actor, view);
    return {};
  }),
  write(editNavigationView, async (context, { fragment, ...changes }) => {
    await editView(context, context.actor, fragment, changes);
    return {};
  }),
  write(removeNavigationView, async (context, { fragment }) => {
    await removeView(context, context.actor, fragment);
    return {};
  }),
];
