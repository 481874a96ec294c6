// The facts of a message that decide whom it notifies, and whom an edit notifies. Pure.
import { type ChannelId, type MessageId, type RecipientId, topicKey, type UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Trigger } from './notifications.rules.ts';

export interface Calling {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly recipient_id: RecipientId;
  /** Null for direct messages. */
  readonly stream_id: ChannelId | null;
  readonly topic_key: string;
  /** Bits of `WILDCARD`. */
  readonly wildcards: number;
}

/** A new or edited message. */
export interface CallingMessage {
  readonly id: MessageId;
  readonly sender: Pick<Actor, 'user_id' | 'realm'>;
  readonly destination:
    | { readonly recipient_id: RecipientId }
    | { readonly recipient_id: RecipientId; readonly stream_id: ChannelId; readonly topic: string };
  readonly wildcards: number;
  /** Notifies nobody who is away. */
  readonly is_quiet?: boolean;
  /** For an edit: notifies only these. */
  readonly newly_mentioned?: OnlyFor;
}

export function callingOf({ id, sender, destination, wildcards }: CallingMessage): Calling {
  const { recipient_id } = destination;
  const common = { id, sender_id: sender.user_id, recipient_id, wildcards };
  return 'topic' in destination
    ? { ...common, stream_id: destination.stream_id, topic_key: topicKey(destination.topic) }
    : { ...common, stream_id: null, topic_key: '' };
}

/** Whom an edit newly concerns. Null instead: everybody whom the message notifies. */
export interface OnlyFor {
  readonly user_ids: readonly UserId[];
  /** The edit added a mention of everybody. */
  readonly everyone: boolean;
}

/** Whether a notification is among those of the edit. [PU21] */
export function isMeant(
  only_for: OnlyFor | null,
  { user_id, trigger }: { user_id: UserId; trigger: Trigger },
): boolean {
  if (only_for === null || only_for.user_ids.includes(user_id)) return true;
  return only_for.everyone && /^stream_wildcard/.test(trigger);
}

/** Merges a waiting restriction with a new one. */
export function bothOf(a: OnlyFor | null, b: OnlyFor | null): OnlyFor | null {
  if (a === null || b === null) return null;
  return {
    user_ids: [...new Set([...a.user_ids, ...b.user_ids])],
    everyone: a.everyone || b.everyone,
  };
}
