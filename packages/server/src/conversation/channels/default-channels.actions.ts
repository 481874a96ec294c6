// Which channels new accounts are subscribed to. [CH24]

import { type ChannelId, defaultStreams, Refused, ROLE } from '@stoa/contract';
import type { RoleChange } from '../../identity/users/users.hooks.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findDefaultIds, getVisibleChannel } from './channels.queries.ts';
import type { ChannelRow } from './channels.tables.ts';

/** Adds a default channel or removes it. Does not check the kind of channel. */
export async function setDefault(context: WriteContext, channel: ChannelRow, is_default: boolean): Promise<void> {
  if (channel.is_default === is_default) return;
  await context.tx.run(sql`update channels set is_default = ${is_default} where stream_id = ${channel.stream_id}`);
  const { stream_id } = channel;
  context.record({ kind: 'channel_changed', stream_id, changes: changesBetween(channel, { is_default }) });
  await announceDefaults(context, channel);
}

/** Guests are left out, as they may not know of all of these channels. */
async function announceDefaults({ tx, emit }: WriteContext, { realm_id }: ChannelRow): Promise<void> {
  emit(defaultStreams, { default_streams: await findDefaultIds(tx, realm_id) }, { role_at_most: ROLE.member });
}

/** [CH400] */
export async function announceDefaultsOfRole(
  { tx, emit }: WriteContext,
  { realm, user: { user_id }, from, to }: RoleChange,
): Promise<void> {
  if ((from === ROLE.guest) === (to === ROLE.guest)) return;
  const all = await findDefaultIds(tx, realm.realm_id);
  if (all.length > 0) emit(defaultStreams, { default_streams: to === ROLE.guest ? [] : all }, { users: [user_id] });
}

export async function addDefault(context: WriteContext, actor: Actor, stream_id: ChannelId): Promise<void> {
  const channel = await getVisibleChannel(context.tx, actor.realm, actor, stream_id);
  if (channel.is_archived) throw Refused('channel_archived');
  if (channel.invite_only) throw Refused('channel_default_private');
  await setDefault(context, channel, true);
}

export async function removeDefault(context: WriteContext, actor: Actor, stream_id: ChannelId): Promise<void> {
  await setDefault(context, await getVisibleChannel(context.tx, actor.realm, actor, stream_id), false);
}
