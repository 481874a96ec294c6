// Channels that become visible or invisible to the receiver, and changes to them.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { ChannelId, GroupSettingValue } from '../kit/values.ts';
import { Channel } from '../shapes/channel.ts';

export const streamCreate = event({
  type: 'stream',
  op: 'create',
  fields: () => z.object({ streams: z.array(Channel) }),
  summary: 'Channels became visible to the receiver: new ones, or ones it could not see before.',
});

export const streamDelete = event({
  type: 'stream',
  op: 'delete',
  fields: () => z.object({ streams: z.array(z.object({ stream_id: ChannelId })), stream_ids: z.array(ChannelId) }),
  summary: 'Channels are no longer visible to the receiver.',
});

export const streamUpdate = event({
  type: 'stream',
  op: 'update',
  fields: () =>
    z.object({
      stream_id: ChannelId,
      /** The name before the change. */
      name: z.string(),
      /** A field of the channel. */
      property: Channel.omit({ stream_id: true, date_created: true, creator_id: true }).keyof(),
      value: z.union([z.string(), z.int(), z.boolean(), z.null(), GroupSettingValue]),
      /** Present with `description`. */
      rendered_description: z.string().optional(),
      /** Present with `invite_only`. */
      history_public_to_subscribers: z.boolean().optional(),
      is_web_public: z.boolean().optional(),
    }),
  summary: 'A property of a channel has changed.',
});

export const defaultStreams = event({
  type: 'default_streams',
  fields: () => z.object({ default_streams: z.array(ChannelId) }),
  summary: 'The default channels of new accounts have changed: ids of all of them.',
});
