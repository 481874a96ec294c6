// What changes of subscriptions announce, within the write that makes them.
import type { RecipientId, UserId } from '@stoa/contract';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Realm } from '../../kit/actor.ts';
import { hook } from '../../kit/hooks.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';

/** People are no longer in a channel, for whatever reason. */
export const subscriptionsEnded = hook<{
  readonly recipient_id: RecipientId;
  readonly user_ids: readonly UserId[];
}>('subscriptions ended');

/** People left channels or were removed from them by somebody's request. */
export const channelsLeft = hook<{
  readonly realm: Realm;
  readonly people: readonly UserRow[];
  readonly channels: readonly ChannelRow[];
  /** The request asks that their bots stay. */
  readonly keep_bots: boolean;
}>('channels left');
