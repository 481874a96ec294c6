// Hooks of channels, triggered within the write.
import type { ChannelId, RealmId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { hook } from '../../kit/write/hook.ts';
import type { Upcoming } from '../../kit/write/hooks.ts';
import type { ForClients } from './channel-events.present.ts';
import type { ChannelRow } from './channels.tables.ts';

interface ChannelChange {
  readonly actor: Actor;
  readonly channel: ChannelRow;
}

export const channelEdited = hook<{ readonly actor: Actor; readonly before: ChannelRow; readonly after: ChannelRow }>(
  'channel edited',
);

/** A channel is about to be archived; messages can still be sent to it. */
export const channelArchiving = hook<ChannelChange>('channel archiving');

export const channelArchived = hook<ChannelChange>('channel archived');

/** `clients`: those that receive the channel as if it were new. */
export const channelUnarchived = hook<ChannelChange & { readonly clients: ForClients }>('channel unarchived');

/** The change that follows may take away somebody's access to these channels. */
export const accessChanging = hook<
  { readonly realm_id: RealmId; readonly stream_ids: readonly ChannelId[] } & Upcoming
>('access to channels changing');
