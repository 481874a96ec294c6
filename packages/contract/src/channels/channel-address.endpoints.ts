// The mail address of a channel: empty, for the server receives no mail.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { ChannelId, UserId } from '../kit/values.ts';

export const getStreamEmailAddress = endpoint({
  id: 'get-stream-email-address',
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  access: 'user',
  params: z.object({
    stream_id: ChannelId,
    /** Whom messages that come by it should be from. */
    sender_id: UserId.optional(),
  }),
  result: z.object({ /** Empty: this server receives no mail. */ email: z.string() }),
  errors: [BadRequest],
  summary: 'Get the mail address of a channel, for who may send to it',
});
