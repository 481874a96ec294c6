// Finding channels.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ChannelId } from '../kit/values.ts';
import { Channel } from './channel.ts';

export const getStreams = endpoint({
  id: 'get-streams',
  method: 'GET',
  path: '/streams',
  access: 'spectator',
  params: z.object({
    include_public: z.boolean().default(true),
    include_web_public: z.boolean().default(false),
    include_subscribed: z.boolean().default(true),
    exclude_archived: z.boolean().default(true),
    /** All that the caller may know of: every channel, for an administrator. */
    include_all: z.boolean().default(false),
    /** Deprecated name of `include_all`. */
    include_all_active: z.boolean().default(false),
    /** Adds `is_default` to each channel. */
    include_default: z.boolean().default(false),
    /** For bots: the channels their owner is in. */
    include_owner_subscribed: z.boolean().default(false),
    include_can_access_content: z.boolean().default(false),
  }),
  result: z.object({ streams: z.array(Channel.extend({ is_default: z.boolean().optional() })) }),
  summary: 'List the channels the caller may know of',
});

export const getStream = endpoint({
  id: 'get-stream-by-id',
  method: 'GET',
  path: '/streams/{stream_id}',
  access: 'spectator',
  params: z.object({ stream_id: ChannelId }),
  result: z.object({ stream: Channel }),
  summary: 'Get a channel by id',
});

export const getStreamId = endpoint({
  id: 'get-stream-id',
  method: 'GET',
  path: '/get_stream_id',
  access: 'user',
  params: z.object({ stream: z.string() }),
  result: z.object({ stream_id: ChannelId }),
  summary: 'Get the id of a channel by its name',
});
