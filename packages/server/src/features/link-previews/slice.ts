// Previews of the pages that messages link to.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { forgetPreviews } from './link-previews.actions.ts';
import { LinkPreviewer } from './link-previews.jobs.ts';

/** How often expired previews are forgotten. */
const FORGETTING_MS = 60 * 60_000;

export const linkPreviewsSlice = defineSlice({
  name: 'link-previews',
  open({ store, writer, clock, outbound, files, facts }: Services) {
    const previewer = new LinkPreviewer({ db: store.db, clock, outbound, files });
    return {
      jobs: facts.link_previews ? [previewer.handler()] : [],
      periodic: [
        {
          name: 'link previews',
          every_ms: FORGETTING_MS,
          run: () => writer.write(null, (context) => forgetPreviews(context)),
        },
      ],
      giveUp: () => previewer.stop(),
    };
  },
});
