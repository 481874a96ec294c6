// The rows this slice owns.
import type { ChannelId, MessageId, RealmId, RecipientId, UserId } from '@stoa/contract';
import type { Generated } from 'kysely';

export interface MessageTables {
  messages: {
    id: Generated<MessageId>;
    realm_id: RealmId;
    recipient_id: RecipientId;
    sender_id: UserId;
    /** The topic as written; empty for direct messages. */
    subject: string;
    /** The topic in the form that two equal topics share. */
    topic_key: string;
    content: string;
    rendered_content: string;
    client: string;
    timestamp: number;
    last_edit_timestamp: number | null;
    last_moved_timestamp: number | null;
  };
  recipients: {
    recipient_id: Generated<RecipientId>;
    realm_id: RealmId;
    stream_id: ChannelId | null;
    /** The ids of the people of a direct conversation, in order, joined by commas. */
    user_key: string | null;
  };
  recipient_users: { recipient_id: RecipientId; user_id: UserId };
}
