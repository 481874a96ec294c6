// Who may edit, move and delete what: permissions of the organization and of the channel.

import { CHANNEL_PERMISSION_SETTINGS, type ChannelPermission, type RealmPermission, type UserId } from '@stoa/contract';
import { belongsTo } from '../../identity/membership/membership.queries.ts';
import { mayInOrganization } from '../../identity/realm/realm-settings.queries.ts';
import { type Actor, isGuest } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';

const PAIRS = {
  move_topics: ['can_move_messages_between_topics_group', 'can_move_messages_within_channel_group'],
  move_channels: ['can_move_messages_between_channels_group', 'can_move_messages_out_of_channel_group'],
  resolve: ['can_resolve_topics_group', 'can_resolve_topics_group'],
  delete_any: ['can_delete_any_message_group', 'can_delete_any_message_group'],
  delete_own: ['can_delete_own_message_group', 'can_delete_own_message_group'],
} as const satisfies Record<string, readonly [RealmPermission, ChannelPermission]>;

/** The channel's permission adds to the organization's; direct messages (null) have only the latter. [ED8] */
export async function mayIn(
  db: Connection,
  actor: Actor,
  channel: ChannelRow | null,
  deed: keyof typeof PAIRS,
): Promise<boolean> {
  const [of_organization, of_channel] = PAIRS[deed];
  if (await mayInOrganization(db, actor, of_organization)) return true;
  return channel !== null && holdsOfChannel(db, actor, channel, of_channel);
}

/** Guests hold only permissions that everyone can be given, whatever groups they are in. */
async function holdsOfChannel(
  db: Connection,
  actor: Actor,
  channel: ChannelRow,
  permission: ChannelPermission,
): Promise<boolean> {
  if (isGuest(actor) && !CHANNEL_PERMISSION_SETTINGS[permission].allow_everyone_group) return false;
  return belongsTo(db, actor, channel[permission]);
}

/** Whether the actor or a bot of theirs sent the message. [ED31] */
export async function isOwn(db: Connection, actor: Actor, sender_id: UserId): Promise<boolean> {
  if (sender_id === actor.user_id) return true;
  const sender = await db.get<{ bot_owner_id: UserId | null }>(
    sql`select bot_owner_id from users where user_id = ${sender_id}`,
  );
  return sender?.bot_owner_id === actor.user_id;
}
