// Messages from the server about channels: being subscribed by somebody else, and new channels. [SB20] [SB21]
import { type ChannelId, LIMITS, type UserId } from '@stoa/contract';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type ChannelRow, findChannel } from '../channels/channels.queries.ts';
import { NEW_CHANNELS_TOPIC } from '../channels/channels.rules.ts';
import { channelLink, silentMention } from '../messages/notice-texts.rules.ts';
import { sendSystemDirectMessage } from '../messages/system-direct.actions.ts';
import { sendSystemMessage } from '../messages/system-messages.actions.ts';
import type { Change } from './peers.actions.ts';

function list(channels: readonly ChannelRow[]): string {
  return channels.map((channel) => `* ${channelLink(channel)}`).join('\n');
}

/** Notifies people whom somebody else subscribed, unless there are too many; returns whether it did. [SB20] */
export async function notifySubscribed(
  context: WriteContext,
  actor: Actor,
  changes: readonly Change[],
  people: readonly UserRow[],
  created: readonly ChannelRow[],
): Promise<boolean> {
  const come = new Map<UserId, ChannelRow[]>();
  for (const { channel, users } of changes)
    for (const { user_id } of users) getOrSet(come, user_id, () => [] as ChannelRow[]).push(channel);
  if (come.size > LIMITS.max_bulk_new_subscription_messages) return false;
  for (const { user_id, is_bot } of people) {
    const joined = (come.get(user_id) ?? []).filter((channel) => !created.includes(channel));
    if (user_id === actor.user_id || is_bot || joined.length === 0) continue;
    const what =
      joined.length === 1
        ? ` subscribed you to the channel ${channelLink(joined[0]!)}.`
        : ` subscribed you to these channels:\n\n${list(joined)}`;
    await sendSystemDirectMessage(context, actor.realm, user_id, silentMention(actor) + what);
  }
  return true;
}

/** Announces new public channels in the organization's channel for that. [SB21] */
export async function announceCreated(
  context: WriteContext,
  actor: Actor,
  created: readonly ChannelRow[],
): Promise<void> {
  const open = created.filter(({ invite_only }) => !invite_only);
  if (open.length === 0) return;
  const { realm } = actor;
  const { new_stream_announcements_stream_id } = await getRealmSettings(context.tx, realm.realm_id);
  const channel = await findChannel(context.tx, realm.realm_id, new_stream_announcements_stream_id as ChannelId);
  if (!channel || channel.is_archived) return;
  const what =
    open.length === 1 ? ` created a new channel ${channelLink(open[0]!)}.` : ` created new channels:\n\n${list(open)}`;
  const topic = channel.topics_policy === 'empty_topic_only' ? '' : NEW_CHANNELS_TOPIC;
  await sendSystemMessage(context, realm, { channel, topic, content: silentMention(actor) + what });
}
