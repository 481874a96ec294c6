// The rows this slice owns.
import type {
  Channel,
  ChannelId,
  ChannelPermission,
  GroupSettingValue,
  RealmId,
  RecipientId,
  UserId,
} from '@stoa/contract';

/** A channel as it is stored. */
export type ChannelRow = Record<ChannelPermission, GroupSettingValue> & {
  stream_id: ChannelId;
  realm_id: RealmId;
  /** What messages to the channel are addressed to. */
  recipient_id: RecipientId;
  name: string;
  /** `name` in the form that two equal names share. */
  name_key: string;
  description: string;
  rendered_description: string;
  /** Seconds since 1970. */
  date_created: number;
  creator_id: UserId | null;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  is_archived: boolean;
  /** New accounts are subscribed to it. */
  is_default: boolean;
  /** Days; null: as the organization; -1: forever. */
  message_retention_days: number | null;
  topics_policy: Channel['topics_policy'];
  folder_id: number | null;
  /** Counts the changes of the row and of who is subscribed. */
  revision: number;
  /** How many rows of subscriptions are active, those of deactivated people included. */
  active_subscriptions: number;
};
