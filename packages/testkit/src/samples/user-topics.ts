// A successful call for each endpoint of user-topics.
import type { userTopicsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const userTopicsSamples: Samples<typeof userTopicsContract> = {
  updateUserTopic: ({ stream_id, unique }) => ({ stream_id, topic: `sample ${unique()}`, visibility_policy: 3 }),
  muteTopic: ({ stream_id, unique }) => ({ stream_id, topic: `sample ${unique()}`, op: 'add' }),
};
