// Mail into channels: addresses whose mail becomes messages.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
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
      /** The account that messages sent to the address should appear from: you, a bot that you own, or the Notification Bot, which it is by default. */
      sender_id: UserId.optional(),
    }),
  result: () =>
    z.object({
      /**
       * Whoever knows it can post to the channel in your name, until your API key is replaced. Options may follow its local part, such as
       * `.show-sender`. Empty if this server receives no mail.
       */
      email: z.string(),
    }),
  errors: [BadRequest],
  // It would outlast the session, in somebody's name. [SS11]
  fresh_password: ({ sender_id }) => sender_id !== undefined,
  summary: 'Get the email address of a channel; requires permission to send to it',
});

export const incomingMailContract = slice({ name: 'incoming-mail', endpoints: { getStreamEmailAddress } });
