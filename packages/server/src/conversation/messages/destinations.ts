// The sender and the destination of a message. Types only.
import type { ChannelId, RecipientId, UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { DirectPeople } from './messages.queries.ts';

export interface Sender extends Actor {
  /** The sender's address as others see it. */
  readonly api_email: string;
}

export interface ChannelDestination {
  readonly stream_id: ChannelId;
  readonly recipient_id: RecipientId;
  readonly channel_name: string;
  readonly is_public: boolean;
  /** Normalized. */
  readonly topic: string;
}
export interface DirectDestination {
  readonly recipient_id: RecipientId;
  readonly people: DirectPeople;
  /** Outgoing webhook bots among them. */
  readonly outgoing_bots?: readonly UserId[];
}

export type Destination = ChannelDestination | DirectDestination;
