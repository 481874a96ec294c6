// The two ends of a message as sending knows them: who sends it and where it goes. Types only.
import type { ChannelId, RecipientId, UserId } from '@stoa/contract';
import type { Actor } from '../../kit/actor.ts';
import type { DirectPeople } from './messages.queries.ts';

export interface Sender extends Actor {
  /** The address that others know the sender by. */
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
  /** Bots among them whose services are called. */
  readonly outgoing_bots?: readonly UserId[];
}

export type Destination = ChannelDestination | DirectDestination;
