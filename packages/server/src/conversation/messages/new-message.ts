// A message on its way into the store, and once it is there.
import type { MessageId, UserId } from '@stoa/contract';
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
  /** Bits of {@link FLAG} by account, receivers only. */
  readonly flags: Concerned['flags'];
  /** Bits of {@link WILDCARD}. */
  readonly wildcards: number;
  /** Accounts that muted the sender. */
  readonly muted_by: readonly UserId[];
  readonly submessages: readonly Submessage[];
}
