// What register says of the organization and of the server's limits.
import { z } from 'zod';
import { state } from '../kit/state.ts';

export const realmState = state({
  fetch: ['realm'],
  fields: z.object({
    realm_name: z.string(),
    realm_description: z.string(),
    realm_url: z.string(),
    realm_uri: z.string(),
    realm_uuid: z.string(),
    realm_date_created: z.int(),
    realm_empty_topic_display_name: z.string(),
    realm_topics_policy: z.enum(['allow_empty_topic', 'disable_empty_topic']),
    realm_message_retention_days: z.int(),
    event_queue_longpoll_timeout_seconds: z.int(),
    max_stream_name_length: z.int(),
    max_stream_description_length: z.int(),
    max_topic_length: z.int(),
    max_message_length: z.int(),
  }),
});
