// Writes personal settings of subscriptions; only the owner's clients receive them. [SB16] [SB17]

import {
  CHANNEL_NOTIFICATIONS,
  type ChannelId,
  type ChannelNotification,
  type EventBody,
  type OwnProperty,
  Refused,
  subscriptionUpdate,
  type UserId,
  type UserSetting,
} from '@stoa/contract';
import type { SettingsChange } from '../../identity/settings/settings.hooks.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { forClients, knowing } from '../channels/channel-events.present.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { type OwnSetting, ownSetting } from './own-settings.rules.ts';
import type { SubscriptionRow } from './subscriptions.tables.ts';

export interface Setting {
  readonly stream_id: ChannelId;
  readonly property: OwnProperty;
  readonly value: boolean | string | null;
}

/** All settings, or none if one is invalid. */
export async function setOwnSettings(
  context: WriteContext,
  user_id: UserId,
  settings: readonly Setting[],
): Promise<void> {
  const checked = settings.map(({ stream_id, property, value }) => ({ stream_id, ...ownSetting(property, value) }));
  for (const { stream_id, ...setting } of checked) await setOwn(context, user_id, stream_id, setting);
}

async function setOwn(
  { tx, emit }: WriteContext,
  user_id: UserId,
  stream_id: ChannelId,
  { column, value }: OwnSetting,
): Promise<void> {
  const row = await tx.get<SubscriptionRow & Pick<ChannelRow, 'is_archived'>>(
    sql`select subscriptions.*, is_archived from subscriptions join channels on channels.stream_id = subscriptions.stream_id
     where user_id = ${user_id} and subscriptions.stream_id = ${stream_id} and active`,
  );
  if (!row) throw Refused('channel_not_subscribed', { channel: stream_id });
  if (row[column] === value) return;
  await tx.run(
    sql`update subscriptions set ${sql.raw(column)} = ${value} where user_id = ${user_id} and stream_id = ${stream_id}`,
  );
  const announce = (update: Pick<EventBody<typeof subscriptionUpdate>, 'property' | 'value'>) =>
    emit(subscriptionUpdate, forClients({ stream_id, ...update }, knowing(row.is_archived)), { users: [user_id] });
  announce({ property: column, value });
  // Older clients know it under its former name.
  if (column === 'is_muted') announce({ property: 'in_home_view', value: !value });
}

/** An account setting that applies to channels without their own. */
type ChannelDefault = (typeof CHANNEL_NOTIFICATIONS)[ChannelNotification];

/** Fewer than the ids that one log entry has for its events. */
const CHANNELS_PER_ENTRY = 500;

/** For clients without support for null: sends the new effective value of channels without their own setting. [SB24] */
export async function announceDefaults(
  context: WriteContext,
  { user_id, names, settings }: SettingsChange,
): Promise<void> {
  for (const name of names) if (isChannelDefault(name)) await announceDefault(context, user_id, name, settings[name]!);
}

const isChannelDefault = (name: UserSetting): name is ChannelDefault =>
  (Object.values(CHANNEL_NOTIFICATIONS) as UserSetting[]).includes(name);

async function announceDefault(
  { tx, emit }: WriteContext,
  user_id: UserId,
  setting: ChannelDefault,
  value: boolean,
): Promise<void> {
  const properties = Object.keys(CHANNEL_NOTIFICATIONS) as (keyof typeof CHANNEL_NOTIFICATIONS)[];
  const property = properties.find((name) => CHANNEL_NOTIFICATIONS[name] === setting)!;
  const rows = await tx.all<Pick<ChannelRow, 'stream_id' | 'is_archived'>>(
    sql`select channels.stream_id, is_archived from subscriptions join channels on channels.stream_id = subscriptions.stream_id
     where user_id = ${user_id} and active and ${sql.raw(property)} is null order by channels.stream_id`,
  );
  for (const archived of [false, true]) {
    const stream_ids = rows.filter((row) => row.is_archived === archived).map((row) => row.stream_id);
    const clients = { notification_settings_null: false, ...knowing(archived) };
    for (const [stream_id, ...more_stream_ids] of batchesOf(stream_ids, CHANNELS_PER_ENTRY)) {
      const body = { stream_id: stream_id!, more_stream_ids, property: property as ChannelNotification, value };
      emit(subscriptionUpdate, forClients(body, clients), { users: [user_id] });
    }
  }
}
