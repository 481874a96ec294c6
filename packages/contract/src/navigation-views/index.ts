// Navigation views of the sidebar: configured built-in views and custom ones. Spec 2.8, 4.20.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { NotFound } from '../kit/errors.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';

/** Views that every client has. They have no stored name. */
export const BUILT_IN_VIEWS = [
  'inbox',
  'recent',
  'feed',
  'drafts',
  'scheduled',
  'reminders',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'narrow/has/reaction/sender/me',
] as const;
/** Views that some clients have and others add as custom ones: their name is optional. */
export const VIEWS_OF_SOME_CLIENTS = ['narrow/is/followed', 'narrow/is/alerted'] as const;

/** At most 250 configured views per account. */
export const MAX_NAVIGATION_VIEWS = 250;
/** Lengths in Unicode code points. */
export const MAX_FRAGMENT_LENGTH = 500;
export const MAX_NAVIGATION_VIEW_NAME_LENGTH = 100;

export const NavigationView = z.object({
  /** Identifies the view: the part of a client's URL after `#`. */
  fragment: z.string(),
  /** True: shown in the sidebar; false: in the menu of more views. */
  is_pinned: z.boolean(),
  /** Absent for built-in views, and where nobody named the view. */
  name: z.string().nullable().optional(),
});
export type NavigationView = z.output<typeof NavigationView>;

export const navigationViewAdd = event({
  type: 'navigation_view',
  op: 'add',
  fields: () => z.object({ navigation_view: NavigationView }),
  summary: 'The user configured a view.',
});
export const navigationViewUpdate = event({
  type: 'navigation_view',
  op: 'update',
  fields: () =>
    z.object({
      fragment: z.string(),
      /** Only what changed. */
      data: z.object({ is_pinned: z.boolean().optional(), name: z.string().nullable().optional() }),
    }),
  summary: 'A navigation view of the user has changed.',
});
export const navigationViewRemove = event({
  type: 'navigation_view',
  op: 'remove',
  fields: () => z.object({ fragment: z.string() }),
  summary: 'The configuration of a view was removed.',
});

export const getNavigationViews = endpoint({
  id: 'get-navigation-views',
  method: 'GET',
  path: '/navigation_views',
  access: 'user',
  scope: 'read',
  result: () => z.object({ navigation_views: z.array(NavigationView) }),
  summary: 'List your configured navigation views, in the order they were added',
  since: 390,
});

export const addNavigationView = endpoint({
  id: 'add-navigation-view',
  method: 'POST',
  path: '/navigation_views',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      fragment: z.string(),
      is_pinned: z.boolean(),
      /** Required for custom views; refused for built-in ones. */
      name: z.string().nullable().optional(),
    }),
  emits: [navigationViewAdd],
  summary: 'Configure a built-in view or add a custom one',
  since: 390,
});

export const editNavigationView = endpoint({
  id: 'edit-navigation-view',
  method: 'PATCH',
  path: '/navigation_views/{fragment}',
  path_tail: true,
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      fragment: z.string(),
      is_pinned: z.boolean().optional(),
      name: z.string().nullable().optional(),
    }),
  errors: [NotFound],
  emits: [navigationViewUpdate],
  summary: 'Pin, unpin or rename a view',
  since: 390,
});

export const removeNavigationView = endpoint({
  id: 'remove-navigation-view',
  method: 'DELETE',
  path: '/navigation_views/{fragment}',
  path_tail: true,
  access: 'user',
  scope: 'manage',
  params: () => z.object({ fragment: z.string() }),
  errors: [NotFound],
  emits: [navigationViewRemove],
  summary: 'Remove the configuration of a view',
  since: 390,
});

export const navigationViewsState = state({
  fetch: ['navigation_views'],
  fields: () => z.object({ navigation_views: z.array(NavigationView) }),
});

export const reduceNavigationViews: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'navigation_view' || !state.navigation_views) return state;
  const views = state.navigation_views as NavigationView[];
  if (event.op === 'add') return { ...state, navigation_views: [...views, event.navigation_view as NavigationView] };
  if (event.op === 'remove')
    return { ...state, navigation_views: views.filter(({ fragment }) => fragment !== event.fragment) };
  const data = event.data as Partial<NavigationView>;
  return {
    ...state,
    navigation_views: views.map((view) => (view.fragment === event.fragment ? { ...view, ...data } : view)),
  };
};

export const navigationViewsContract = slice({
  name: 'navigation-views',
  endpoints: { getNavigationViews, addNavigationView, editNavigationView, removeNavigationView },
  events: [navigationViewAdd, navigationViewUpdate, navigationViewRemove],
  state: { navigation_views: navigationViewsState },
  reduce: [reduceNavigationViews],
});
