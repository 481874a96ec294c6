// The steps of an erasure. Each is one short write, so that other writes do not wait long, and records its progress, so that a
// stop or crash loses nothing. [PD8]

import type { ChannelId, MessageId, RecipientId } from '@stoa/contract';
import { withBoundsAnnounced } from '../../conversation/channels/channel-bounds.actions.ts';
import { findChannel } from '../../conversation/channels/channels.queries.ts';
import { replaceEarlier } from '../../conversation/message-edits/history.actions.ts';
import { findRenderings, setRendering } from '../../conversation/message-edits/rerendering.actions.ts';
import { deleteMessages } from '../../conversation/messages/deletion.actions.ts';
import { removeReactionsOf } from '../../conversation/reactions/reactions.actions.ts';
import { removeSubscriptionsOf } from '../../conversation/subscriptions/accounts.actions.ts';
import { forgetNamesOf } from '../../features/audit-log/audit-log.actions.ts';
import { forgetInvitesOf } from '../../features/invites/invite-status.actions.ts';
import { removeAttachmentsOf } from '../../features/uploads/uploads.actions.ts';
import { getUserRow } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { deleteRows } from '../../kit/database/delete-rows.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { mentionMark, withoutName } from './mentions.rules.ts';
import { type ErasureRow, STAGES, type Stage } from './personal-data.tables.ts';
import { forgetPersonalExportsOf } from './personal-exports.actions.ts';

/** Ids of messages that one step scans for each message that it may change. */
const IDS_PER_MESSAGE = 20;

export interface StepServices {
  /** The tables whose rows are deleted with their account, and the column that refers to it. */
  readonly tables: readonly (readonly [table: string, owner: string])[];
}

/** One step of an erasure that has not finished: changes or removes at most `at_once` messages, reactions, files and the like. */
export async function eraseStep(
  context: WriteContext,
  realm: Realm,
  erasure: ErasureRow,
  services: StepServices,
  at_once: number,
): Promise<void> {
  const { user_id, realm_id } = erasure;
  const steps: Readonly<Record<Stage, () => Promise<boolean>>> = {
    reactions: async () => {
      const user = await getUserRow(context.tx, realm_id, user_id);
      return (await removeReactionsOf(context, { ...user, realm }, at_once)) < at_once;
    },
    messages: () => eraseFromMessages(context, erasure, at_once),
    files: async () => {
      const which = { unlinked_only: !erasure.removes_messages, limit: at_once };
      return (await removeAttachmentsOf(context, user_id, which)) < at_once;
    },
    archives: async () => (await forgetPersonalExportsOf(context, realm_id, user_id, at_once)) < at_once,
    subscriptions: async () => (await removeSubscriptionsOf(context, realm_id, user_id, at_once)) < at_once,
    invitations: async () => (await forgetInvitesOf(context, user_id, at_once)) < at_once,
    audit_entries: async () => (await forgetNamesOf(context, user_id, at_once)) < at_once,
    rows: () => deleteOwnRows(context, erasure, services),
  };
  if (await steps[erasure.stage]()) await beginNext(context, erasure);
}

async function beginNext({ tx, now }: WriteContext, { user_id, stage }: ErasureRow): Promise<void> {
  const next = STAGES[STAGES.indexOf(stage) + 1];
  if (next) await tx.run(sql`update erasures set stage = ${next} where user_id = ${user_id}`);
  else await tx.run(sql`update erasures set finished_at = ${seconds(now)} where user_id = ${user_id}`);
}

interface FoundMessage {
  readonly id: MessageId;
  readonly is_own: boolean;
  readonly recipient_id: RecipientId;
  readonly stream_id: ChannelId | null;
  readonly subject: string;
}

/** The next messages by id: removes the account's own, and takes its name out of mentions. True at the end. [PD9] */
async function eraseFromMessages(context: WriteContext, erasure: ErasureRow, at_once: number): Promise<boolean> {
  const { tx } = context;
  const { user_id, realm_id, removes_messages, after_id, until_id } = erasure;
  const mentioning = `%${mentionMark(user_id)}%`;
  const end = Math.min(until_id, after_id + IDS_PER_MESSAGE * at_once);
  const own = sql`(${removes_messages} and sender_id = ${user_id})`;
  // The plus sign keeps an engine from reading all messages of the organization instead of these.
  const rows = await tx.all<FoundMessage>(
    sql`select id, case when ${own} then true else false end as is_own, messages.recipient_id, stream_id, subject
     from messages join recipients on recipients.recipient_id = messages.recipient_id
     where id > ${after_id} and id <= ${end} and +messages.realm_id = ${realm_id}
       and (${own} or rendered_content like ${mentioning} or exists (select 1 from message_edits
         where message_edits.message_id = messages.id and prev_rendered_content like ${mentioning}))
     order by id limit ${at_once}`,
  );
  const done_id = rows.length === at_once ? rows.at(-1)!.id : end;
  const removed = rows.filter(({ is_own }) => is_own);
  await removeMessages(context, erasure, removed);
  const foreign_ids = rows.filter(({ is_own }) => !is_own).map(({ id }) => id);
  await removeName(context, erasure, foreign_ids, mentioning);
  await tx.run(
    sql`update erasures set after_id = ${done_id}, messages_removed = messages_removed + ${removed.length},
       mentions_changed = mentions_changed + ${foreign_ids.length} where user_id = ${user_id}`,
  );
  return done_id >= until_id;
}

async function removeMessages(
  context: WriteContext,
  { realm_id }: ErasureRow,
  messages: readonly FoundMessage[],
): Promise<void> {
  const places = new Map<RecipientId, FoundMessage[]>();
  for (const message of messages) getOrSet(places, message.recipient_id, () => []).push(message);
  for (const [recipient_id, of_place] of places) {
    const { stream_id } = of_place[0]!;
    const channel = stream_id === null ? null : await findChannel(context.tx, realm_id, stream_id);
    await withBoundsAnnounced(context, realm_id, channel ? [channel] : [], () =>
      deleteMessages(context, { recipient_id, stream_id }, of_place),
    );
  }
}

interface EarlierRow {
  readonly message_id: MessageId;
  readonly position: number;
  readonly prev_content: string | null;
  readonly prev_rendered_content: string | null;
}

async function removeName(
  context: WriteContext,
  { user_id }: ErasureRow,
  ids: readonly MessageId[],
  mentioning: string,
): Promise<void> {
  if (ids.length === 0) return;
  for (const message of await findRenderings(context.tx, ids)) {
    const { content, rendered_content } = withoutName(message, user_id);
    if (content !== message.content || rendered_content !== message.rendered_content)
      await setRendering(context, message, rendered_content, content);
  }
  const earlier = await context.tx.all<EarlierRow>(
    sql`select message_id, position, prev_content, prev_rendered_content from message_edits
     where message_id in (${sql.list(ids)}) and prev_rendered_content like ${mentioning}`,
  );
  for (const edit of earlier) {
    const before = { content: edit.prev_content ?? '', rendered_content: edit.prev_rendered_content ?? '' };
    await replaceEarlier(context, edit, withoutName(before, user_id));
  }
}

/** Deletes from the first table that still has rows. True if none has. */
async function deleteOwnRows(
  { tx }: WriteContext,
  { user_id }: ErasureRow,
  { tables }: StepServices,
): Promise<boolean> {
  for (const [table, owner] of tables)
    if ((await deleteRows(tx, table, sql`${sql.raw(owner)} = ${user_id}`)) > 0) return false;
  return true;
}
