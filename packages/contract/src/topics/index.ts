// The topics of a channel. Spec 4.18.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { slice } from '../kit/slice.ts';
import { ChannelId, MessageId } from '../kit/values.ts';

export const getStreamTopics = endpoint({
  id: 'get-stream-topics',
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  access: 'spectator',
  scope: 'read',
  params: () =>
    z.object({
      stream_id: ChannelId,
      /** If false, the empty topic is returned under its display name. */
      allow_empty_topic_name: z.boolean().default(false),
    }),
  result: () =>
    z.object({
      /** Newest first. */
      topics: z.array(z.object({ name: z.string(), max_id: MessageId })),
    }),
  compressed: true,
  summary: 'List the topics of a channel that the caller can read',
});

export const topicsContract = slice({
  name: 'topics',
  endpoints: { getStreamTopics },
});
