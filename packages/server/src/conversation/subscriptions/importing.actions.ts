// Writes the subscriptions of an imported channel, with when they began and ended. Nobody is told.
import type { ChannelId, UserId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { addToSubscriptionCount } from './subscriptions.actions.ts';
import { newSettings } from './subscriptions.present.ts';

export const CHANNEL_NOTIFICATIONS = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;
export type ChannelNotification = (typeof CHANNEL_NOTIFICATIONS)[number];

export interface ImportedSubscription {
  readonly user_id: UserId;
  readonly active: boolean;
  readonly color: string | undefined;
  readonly is_muted: boolean;
  readonly pin_to_top: boolean;
  readonly notifications: Partial<Record<ChannelNotification, boolean>>;
  /** In order; only the last may be open, and is if the subscription is active. */
  readonly spans: readonly { readonly after_message_id: number; readonly until_message_id: number | null }[];
}

/** As an import added them, with the number of their spans then. */
export interface AddedSubscription {
  readonly stream_id: ChannelId;
  readonly user_id: UserId;
  readonly spans: number;
}

/** Removes subscriptions that an import added; those that people have begun again since are their own. */
export async function removeImportedSubscriptions(
  tx: Transaction,
  subscriptions: readonly AddedSubscription[],
): Promise<void> {
  const gone = new Map<ChannelId, number>();
  for (const { stream_id, user_id, spans } of subscriptions) {
    const own = sql`stream_id = ${stream_id} and user_id = ${user_id}`;
    const begun = await tx.get<{ count: number }>(sql`select count(*) as count from subscription_spans where ${own}`);
    if (begun!.count > spans) continue;
    await tx.run(sql`delete from subscription_spans where ${own}`);
    const row = await tx.get<{ active: boolean }>(sql`delete from subscriptions where ${own} returning active`);
    if (row?.active) gone.set(stream_id, (gone.get(stream_id) ?? 0) + 1);
  }
  for (const [stream_id, count] of gone) await addToSubscriptionCount(tx, stream_id, -count);
}

/** Those of people who were never subscribed to the channel; the others stay as they are. Returns whose were written. */
export async function insertImportedSubscriptions(
  tx: Transaction,
  stream_id: ChannelId,
  subscriptions: readonly ImportedSubscription[],
): Promise<ReadonlySet<UserId>> {
  const { color: default_color } = newSettings(stream_id);
  const added = new Map<UserId, boolean>();
  for (const batch of batchesOf(subscriptions))
    for (const { user_id, active } of await tx.all<{ user_id: UserId; active: boolean }>(
      sql`insert into subscriptions (user_id, stream_id, active, color, is_muted, pin_to_top,
         desktop_notifications, audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify)
         values ${sql.rows(
           batch.map(({ user_id, active, color, is_muted, pin_to_top, notifications }) => [
             user_id,
             stream_id,
             active,
             color ?? default_color,
             is_muted,
             pin_to_top,
             notifications.desktop_notifications ?? null,
             notifications.audible_notifications ?? null,
             notifications.push_notifications ?? null,
             notifications.email_notifications ?? null,
             notifications.wildcard_mentions_notify ?? null,
           ]),
         )} on conflict do nothing returning user_id, active`,
    ))
      added.set(user_id, active);
  // Its place among the log entries of the import only says which span came first.
  const spans = subscriptions.flatMap(({ user_id, spans: own }) =>
    (added.has(user_id) ? own : []).map(({ after_message_id, until_message_id }, at) => ({
      user_id,
      after_message_id,
      until_message_id,
      after_event_id: 2 * at + 1,
      until_event_id: until_message_id === null ? null : 2 * at + 2,
    })),
  );
  for (const batch of batchesOf(spans))
    await tx.run(
      sql`insert into subscription_spans (user_id, stream_id, after_message_id, until_message_id, after_event_id, until_event_id)
       values ${sql.rows(
         batch.map(({ user_id, after_message_id, until_message_id, after_event_id, until_event_id }) => [
           user_id,
           stream_id,
           after_message_id,
           until_message_id,
           after_event_id,
           until_event_id,
         ]),
       )}`,
    );
  await addToSubscriptionCount(tx, stream_id, [...added.values()].filter(Boolean).length);
  return new Set(added.keys());
}
