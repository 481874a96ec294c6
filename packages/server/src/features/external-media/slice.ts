// External pictures and videos in messages.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { externalMediaRoutes } from './external-media.routes.ts';
import { FetchedMedia } from './fetched-media.ts';

export const externalMediaSlice = defineSlice({
  name: 'external-media',
  open({ files, outbound }: Services) {
    const media = new FetchedMedia(files, outbound);
    return { raw: externalMediaRoutes(media), components: { media: { stop: () => media.close() } } };
  },
});
