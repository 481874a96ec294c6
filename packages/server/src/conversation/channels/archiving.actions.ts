// Archives and unarchives channels. Subscriptions stay. [CH22] [CH23]
import { type ChannelId, Refused, streamUpdate } from '@stoa/contract';
import { findGroupIds } from '../../identity/membership/membership.queries.ts';
import { forgetChannel } from '../../identity/realm/channel-settings.actions.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findOutsiders } from './audience.queries.ts';
import { forClients } from './channel-events.present.ts';
import { announceChannels, findAware, retractChannels } from './channel-visibility.actions.ts';
import { channelArchived, channelArchiving, channelUnarchived } from './channels.hooks.ts';
import { countChannels, countChannelsBy, getVisibleChannel } from './channels.queries.ts';
import type { ChannelRow } from './channels.tables.ts';
import { setDefault } from './default-channels.actions.ts';
import { checkAdministers } from './editing.rules.ts';
import { findSubscriberIds } from './subscribers.queries.ts';

/** Clients with support for archived channels keep them; for others they disappear and reappear. */
const KEEPING = { archived_channels: true };
const DROPPING = { archived_channels: false };

export async function archiveChannel(context: WriteContext, actor: Actor, stream_id: ChannelId): Promise<void> {
  const { tx } = context;
  const channel = await getVisibleChannel(tx, actor.realm, actor, stream_id);
  checkAdministers(actor, channel, await findGroupIds(tx, actor));
  if (channel.is_archived) throw Refused('channel_archived');
  await context.trigger(channelArchiving, { actor, channel });
  await setArchived(context, channel, true);
  await context.trigger(channelArchived, { actor, channel });
  retractChannels(context, [channel], await findAware(tx, channel), DROPPING);
  await setDefault(context, channel, false);
  await forgetChannel(context, channel.realm_id, stream_id);
}

export async function unarchive(context: WriteContext, actor: Actor, channel: ChannelRow): Promise<void> {
  const { tx, caps } = context;
  if (channel.creator_id !== null)
    caps.check('channels-per-account', (await countChannelsBy(tx, channel.creator_id)).active);
  caps.check('channels-per-organization', (await countChannels(tx, channel.realm_id)).active);
  await setArchived(context, channel, false);
  const unarchived = { ...channel, is_archived: false };
  const except = await findSubscriberIds(tx, channel.stream_id);
  await announceChannels(
    context,
    channel.realm_id,
    [unarchived],
    { ...(await findOutsiders(tx, channel)), except },
    DROPPING,
  );
  await context.trigger(channelUnarchived, { actor, channel: unarchived, clients: DROPPING });
}

async function setArchived(
  { tx, emit, record }: WriteContext,
  channel: ChannelRow,
  is_archived: boolean,
): Promise<void> {
  const { stream_id, name } = channel;
  await tx.run(sql`update channels set is_archived = ${is_archived} where stream_id = ${stream_id}`);
  record({ kind: is_archived ? 'channel_archived' : 'channel_unarchived', stream_id });
  const update = { stream_id, name, property: 'is_archived' as const, value: is_archived };
  emit(streamUpdate, forClients(update, KEEPING), await findAware(tx, channel));
}
