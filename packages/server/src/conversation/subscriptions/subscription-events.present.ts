// Subscription events that differ between clients: only some support null settings. [SB24]
import type { ChannelId, ChannelNotification, Subscription } from '@stoa/contract';
import { openEvent, type Presenter } from '../../feed/present.ts';
import type { Reader } from '../../feed/reader.ts';
import { type ForClients, isFor, presentChannelEvent } from '../channels/channel-events.present.ts';
import { withDefaults } from './subscriptions.present.ts';

interface Update {
  readonly for_clients?: ForClients;
  readonly stream_id: ChannelId;
  /** Applies to these channels too, so that one log entry serves many. */
  readonly more_stream_ids?: readonly ChannelId[];
  readonly property: ChannelNotification;
  readonly value: unknown;
}

export const presentSubscriptionEvent: Presenter = (entry, queue, reader) => {
  const { capabilities } = queue.options;
  if (entry.op !== 'add' && entry.op !== 'update') return presentChannelEvent(entry, queue, reader);
  const { for_clients, ...body } = entry.body as { for_clients?: ForClients };
  if (for_clients && !isFor(for_clients, capabilities)) return [];
  const knows_null = capabilities.includes('notification_settings_null');
  const open = (number: number, made: object) => {
    const variant = knows_null ? '' : Object.values(reader.channel_defaults).map(Number).join('');
    return entry.text(`${variant}:${number}`, () => openEvent(entry.type, entry.op, { ...made }));
  };
  if (entry.op === 'add') {
    const { subscriptions } = body as { subscriptions: readonly Subscription[] };
    return [
      open(0, knows_null ? body : { subscriptions: subscriptions.map((subscription) => filled(subscription, reader)) }),
    ];
  }
  const { more_stream_ids = [], ...update } = body as Update;
  const { property, value } = update;
  const presented = value === null && !knows_null ? reader.channel_defaults[property] : value;
  return [update.stream_id, ...more_stream_ids].map((stream_id, at) =>
    open(at, { ...update, stream_id, value: presented }),
  );
};

const filled = (subscription: Subscription, { channel_defaults }: Reader) =>
  withDefaults(subscription, channel_defaults);
