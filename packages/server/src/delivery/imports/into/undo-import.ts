// Undoes an import: removes what it created, in short writes. An interrupted run continues. [IM36]

import type { ChannelId, GroupId, UserId } from '@stoa/contract';
import type { ChannelRow } from '../../../conversation/channels/channels.queries.ts';
import { hideImportedChannels, removeImportedChannel } from '../../../conversation/channels/importing.actions.ts';
import { findChannelsById } from '../../../conversation/channels/importing.queries.ts';
import { endImportedEmoji, removeImportedEmoji } from '../../../conversation/emoji/importing.actions.ts';
import { removeImportedMessages } from '../../../conversation/messages/importing.actions.ts';
import { findNotices, findWritten } from '../../../conversation/messages/importing.queries.ts';
import { removeImportedSubscriptions } from '../../../conversation/subscriptions/importing.actions.ts';
import { OF_ACCOUNTS } from '../../../features/organization-deletion/organization-tables.rules.ts';
import { removeUnlinkedAttachments } from '../../../features/uploads/uploads.actions.ts';
import { setAvatar } from '../../../identity/avatars/avatars.actions.ts';
import { endImportedGroup, removeImportedGroups } from '../../../identity/groups/importing.actions.ts';
import { bumpRenderDictionary } from '../../../identity/realm/render-dictionary.actions.ts';
import { findUnused, removeImportedAccount } from '../../../identity/users/importing.actions.ts';
import { deactivateAccount } from '../../../identity/users/users.actions.ts';
import { getUserRow } from '../../../identity/users/users.queries.ts';
import type { Realm } from '../../../kit/actor.ts';
import { seconds } from '../../../kit/clock.ts';
import type { Store } from '../../../kit/database/connection.ts';
import { deleteRows } from '../../../kit/database/delete-rows.ts';
import { sql } from '../../../kit/database/sql.ts';
import { PortionSize } from '../../../kit/portion-size.ts';
import type { WriteContext, Writer } from '../../../kit/write.ts';
import { archiveFailure } from '../archive.ts';
import {
  findFirstMessageId,
  findImportInto,
  findLastMessageId,
  findMadeIds,
  forgetImport,
  type ImportedKind,
  markUndoing,
  removeIds,
  takeIds,
} from '../import-ids.actions.ts';
import { unheard } from '../import-parts.ts';
import { findKept, findKeptGroups } from './find-kept.ts';
import { reloadClients } from './reload-clients.ts';

export interface UndoParts {
  readonly store: Store;
  readonly writer: Writer;
  readonly realm: Realm;
  /** Told the number of messages removed so far. */
  readonly progress: (messages: number) => void;
}

export interface Undone {
  readonly messages: number;
  readonly accounts: number;
  /** Accounts that stay, because somebody has signed in, or else deactivated, because others have named them since. */
  readonly kept_accounts: number;
  /** Deactivated: others have named them since. */
  readonly kept_groups: number;
  readonly kept_emoji: number;
}

export async function undoImport(parts: UndoParts): Promise<Undone> {
  const { store, writer, realm } = parts;
  const { realm_id } = realm;
  await begin(parts);
  let messages = 0;
  const portion = new PortionSize();
  type Work = (context: WriteContext, ids: number[], from_ids: string[]) => Promise<void>;
  const each = async (kind: ImportedKind, work: Work) => {
    for (;;) {
      let began_at = 0;
      const count = await writer.write(realm_id, async (context) => {
        began_at = performance.now();
        const taken = await takeIds(context.tx, realm_id, kind, portion.records);
        const [ids, from_ids] = [taken.map(({ to_id }) => to_id), taken.map(({ from_id }) => from_id)];
        await work(unheard(context), ids, from_ids);
        return taken.length;
      });
      portion.note(count, performance.now() - began_at);
      if (kind === 'messages') {
        messages += count;
        parts.progress(messages);
      }
      if (count === 0) return;
    }
  };
  await each('messages', (context, ids) => removeImportedMessages(context, ids as never));
  await each('files', removeUnlinkedAttachments);
  await each('subscriptions', ({ tx }, _, from_ids) =>
    removeImportedSubscriptions(
      tx,
      from_ids.map((written) => {
        const [stream_id, user_id, spans] = written.split(' ').map(Number) as [ChannelId, UserId, number];
        return { stream_id, user_id, spans };
      }),
    ),
  );
  await each('channels', async (context, ids) => {
    const { tx } = context;
    for (const row of await findChannelsById(tx, ids as never)) await removeChannel(context, row);
  });
  await endGroupsAndEmoji(parts);
  const kept = await findKept(store.db, realm);
  let kept_groups = 0;
  await each('emoji', async (context, ids) => {
    await removeImportedEmoji(
      context,
      realm_id,
      ids.filter((id) => !kept.emoji.has(id)),
    );
  });
  await each('groups', async ({ tx }, ids) => {
    const named = await findKeptGroups(tx, realm, kept);
    kept_groups += ids.filter((id) => named.has(id as GroupId)).length;
    await removeImportedGroups(tx, ids.filter((id) => !named.has(id as GroupId)) as never);
  });
  const made = await findMadeIds<UserId>(store.db, realm_id, 'users');
  const accounts = await removeAccounts(parts, [...made.values()]);
  while ((await writer.write(realm_id, ({ tx }) => removeIds(tx, realm_id))) > 0);
  await writer.write(realm_id, async (context) => {
    await forgetImport(context.tx, realm_id);
    await reloadClients(context, realm_id);
  });
  return {
    messages,
    accounts,
    kept_accounts: made.size - accounts,
    kept_groups,
    kept_emoji: kept.emoji.size,
  };
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
async function removeChannel(context: WriteContext, row: ChannelRow): Promise<void> {
  for (;;) {
    const notices = await findNotices(context.tx, row.recipient_id);
    if (notices.length === 0) break;
    await removeImportedMessages(context, notices);
  }
  await removeImportedChannel(context.tx, row);
}

/** From then on nobody can write in the channels that go. */
async function begin({ store, writer, realm }: UndoParts): Promise<void> {
  const { realm_id } = realm;
  const row = await findImportInto(store.db, realm_id);
  if (!row?.into_existing) throw archiveFailure('import_none', { name: realm.name });
  if (row.undoing_since !== null) return;
  await writer.write(realm_id, async (context) => {
    const { tx, now } = context;
    const ids = [...(await findMadeIds<ChannelId>(tx, realm_id, 'channels')).values()];
    const channels = await findChannelsById(tx, ids);
    const bounds = {
      first_id: await findFirstMessageId(tx, realm_id),
      last_id: await findLastMessageId(tx, realm_id),
    };
    const written = await findWritten(
      tx,
      channels.map(({ recipient_id }) => recipient_id),
      bounds,
    );
    if (written !== null) {
      const { name } = channels.find(({ recipient_id }) => recipient_id === written)!;
      throw archiveFailure('import_written', { channel: name });
    }
    await hideImportedChannels(tx, ids);
    await markUndoing(tx, realm_id, seconds(now));
    await reloadClients(context, realm_id);
  });
}

/** Bots first: they name their owners. Returns how many are gone. */
async function removeAccounts({ store, writer, realm }: UndoParts, user_ids: readonly UserId[]): Promise<number> {
  const { realm_id } = realm;
  const unused = await findUnused(store.db, user_ids);
  // New people may have muted each other.
  for (const { user_id } of unused)
    await writer.write(realm_id, async ({ tx }) => {
      for (const table of ['muted_users', 'silenced_senders']) await deleteRows(tx, table, sql`user_id = ${user_id}`);
    });
  let gone = 0;
  for (const { user_id } of [...unused.filter(({ is_bot }) => is_bot), ...unused.filter(({ is_bot }) => !is_bot)])
    try {
      await writer.write(realm_id, async (context) => {
        const { tx } = context;
        await setAvatar(unheard(context), realm_id, user_id, null);
        for (const table of OF_ACCOUNTS) while ((await deleteRows(tx, table, sql`user_id = ${user_id}`)) > 0);
        await removeImportedAccount(tx, user_id);
      });
      gone++;
    } catch (error) {
      if (!/foreign key/i.test((error as Error).message)) throw error;
      await writer.write(realm_id, async (context) => {
        const { is_active } = await getUserRow(context.tx, realm_id, user_id);
        if (is_active) await deactivateAccount(unheard(context), realm, user_id);
      });
    }
  return gone;
}
