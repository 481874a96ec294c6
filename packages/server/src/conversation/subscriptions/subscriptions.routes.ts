// Joining, creating and leaving channels, personal settings, and subscription lookups.
import {
  createStream,
  getSubscriptionStatus,
  getSubscriptions,
  getUserChannels,
  type IncludeSubscribers,
  subscribe,
  unsubscribe,
  updateSubscriptionSetting,
  updateSubscriptionSettings,
  updateSubscriptions,
} from '@stoa/contract';
import { getVisibleUser } from '../../identity/users/users.queries.ts';
import { RawResult, type Route, read, write } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { findVisibleTexts } from '../channels/channel-texts.queries.ts';
import { getVisibleChannel } from '../channels/channels.queries.ts';
import { createWithSubscribers, joinChannels } from './joining.actions.ts';
import { leaveChannels } from './leaving.actions.ts';
import { setOwnSettings } from './own-settings.actions.ts';
import { findSubscriptionState, findVisibleSubscriptions, isSubscribed } from './subscriptions.queries.ts';
import { changeSubscriptions } from './updating.actions.ts';

export const subscriptionsRoutes: Route[] = [
  read(getSubscriptions, async ({ db, actor, now }, { include_subscribers }) => {
    const channels = await findVisibleTexts(db, actor, now, { only_subscribed: true });
    const { subscriptions } = await findSubscriptionState(db, actor, channels, {
      include_subscribers: String(include_subscribers) as IncludeSubscribers,
      knows_null: false,
      now,
    });
    return new RawResult(fieldsOf({ subscriptions }));
  }),
  write(subscribe, joinChannels),
  write(createStream, createWithSubscribers),
  write(unsubscribe, leaveChannels),
  write(updateSubscriptions, changeSubscriptions),
  write(updateSubscriptionSettings, async (context, { subscription_data }) => {
    await setOwnSettings(context, context.actor.user_id, subscription_data);
    return {};
  }),
  write(updateSubscriptionSetting, async (context, setting) => {
    await setOwnSettings(context, context.actor.user_id, [setting]);
    return {};
  }),
  read(getSubscriptionStatus, async ({ db, actor, realm }, { user_id, stream_id }) => {
    const user = await getVisibleUser(db, actor, user_id);
    await getVisibleChannel(db, realm, actor, stream_id);
    return { is_subscribed: user.is_active && (await isSubscribed(db, user_id, stream_id)) };
  }),
  read(getUserChannels, async ({ db, actor }, { user_id }) => {
    const user = await getVisibleUser(db, actor, user_id);
    return { subscribed_channel_ids: user.is_active ? await findVisibleSubscriptions(db, actor, user_id) : [] };
  }),
];
