// A successful call for each endpoint of navigation-views.
import type { navigationViewsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const navigationViewsSamples: Samples<typeof navigationViewsContract> = {
  getNavigationViews: () => ({}),
  addNavigationView: ({ unique }) => {
    const name = `sample ${unique()}`;
    return { fragment: `narrow/search/${name}`, is_pinned: true, name };
  },
  editNavigationView: async ({ cast, unique }) => {
    const view = { fragment: `edit/${unique()}`, is_pinned: true, name: `to edit ${unique()}` };
    await cast.ada.addNavigationView(view);
    return { fragment: view.fragment, is_pinned: false };
  },
  removeNavigationView: async ({ cast, unique }) => {
    const view = { fragment: `remove/${unique()}`, is_pinned: true, name: `to remove ${unique()}` };
    await cast.ada.addNavigationView(view);
    return { fragment: view.fragment };
  },
};
