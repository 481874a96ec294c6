// A successful call for each endpoint of playgrounds.
import type { playgroundsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const playgroundsSamples: Samples<typeof playgroundsContract> = {
  addPlayground: ({ unique }) => ({
    name: `sample ${unique()}`,
    pygments_language: 'Python',
    url_template: 'https://example.com/{code}',
  }),
  removePlayground: async ({ cast, unique }) => ({
    playground_id: (
      await cast.ada.addPlayground({
        name: `gone ${unique()}`,
        pygments_language: 'Python',
        url_template: 'https://example.com/{code}',
      })
    ).id,
  }),
};
