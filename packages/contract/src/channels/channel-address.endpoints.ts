// The email address of a channel. Always empty, because the server receives no mail.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { ChannelId, UserId } from '../kit/values.ts';

export const getStreamEmailAddress = endpoint({
  id: 'get-stream-email-address',
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  access: 'user',
  // An address would outlast the token.
  scope: 'key',
  params: () =>
    z.object({
      stream_id: ChannelId,
      /** The account that messages sent to the address should appear from. */
      sender_id: UserId.optional(),
    }),
  result: () => z.object({ /** Empty: this server receives no mail. */ email: z.string() }),
  errors: [BadRequest],
  summary: 'Get the email address of a channel; requires permission to send to it',
});
