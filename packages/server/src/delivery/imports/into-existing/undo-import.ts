// Undoes an import: removes what it created, in short writes. An interrupted run continues. [IM36]

import { type ChannelId, GROUP_PERMISSION_NAMES, type GroupId, type RecipientId, type UserId } from '@stoa/contract';
import {
  emptyImportedChannels,
  hideImportedChannels,
  removeImportedChannel,
} from '../../../conversation/channels/importing.actions.ts';
import { findChannelsById } from '../../../conversation/channels/importing.queries.ts';
import { endImportedEmoji, removeImportedEmoji } from '../../../conversation/emoji/importing.actions.ts';
import { removeImportedMessages } from '../../../conversation/messages/importing.actions.ts';
import { findNotices, findWritten, findWrittenAfter } from '../../../conversation/messages/importing.queries.ts';
import { removeImportedSubscriptions } from '../../../conversation/subscriptions/importing.actions.ts';
import { removeUnlinkedAttachments } from '../../../features/uploads/uploads.actions.ts';
import { hasEventAfter } from '../../../feed/event-log.ts';
import {
  endImportedGroup,
  removeImportedGroups,
  setImportedPermissions,
} from '../../../identity/groups/importing.actions.ts';
import { systemGroupIds } from '../../../identity/membership/membership.queries.ts';
import { bumpRenderDictionary } from '../../../identity/realm/render-dictionary.actions.ts';
import { BatchSize } from '../../../kit/bulk-writes/batch-size.ts';
import { batchesOf, inBatches } from '../../../kit/database/batches.ts';
import { seconds } from '../../../kit/time/clock.ts';
import { logPosition } from '../../../kit/write/log-position.ts';
import type { WriteContext } from '../../../kit/write/write-context.ts';
import { archiveFailure } from '../archive-error.ts';
import { removeWrittenRun } from '../browser-imports/runs.actions.ts';
import { claimImport, endClaim } from '../import-claim.actions.ts';
import {
  findFirstMessageId,
  findImportInto,
  findLastMessageId,
  findMadeIds,
  forgetIds,
  forgetImport,
  type ImportedKind,
  markUndoing,
  removeIds,
  takeIds,
} from '../import-ids.actions.ts';
import { withoutEvents } from '../import-parts.ts';
import { findReferenced, findReferencedGroups, type ReferencedObjects } from './find-referenced.ts';
import { reloadClients } from './reload-clients.ts';
import { removeAccounts } from './undo-accounts.ts';
import type { UndoParts, UndoRequest } from './undo-parts.ts';

export interface Undone {
  readonly messages: number;
  readonly accounts: number;
  /** Accounts that stay, because somebody has signed in, or else deactivated, because others have named them since. */
  readonly kept_accounts: number;
  /** Deactivated: others have named them since. */
  readonly kept_groups: number;
  readonly kept_emoji: number;
}

const CHANNELS_AT_ONCE = 100;

type Remove = (context: WriteContext, ids: number[], from_ids: string[]) => Promise<void>;

/** Removes everything of a kind that the import created, in short writes. `progress` is told how many are removed so far. */
async function removeAll(
  { writer, realm: { realm_id } }: UndoParts,
  kind: ImportedKind,
  remove: Remove,
  progress?: (removed: number) => void,
): Promise<number> {
  const size = new BatchSize();
  let removed = 0;
  for (;;) {
    let began_at = 0;
    const count = await writer.write(realm_id, async (context) => {
      began_at = performance.now();
      const taken = await takeIds(context.tx, realm_id, kind, size.records);
      const [ids, from_ids] = [taken.map(({ to_id }) => to_id), taken.map(({ from_id }) => from_id)];
      await remove(withoutEvents(context), ids, from_ids);
      return taken.length;
    });
    size.note(count, performance.now() - began_at);
    removed += count;
    progress?.(removed);
    if (count === 0) return removed;
  }
}

const removeSubscriptions: Remove = ({ tx }, _, from_ids) =>
  removeImportedSubscriptions(
    tx,
    from_ids.map((written) => {
      const [stream_id, user_id, spans] = written.split(' ').map(Number) as [ChannelId, UserId, number];
      return { stream_id, user_id, spans };
    }),
  );

/** Returns how many groups stay, because others have named them since. */
async function removeGroups(parts: UndoParts, kept: ReferencedObjects): Promise<number> {
  const { realm } = parts;
  let kept_groups = 0;
  await removeAll(parts, 'groups', async ({ tx }, ids) => {
    const named = await findReferencedGroups(tx, realm, kept);
    const kept_ids = ids.filter((id) => named.has(id as GroupId)) as GroupId[];
    kept_groups += kept_ids.length;
    // Their permissions may name people who go.
    const administrators = (await systemGroupIds(tx, realm.realm_id)).get('role:administrators')!;
    const permissions = Object.fromEntries(GROUP_PERMISSION_NAMES.map((name) => [name, administrators]));
    for (const group_id of kept_ids) await setImportedPermissions(tx, group_id, permissions);
    await removeImportedGroups(tx, ids.filter((id) => !named.has(id as GroupId)) as never);
  });
  return kept_groups;
}

export async function undoImport(request: UndoRequest): Promise<Undone> {
  const { store, realm } = request;
  const { realm_id } = realm;
  if (!(await findImportInto(store.db, realm_id))?.into_existing)
    throw archiveFailure('import_none', { name: realm.name });
  const writer = await claimImport(request.writer, realm_id, 'undoing');
  const parts: UndoParts = { ...request, writer };
  await begin(parts);
  const removeMessages: Remove = (context, ids) => removeImportedMessages(context, ids as never);
  const messages = await removeAll(parts, 'messages', removeMessages, parts.progress);
  await removeAll(parts, 'files', removeUnlinkedAttachments);
  await removeAll(parts, 'subscriptions', removeSubscriptions);
  await removeChannels(parts);
  await endGroupsAndEmoji(parts);
  const kept = await findReferenced(store.db, realm);
  const removeEmoji: Remove = (context, ids) => {
    const unused = ids.filter((id) => !kept.emoji.has(id));
    return removeImportedEmoji(context, realm_id, unused);
  };
  await removeAll(parts, 'emoji', removeEmoji);
  const kept_groups = await removeGroups(parts, kept);
  const made = await findMadeIds<UserId>(store.db, realm_id, 'users');
  const accounts = await removeAccounts(parts, [...made.values()]);
  while ((await writer.write(realm_id, ({ tx }) => removeIds(tx, realm_id))) > 0);
  await writer.write(realm_id, async (context) => {
    await forgetImport(context.tx, realm_id);
    await removeWrittenRun(context.tx, realm_id);
    await endClaim(context.tx, realm_id);
    await reloadClients(context, realm_id);
  });
  return { messages, accounts, kept_accounts: made.size - accounts, kept_groups, kept_emoji: kept.emoji.size };
}

/** From then on nobody can react with the emoji or give a permission to the groups; texts that are being rendered are rendered again. */
async function endGroupsAndEmoji({ store, writer, realm: { realm_id } }: UndoParts): Promise<void> {
  const groups = [...(await findMadeIds<GroupId>(store.db, realm_id, 'groups')).values()];
  const emoji = [...(await findMadeIds<number>(store.db, realm_id, 'emoji')).values()];
  await writer.write(realm_id, async ({ tx }) => {
    for (const group_id of groups) await endImportedGroup(tx, group_id);
    await endImportedEmoji(tx, realm_id, emoji);
    await bumpRenderDictionary(tx, realm_id);
  });
}

/** With what the server has written there. */
async function removeChannels({ store, writer, realm: { realm_id } }: UndoParts): Promise<void> {
  const ids = [...(await findMadeIds<ChannelId>(store.db, realm_id, 'channels')).values()];
  for (const batch of batchesOf(ids, CHANNELS_AT_ONCE)) {
    const rows = await findChannelsById(store.db, batch);
    for (const { recipient_id } of rows)
      for (;;) {
        const notices = await findNotices(store.db, recipient_id);
        if (notices.length === 0) break;
        await writer.write(realm_id, (context) => removeImportedMessages(withoutEvents(context), notices));
      }
    while ((await writer.write(realm_id, ({ tx }) => emptyImportedChannels(tx, rows))) > 0);
    await writer.write(realm_id, async ({ tx }) => {
      for (const row of rows) await removeImportedChannel(tx, row);
      await forgetIds(tx, realm_id, 'channels', batch);
    });
  }
}

/** From then on nobody can write in the channels that go. */
async function begin({ store, writer, realm: { realm_id } }: UndoParts): Promise<void> {
  if ((await findImportInto(store.db, realm_id))!.undoing_since !== null) return;
  const ids = [...(await findMadeIds<ChannelId>(store.db, realm_id, 'channels')).values()];
  const rows = await inBatches(ids, (batch) => findChannelsById(store.db, batch));
  const names = new Map(rows.map(({ recipient_id, name }) => [recipient_id, name]));
  const recipients = new Set(names.keys());
  const bounds = {
    first_id: await findFirstMessageId(store.db, realm_id),
    last_id: await findLastMessageId(store.db, realm_id),
  };
  const refuse = (recipient_id: RecipientId | null) => {
    if (recipient_id !== null) throw archiveFailure('import_written', { channel: names.get(recipient_id)! });
  };
  for (;;) {
    // Everything is read outside the lock; what was written meanwhile is little.
    const position = await logPosition(store.db, realm_id);
    const written = await findWritten(store.db, realm_id, recipients, bounds);
    refuse(written.recipient_id);
    const has_begun = await writer.write(realm_id, async (context) => {
      const { tx, now } = context;
      // A topic that was moved there has older messages.
      if (await hasEventAfter(tx, realm_id, position, { type: 'update_message', field: 'new_stream_id' })) return false;
      refuse(await findWrittenAfter(tx, recipients, Math.max(written.last_message_id, bounds.last_id)));
      await hideImportedChannels(tx, ids);
      await markUndoing(tx, realm_id, seconds(now));
      // That of the browser has an entry of its own.
      if (context.origin.via === 'command_line') context.record({ kind: 'import_undone' });
      await reloadClients(context, realm_id);
      return true;
    });
    if (has_begun) return;
  }
}
