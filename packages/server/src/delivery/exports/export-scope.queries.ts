// The scope of an export: which messages, channels and private data it may contain. Follows the rules for readers. [EX4]

import type { ChannelId, ExportType, MessageId, RecipientId, UserId } from '@stoa/contract';
import {
  findReadableRanges,
  type ReadableRange,
  wholeRange,
} from '../../conversation/access/readable-ranges.queries.ts';
import type { ChannelRow } from '../../conversation/channels/channels.queries.ts';
import { findActor } from '../../identity/auth/auth.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { PermanentJobFailure } from '../../kit/jobs/jobs.ts';
import { findConsents, hasFullContentAccess } from './exports.queries.ts';

export interface ExportScope {
  readonly type: ExportType;
  readonly channels: readonly ChannelRow[];
  hasMessage(message: { readonly id: MessageId; readonly recipient_id: RecipientId }): boolean;
  /** Whether it includes the account's settings, drafts and hidden address. */
  hasPrivateDataOf(user_id: UserId): boolean;
}

export async function findExportScope(db: Connection, realm: Realm, type: ExportType): Promise<ExportScope> {
  const channels = await db.all<ChannelRow>(
    sql`select * from channels where realm_id = ${realm.realm_id} order by stream_id`,
  );
  if (type === 'full_without_consent') {
    if (!(await hasFullContentAccess(db, realm.realm_id)))
      throw new PermanentJobFailure('owners no longer have full access to the content');
    return { type, channels, hasMessage: () => true, hasPrivateDataOf: () => true };
  }
  const open = channels.filter(({ invite_only }) => !invite_only);
  const consenting =
    type === 'public' ? [] : (await findConsents(db, realm.realm_id)).filter((consent) => consent.consented);
  const ranges = new Map<RecipientId, ReadableRange[]>();
  for (const { recipient_id } of open) ranges.set(recipient_id, [wholeRange(recipient_id)]);
  const readable = new Set<ChannelId>(open.map(({ stream_id }) => stream_id));
  for (const { user_id } of consenting) {
    const actor = await findActor(db, realm, user_id);
    for (const range of actor ? await findReadableRanges(db, actor) : [])
      getOrSet(ranges, range.recipient_id, () => []).push(range);
  }
  for (const { stream_id, recipient_id } of channels) if (ranges.has(recipient_id)) readable.add(stream_id);
  const agreed = new Set(consenting.map(({ user_id }) => user_id));
  return {
    type,
    channels: channels.filter(({ stream_id }) => readable.has(stream_id)),
    hasMessage: ({ id, recipient_id }) =>
      (ranges.get(recipient_id) ?? []).some(({ after_id, until_id }) => after_id < id && id <= until_id),
    hasPrivateDataOf: (user_id) => agreed.has(user_id),
  };
}
