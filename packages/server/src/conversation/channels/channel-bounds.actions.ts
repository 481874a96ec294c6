// Announces the first message and activity of channels after messages were added or removed.
import type { RealmId } from '@stoa/contract';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { announceUpdates, findAware, type Update } from './channel-visibility.actions.ts';
import { isRecentlyActive } from './channels.present.ts';
import type { ChannelRow } from './channels.tables.ts';
import { type ChannelBounds, findChannelBounds } from './facts.queries.ts';

/** Runs a change of messages and announces what it changes about their channels. [RT3] */
export async function withBoundsAnnounced(
  context: WriteContext,
  realm_id: RealmId,
  channels: readonly ChannelRow[],
  change: () => Promise<void>,
): Promise<void> {
  const { tx, now } = context;
  if (channels.length === 0) return change();
  const find = () =>
    findChannelBounds(
      tx,
      realm_id,
      channels.map(({ stream_id }) => stream_id),
    );
  const before = await find();
  await change();
  const after = await find();
  for (const channel of channels) {
    const of = (bounds: readonly ChannelBounds[]) =>
      propertiesOf(bounds.find(({ stream_id }) => stream_id === channel.stream_id)!, now);
    const updates = updatesBetween(of(before), of(after));
    if (updates.length > 0) announceUpdates(context, channel, updates, await findAware(tx, channel));
  }
}

function propertiesOf({ first_message_id, last_message_timestamp, date_created }: ChannelBounds, now: number) {
  return { first_message_id, is_recently_active: isRecentlyActive(date_created, last_message_timestamp, seconds(now)) };
}
type Properties = ReturnType<typeof propertiesOf>;

function updatesBetween(before: Properties, after: Properties): Update[] {
  const names = ['first_message_id', 'is_recently_active'] as const;
  return names
    .filter((property) => before[property] !== after[property])
    .map((property) => ({ property, value: after[property] }));
}
