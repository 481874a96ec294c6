// A successful call for each endpoint of linkifiers.
import type { linkifiersContract } from '@stoa/contract';
import type { Samples, Stage } from './stage.ts';

async function someLinkifier({ cast: { ada }, unique }: Stage): Promise<number> {
  return (await ada.addLinkifier({ pattern: `some${unique()}`, url_template: 'https://example.com' })).id;
}

export const linkifiersSamples: Samples<typeof linkifiersContract> = {
  getLinkifiers: () => ({}),
  addLinkifier: ({ unique }) => ({ pattern: `sample${unique()}`, url_template: 'https://example.com' }),
  updateLinkifier: async (stage) => ({
    filter_id: await someLinkifier(stage),
    pattern: `changed${stage.unique()}`,
    url_template: 'https://example.com',
  }),
  removeLinkifier: async (stage) => ({ filter_id: await someLinkifier(stage) }),
  reorderLinkifiers: async ({ cast }) => {
    const { linkifiers } = await cast.ada.getLinkifiers();
    return { ordered_linkifier_ids: linkifiers.map(({ id }) => id) };
  },
};
