// The recipients of the reference server: one per person, channel and conversation of three or more.
import { createHash } from 'node:crypto';
import type { RecipientId, UserId } from '@stoa/contract';
import type { ChannelRow } from '../../../conversation/channels/channels.queries.ts';
import { RECIPIENT } from './layout.rules.ts';

export interface ZulipRecipient {
  readonly id: number;
  readonly type: number;
  readonly type_id: number;
}

interface Conversation {
  readonly recipient_id: RecipientId;
  readonly user_ids: readonly UserId[];
}

export class Recipients {
  private readonly persons = new Map<UserId, number>();
  private readonly channels: ReadonlyMap<number, RecipientId>;
  private readonly conversations = new Map<RecipientId, Conversation>();

  /** `first_free` is above every recipient here: people have none of their own. */
  constructor(user_ids: readonly UserId[], channels: readonly ChannelRow[], first_free: number) {
    user_ids.forEach((user_id, at) => {
      this.persons.set(user_id, first_free + at);
    });
    this.channels = new Map(channels.map(({ stream_id, recipient_id }) => [stream_id as number, recipient_id]));
  }

  ofPerson(user_id: UserId): number {
    return this.persons.get(user_id)!;
  }

  ofChannel(stream_id: number): number {
    return this.channels.get(stream_id)!;
  }

  /** A conversation of up to two people has a person as its recipient: the other person, or oneself. */
  ofConversation(recipient_id: RecipientId, user_ids: readonly UserId[], sender_id: UserId): number {
    if (user_ids.length <= 2) return this.ofPerson(user_ids.find((user_id) => user_id !== sender_id) ?? sender_id);
    if (!this.conversations.has(recipient_id)) this.conversations.set(recipient_id, { recipient_id, user_ids });
    return recipient_id;
  }

  /** Complete after all messages have been written: conversations get theirs then. */
  *all(): Generator<ZulipRecipient> {
    for (const [user_id, id] of this.persons) yield { id, type: RECIPIENT.person, type_id: user_id };
    for (const [stream_id, id] of this.channels) yield { id, type: RECIPIENT.channel, type_id: stream_id };
    for (const { recipient_id: id } of this.conversations.values()) yield { id, type: RECIPIENT.people, type_id: id };
  }

  *huddles(): Generator<object> {
    for (const { recipient_id, user_ids } of this.conversations.values()) {
      const huddle_hash = createHash('sha1')
        .update([...user_ids].sort((a, b) => a - b).join(','))
        .digest('hex');
      yield { id: recipient_id, huddle_hash, recipient: recipient_id, group_size: user_ids.length };
    }
  }

  /** The participants of each recipient other than channels. */
  *participants(): Generator<{ user_id: UserId; recipient: number }> {
    for (const [user_id, recipient] of this.persons) yield { user_id, recipient };
    for (const { recipient_id: recipient, user_ids } of this.conversations.values())
      for (const user_id of user_ids) yield { user_id, recipient };
  }
}
