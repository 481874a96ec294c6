// A new message as the event log keeps it.
import type { ChannelId, Message, MessageId, RecipientId, UserId } from '@stoa/contract';
import { z } from 'zod';
import type { UnknownSender } from '../../identity/users/user-access.rules.ts';
import type { DirectPeople } from './messages.queries.ts';
import type { Submessage } from './submessages.queries.ts';

/** A new message as logged: enough for every variant, frozen as sent. */
export interface LoggedMessage {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly sender_email: string;
  readonly sender_full_name: string;
  readonly avatar_url: string;
  /** Only in entries of earlier versions, whose picture may be at Gravatar although the address is not public. [AV8] */
  readonly hides_email?: boolean;
  readonly client: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly recipient_id: RecipientId;
  readonly stream_id?: ChannelId;
  readonly display_recipient: string | DirectPeople;
  readonly subject: string;
  readonly timestamp: number;
  /** Bits of `message_flags` by account; absent if nobody has any. */
  readonly flags?: readonly (readonly [UserId, number])[];
  /** Bits of `WILDCARD`; absent for 0. */
  readonly wildcards?: number;
  readonly unread_by_sender?: boolean;
  /** Accounts that muted the sender: for them it arrives as read. [MU4] */
  readonly muted_by?: readonly UserId[];
  /**
   * Receiving guests who may not see the sender, and the unknown user they see instead; absent if there are none. [UA4]
   */
  readonly unseen?: { readonly by: readonly UserId[]; readonly sender: UnknownSender };
  readonly submessages?: readonly Submessage[];
  readonly topic_links?: Message['topic_links'];
}

export type LoggedBody = {
  readonly message: LoggedMessage;
  readonly local: { readonly queue_id: string; readonly local_id: string } | null;
};

export const messageLogged = {
  type: 'message',
  op: null,
  fields: z.object({ message: z.custom<LoggedMessage>(), local: z.custom<LoggedBody['local']>() }),
  summary: 'A message as the log keeps it.',
};
