// Why a mail is refused, as its sender's mail server reads it and as metrics count it.
import { ApiError } from '@stoa/contract';
import { storeFailureOf } from '../../kit/database/store-failures.ts';

/** The outcomes for a recipient: values of a metric's label. */
export const MAIL_OUTCOMES = [
  'accepted',
  'repeated',
  'unknown_address',
  'forbidden',
  'too_many',
  'too_large',
  'busy',
  'no_space',
  'unreadable',
  'automatic',
  'connection_lost',
  'failed',
] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** The message begins with an enhanced status code (RFC 3463); with a code below 500 the mail is sent again later. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal';

  constructor(
    readonly responseCode: number,
    message: string,
    readonly outcome: MailOutcome,
  ) {
    super(message);
  }
}

export const unknownAddress = () =>
  new MailRefusal(550, '5.1.1 No channel has this address: it is misspelt or no longer valid', 'unknown_address');
export const notAllowed = () =>
  new MailRefusal(550, '5.7.1 The owner of this address may not post to its channel', 'forbidden');
export const senderGone = () =>
  new MailRefusal(550, '5.7.1 The account that this address posts as is no longer available', 'forbidden');
export const tooManyGuesses = () =>
  new MailRefusal(450, '4.7.1 Too many wrong addresses from here: try again later', 'too_many');
export const tooLarge = (bytes: number) =>
  new MailRefusal(552, `5.3.4 The mail is larger than ${bytes} bytes`, 'too_large');
export const busy = () => new MailRefusal(451, '4.3.2 The server is busy: try again later', 'busy');
export const connectionLost = () => new MailRefusal(451, '4.4.2 The connection was lost', 'connection_lost');
export const unreadable = () => new MailRefusal(554, '5.6.0 The mail could not be read', 'unreadable');
export const isLooping = () =>
  new MailRefusal(554, '5.4.6 The mail was relayed too often, or comes from a chat server', 'automatic');
export const isAutomaticReply = () => new MailRefusal(550, '5.7.1 Automatic replies are not accepted', 'automatic');
const failed = () => new MailRefusal(451, '4.3.0 The server failed: try again later', 'failed');

/** Limits and quotas are temporary: what takes the space may be removed, and the mail comes again. */
export function refusalOf(error: unknown, report: (error: unknown) => void): MailRefusal {
  if (error instanceof MailRefusal) return error;
  if (error instanceof ApiError) {
    const { status, code, message } = error;
    if (code === 'RATE_LIMIT_HIT') return new MailRefusal(450, `4.7.1 ${message}`, 'too_many');
    if (code === 'REALM_UPLOAD_QUOTA' || error.fields.reason === 'limit_reached')
      return new MailRefusal(452, `4.2.2 ${message}`, 'no_space');
    if (status < 500) return new MailRefusal(550, `5.7.1 ${message}`, 'forbidden');
  }
  // A store that refuses writes is reported by the write path.
  if (storeFailureOf(error) === null) report(error);
  return failed();
}
