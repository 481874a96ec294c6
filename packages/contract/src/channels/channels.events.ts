// Channels that somebody learns of or can no longer see, and what changes about them.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { ChannelId, GroupSettingValue } from '../kit/values.ts';
import { Channel } from '../shapes/channel.ts';

export const streamCreate = event({
  type: 'stream',
  op: 'create',
  fields: z.object({ streams: z.array(Channel) }),
  summary: 'Channels have become visible to the receiver: new ones, or ones that could not be seen before.',
});

export const streamDelete = event({
  type: 'stream',
  op: 'delete',
  fields: z.object({ streams: z.array(z.object({ stream_id: ChannelId })), stream_ids: z.array(ChannelId) }),
  summary: 'Channels are no longer visible to the receiver.',
});

export const streamUpdate = event({
  type: 'stream',
  op: 'update',
  fields: z.object({
    stream_id: ChannelId,
    /** As it was before the change. */
    name: z.string(),
    /** A field of the channel. */
    property: Channel.omit({ stream_id: true, date_created: true, creator_id: true }).keyof(),
    value: z.union([z.string(), z.int(), z.boolean(), z.null(), GroupSettingValue]),
    /** With `description`. */
    rendered_description: z.string().optional(),
    /** These two with `invite_only`. */
    history_public_to_subscribers: z.boolean().optional(),
    is_web_public: z.boolean().optional(),
  }),
  summary: 'A property of a channel has changed.',
});

export const defaultStreams = event({
  type: 'default_streams',
  fields: z.object({ default_streams: z.array(ChannelId) }),
  summary: 'The channels that new accounts are subscribed to are others now: all of them, by id.',
});
