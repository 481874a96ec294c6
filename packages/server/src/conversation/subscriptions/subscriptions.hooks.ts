// Hooks of subscriptions, triggered within the write.
import type { RecipientId, UserId } from '@stoa/contract';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { hook } from '../../kit/write/hook.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';

/** People are no longer in a channel, for whatever reason. */
export const subscriptionsEnded = hook<{
  readonly recipient_id: RecipientId;
  readonly user_ids: readonly UserId[];
}>('subscriptions ended');

/** People left channels or were removed from them by a request. */
export const channelsLeft = hook<{
  readonly realm: Realm;
  readonly people: readonly UserRow[];
  readonly channels: readonly ChannelRow[];
  /** The request asks to keep their bots subscribed. */
  readonly keep_bots: boolean;
}>('channels left');
