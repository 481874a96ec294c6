// Mail into channels: addresses whose mail becomes messages.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { ChannelId, UserId } from '../kit/values.ts';

/**
 * What may follow the local part of an address, each after a dot, in any order; the letters are short forms. The message begins with who
 * sent the mail; quotations, and what follows the signature's separator, stay in it; it is made from the HTML of the mail.
 */
export const MAIL_OPTIONS = {
  'show-sender': 's',
  'include-quotes': 'q',
  'include-footers': 'f',
  'prefer-html': 'h',
} as const;
export type MailOption = keyof typeof MAIL_OPTIONS;

/** Bytes of the part before the at sign that mail servers pass on (RFC 5321, 4.5.3.1.1). */
const MAX_LOCAL_PART = 64;

/** An address with options: by their names, or by their short forms if they would make it too long. */
export function withMailOptions(address: string, options: readonly MailOption[]): string {
  const at = address.lastIndexOf('@');
  const spelled = (names: readonly string[]) => [address.slice(0, at), ...names].join('.');
  const long = spelled(options);
  const local = long.length <= MAX_LOCAL_PART ? long : spelled(options.map((option) => MAIL_OPTIONS[option]));
  return local + address.slice(at);
}

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
  summary: 'Get the email address of a channel; requires permission to send to it',
});

export const incomingMailContract = slice({ name: 'incoming-mail', endpoints: { getStreamEmailAddress } });
