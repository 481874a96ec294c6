// The subscriptions of the reference server's export, with their periods.
import type { UserId } from '@stoa/contract';
import type { ChannelRow } from '../../../conversation/channels/channels.queries.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { sql } from '../../../kit/database/sql.ts';
import type { ExportScope } from '../export-scope.queries.ts';
import { AUDIT } from './layout.rules.ts';
import type { Recipients } from './recipients.ts';
import type { TableFile } from './table-file.ts';

const PLAIN = {
  active: true,
  is_muted: false,
  color: '#c2c2c2',
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

export async function writeSubscriptions(
  db: Connection,
  table: TableFile,
  scope: ExportScope,
  recipients: Recipients,
  active: ReadonlySet<UserId>,
): Promise<void> {
  table.table('zerver_subscription');
  let id = 0;
  for (const { user_id, recipient } of recipients.participants())
    await table.row({ ...PLAIN, id: ++id, user_profile: user_id, recipient, is_user_active: active.has(user_id) });
  for (const { stream_id } of scope.channels) {
    const rows = await db.all<{ user_id: UserId; active: boolean } & Record<string, unknown>>(
      sql`select user_id, active, is_muted, color, pin_to_top, desktop_notifications, audible_notifications, push_notifications,
         email_notifications, wildcard_mentions_notify from subscriptions where stream_id = ${stream_id} order by user_id`,
    );
    for (const { user_id, active: is_active, ...settings } of rows) {
      // Personal settings of a channel are private data.
      const shown = scope.hasPrivateDataOf(user_id) ? settings : {};
      await table.row({
        ...PLAIN,
        ...shown,
        id: ++id,
        user_profile: user_id,
        recipient: recipients.ofChannel(stream_id),
        active: is_active,
        is_user_active: active.has(user_id),
      });
    }
  }
}

/** Beginnings and ends of subscriptions: protected history follows from them. */
export async function writeAuditLog(
  db: Connection,
  table: TableFile,
  realm_id: number,
  channels: readonly ChannelRow[],
): Promise<void> {
  table.table('zerver_realmauditlog');
  let id = 0;
  for (const { stream_id, date_created } of channels) {
    const spans = await db.all<{ user_id: UserId; after_message_id: number; until_message_id: number | null }>(
      sql`select user_id, after_message_id, until_message_id from subscription_spans where stream_id = ${stream_id}
       order by user_id, after_event_id`,
    );
    let last: UserId | null = null;
    for (const { user_id, after_message_id, until_message_id } of spans) {
      const add = (event_type: number, event_last_message_id: number) =>
        table.row({
          id: ++id,
          event_time: date_created,
          backfilled: false,
          extra_data: {},
          event_type,
          realm: realm_id,
          acting_user: user_id,
          modified_user: user_id,
          modified_stream: stream_id,
          modified_user_group: null,
          event_last_message_id,
        });
      await add(last === user_id ? AUDIT.resubscribed : AUDIT.subscribed, after_message_id);
      if (until_message_id !== null) await add(AUDIT.unsubscribed, until_message_id);
      last = user_id;
    }
  }
}
