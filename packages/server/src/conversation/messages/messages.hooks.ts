// Hooks of the message store, triggered within the write, and what they tell.
import type { MessageId, UserId } from '@stoa/contract';
import { hook } from '../../kit/write/hook.ts';
import type { Destination, Sender } from './destinations.ts';
import type { Concerned } from './mentions.queries.ts';
import type { RenderedContent } from './rendering.queries.ts';
import type { Submessage } from './submessages.queries.ts';

export interface NewMessage {
  readonly sender: Sender;
  readonly client: string;
  /** Verified in this transaction. */
  readonly content: RenderedContent;
  /** The submessage that makes it a widget. */
  readonly widget: string | null;
  readonly destination: Destination;
  readonly read_by_sender: boolean;
  /** The id chosen by the sending client, and the queue that receives it. */
  readonly local: { readonly queue_id: string; readonly local_id: string } | null;
  /** Causes no notifications. */
  readonly is_quiet?: boolean;
}

/** A stored message and the accounts it concerns: what other slices react to. */
export interface Sent extends NewMessage {
  readonly id: MessageId;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** Bits of FLAG in flags.rules.ts by account, receivers only. */
  readonly flags: Concerned['flags'];
  /** Bits of WILDCARD there. */
  readonly wildcards: number;
  /** Accounts that muted the sender. */
  readonly muted_by: readonly UserId[];
  readonly submessages: readonly Submessage[];
}

/** A message is stored, with its flags and attachments. */
export const messageStored = hook<Sent>('message stored');

/** Messages are about to be deleted; their rows are still there. */
export const messagesEnding = hook<{ readonly ids: readonly MessageId[] }>('messages ending');
