// A successful call for each endpoint of topics.
import type { topicsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const topicsSamples: Samples<typeof topicsContract> = {
  getStreamTopics: ({ stream_id }) => ({ stream_id }),
};
