// Channels that somebody learns of or can no longer see.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { ChannelId } from '../kit/values.ts';
import { Channel } from './channel.ts';

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
