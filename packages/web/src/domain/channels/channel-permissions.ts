// What the reader may do with a channel. Mirrors the server's rules, so that nothing is offered in vain. Pure.
import {
  CHANNEL_PERMISSION_SETTINGS,
  type Channel,
  type ChannelPermission,
  holdsPermission,
  holdsRealmPermission,
} from '@stoa/contract';
import { findSubscription, type State } from '../../model/state/state.ts';

const holds = (state: State, channel: Channel, permission: ChannelPermission) =>
  holdsPermission(state, CHANNEL_PERMISSION_SETTINGS[permission], channel[permission]);

const isSubscribed = (state: State, { stream_id }: Pick<Channel, 'stream_id'>) =>
  findSubscription(state, stream_id) !== null;

export function mayRead(state: State, channel: Channel): boolean {
  if (channel.is_web_public || isSubscribed(state, channel)) return true;
  if (state.is_guest) return false;
  return (
    !channel.invite_only ||
    holds(state, channel, 'can_subscribe_group') ||
    holds(state, channel, 'can_add_subscribers_group')
  );
}

export const mayJoin = (state: State, channel: Channel) => !channel.is_archived && mayRead(state, channel);

export const mayAdminister = (state: State, channel: Channel) =>
  state.is_admin || (!state.is_guest && holds(state, channel, 'can_administer_channel_group'));

/** Permissions that decide who reads a channel can only be changed by its readers. */
export const mayChangeAccess = (state: State, channel: Channel) =>
  mayAdminister(state, channel) && mayRead(state, channel);

export function mayAddSubscribers(state: State, channel: Channel): boolean {
  if (channel.is_archived || state.is_guest || !mayRead(state, channel)) return false;
  return (
    holdsRealmPermission(state, 'can_add_subscribers_group') ||
    holds(state, channel, 'can_add_subscribers_group') ||
    holds(state, channel, 'can_administer_channel_group')
  );
}

export const mayRemoveSubscribers = (state: State, channel: Channel) =>
  state.is_admin ||
  (!state.is_guest &&
    (holds(state, channel, 'can_remove_subscribers_group') || holds(state, channel, 'can_administer_channel_group')));

export const mayResolveTopics = (state: State, channel: Channel) =>
  !channel.is_archived &&
  (holdsRealmPermission(state, 'can_resolve_topics_group') || holds(state, channel, 'can_resolve_topics_group'));

export const mayRenameTopics = (state: State, channel: Channel) =>
  !channel.is_archived &&
  (holdsRealmPermission(state, 'can_move_messages_between_topics_group') ||
    holds(state, channel, 'can_move_messages_within_channel_group'));

export const mayMoveOut = (state: State, channel: Channel) =>
  !channel.is_archived &&
  (holdsRealmPermission(state, 'can_move_messages_between_channels_group') ||
    holds(state, channel, 'can_move_messages_out_of_channel_group'));

/** Somewhere, be it only to another topic or only to another channel. [WB804] */
export const mayMove = (state: State, channel: Channel) =>
  mayRenameTopics(state, channel) || mayMoveOut(state, channel);

export const mayDeleteTopics = (state: State, channel: Channel) =>
  holdsRealmPermission(state, 'can_delete_any_message_group') || holds(state, channel, 'can_delete_any_message_group');

export const maySend = (state: State, channel: Channel) =>
  !channel.is_archived && mayRead(state, channel) && holds(state, channel, 'can_send_message_group');

export const mayBeginTopics = (state: State, channel: Channel) => holds(state, channel, 'can_create_topic_group');

/** The policy in effect: the channel's own, or the organization's. */
export function topicsPolicy(state: State, { topics_policy }: Pick<Channel, 'topics_policy'>) {
  return topics_policy === 'inherit' ? state.realm_topics_policy : topics_policy;
}
