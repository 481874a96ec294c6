// Who may join channels, subscribe others and remove them. Pure.
import { type GroupId, Refused } from '@stoa/contract';
import { holds } from '../../identity/membership/group-values.rules.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import { type Actor, isAdministrator, isGuest } from '../../kit/access/actor.ts';
import type { ChannelAccess, ChannelRow } from '../channels/channels.queries.ts';

/** At most this many changes per call: people times channels. [SB10] */
const MAX_CHANGES = 20_000;

export function checkSize(channels: number, people: number): void {
  if (channels * people > MAX_CHANGES) throw Refused('subscriptions_many', { count: MAX_CHANGES });
}

/** Joining needs content access; an administrator with metadata access only may not join. [SB6] */
export function mayJoin(channel: ChannelRow, access: ChannelAccess): boolean {
  return access.content && !channel.is_archived;
}

/**
 * Whether an actor without the organization's permission may subscribe others to this channel. Guests never may. [SB7]
 */
export function maySubscribeOthersTo(actor: Actor, channel: ChannelRow, groups: ReadonlySet<GroupId>): boolean {
  if (isGuest(actor)) return false;
  const { can_add_subscribers_group, can_administer_channel_group } = channel;
  return (
    holds(actor.user_id, groups, can_add_subscribers_group) ||
    holds(actor.user_id, groups, can_administer_channel_group)
  );
}

/** Whether the actor may remove others from a channel they know of. [SB8] */
export function mayUnsubscribe(
  actor: Actor,
  channel: ChannelRow,
  groups: ReadonlySet<GroupId>,
  people: readonly UserRow[],
): boolean {
  const others = people.filter(({ user_id }) => user_id !== actor.user_id);
  if (others.every(({ is_bot, bot_owner_id }) => is_bot && bot_owner_id === actor.user_id)) return true;
  if (isGuest(actor)) return false;
  return (
    isAdministrator(actor) ||
    holds(actor.user_id, groups, channel.can_remove_subscribers_group) ||
    holds(actor.user_id, groups, channel.can_administer_channel_group)
  );
}
