// Writes the people, channels and emoji of an archive, each batch with its new ids.
import { CHANNEL_PERMISSION_SETTINGS, type ChannelId, type GroupId, type UserId } from '@stoa/contract';
import { createChannel } from '../../conversation/channels/channels.actions.ts';
import { type ChannelRow, findChannelsByName } from '../../conversation/channels/channels.queries.ts';
import { type ImportedChannel, setImportedChannel } from '../../conversation/channels/importing.actions.ts';
import { CHANNEL_PERMISSIONS } from '../../conversation/channels/permissions.rules.ts';
import { systemGroupIds } from '../../identity/membership/membership.queries.ts';
import { insertImportedAccounts } from '../../identity/users/importing.actions.ts';
import { getNotificationBot } from '../../identity/users/users.queries.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type ArchiveChannel, type ArchiveUser, WHOLE_ARCHIVE } from './archive.ts';
import { type HeldHere, holdersIn, permissionsHere } from './import-holders.ts';
import { findIds, recordIds } from './import-ids.actions.ts';
import { type ChannelIds, type ImportParts, ROLES, withoutEffects } from './import-parts.ts';
import { limitMemory } from './memory-limit.ts';
import { type IdLookup, IdMap } from './records/id-map.ts';

const AT_ONCE = 100;
/** A channel takes as much memory as ten records. */
const ROWS_PER_CHANNEL = 10;

/** People first: bots refer to their owners. Bots without one belong to the owner of the organization. */
export async function importUsers(
  { store, writer, archive, realm, now, into_existing }: ImportParts,
  owner_id: UserId,
): Promise<IdLookup<UserId>> {
  const ids = new IdMap(await findIds<UserId>(store.db, realm.realm_id, 'users'));
  /** The roles of people who own bots. */
  const owners = new Map<string, ArchiveUser['role']>();
  const named = new Set<string>();
  for (const { bot } of archive.users) if (bot?.owner != null) named.add(bot.owner);
  for (const { id, role, bot } of archive.users) if (bot === null && named.has(id)) owners.set(id, role);
  const columnsOf = ({ user, address }: AddressedUser) => {
    const { bot, role, full_name, is_active, date_joined, timezone, password, settings } = user;
    const owner = bot?.owner != null && owners.has(bot.owner) ? bot.owner : null;
    const known_owner = owner === null ? undefined : ids.get(owner);
    const owner_role = owner === null ? ROLES.owner : ROLES[owners.get(owner)!];
    return {
      email: address,
      full_name,
      role: bot ? (Math.max(ROLES[role], owner_role) as typeof owner_role) : ROLES[role],
      is_active: is_active && !into_existing,
      awaits_first_login: (into_existing || archive.are_stubs) && bot === null,
      is_imported_stub: archive.are_stubs && bot === null,
      is_bot: bot !== null,
      bot_owner_id: bot === null ? null : (known_owner ?? owner_id),
      date_joined: Math.floor(date_joined ?? seconds(now)),
      timezone,
      password_hash: bot === null ? (password ?? null) : null,
      settings: settings ?? {},
    };
  };
  const importAll = async (are_bots: boolean) => {
    for (const batch of batchesOf(newUsers(archive.users, are_bots, ids), AT_ONCE)) {
      const made = await writer.write(realm.realm_id, async ({ tx }) => {
        const server_bot = await getNotificationBot(tx, realm.realm_id);
        const accounts = batch.filter(({ user }) => user.is_notification_bot !== true);
        const created = await insertImportedAccounts(tx, realm.realm_id, accounts.map(columnsOf));
        const pairs = [
          ...accounts.map(({ user }, at) => [user.id, created[at]!] as const),
          ...batch
            .filter(({ user }) => user.is_notification_bot === true)
            .map(({ user }) => [user.id, server_bot.user_id] as const),
        ];
        await recordIds(tx, realm.realm_id, 'users', pairs);
        return pairs;
      });
      for (const [from, to] of made) ids.set(from, to);
      limitMemory(made.length);
    }
  };
  await importAll(false);
  await importAll(true);
  return ids;
}

interface AddressedUser {
  readonly user: ArchiveUser;
  readonly address: string;
}

/** Those that an earlier attempt has not imported, with an address that receives no mail where the archive has none. */
function* newUsers(users: Iterable<ArchiveUser>, are_bots: boolean, ids: IdLookup<UserId>): Generator<AddressedUser> {
  let number = 0;
  for (const user of users) {
    number++;
    if ((user.bot !== null) !== are_bots || ids.has(user.id)) continue;
    yield { user, address: user.email ?? `imported-${number}@stoa.invalid` };
  }
}

export async function importChannels(
  parts: ImportParts,
  users: IdLookup<UserId>,
  groups: ReadonlyMap<string, GroupId>,
): Promise<Map<string, ChannelIds>> {
  const { store, writer, archive, realm } = parts;
  const ids = await findIds<ChannelId>(store.db, realm.realm_id, 'channels');
  for (const batch of batchesOf(
    archive.channels.filter(({ id }) => !ids.has(id)),
    AT_ONCE,
  )) {
    await writer.write(realm.realm_id, async (context) => {
      const known = { users, groups };
      // Reads all groups, and only where a channel has permissions.
      let held: Promise<HeldHere> | null = null;
      const holders = () => (held ??= holdersIn(context.tx, { realm, archive, ...known }));
      for (const channel of batch) await importChannel(context, parts, channel, known, holders);
    });
    limitMemory(ROWS_PER_CHANNEL * batch.length);
  }
  const rows = new Map<string, ChannelIds>();
  for (const batch of batchesOf(archive.channels)) {
    const found = await findChannelsByName(
      store.db,
      realm.realm_id,
      batch.map(({ name }) => nameKey(name)),
    );
    const by_key = new Map([...found.values()].map((row) => [row.name_key, row]));
    for (const { id, name } of batch) {
      const { stream_id, recipient_id } = by_key.get(nameKey(name))!;
      rows.set(id, { stream_id, recipient_id });
    }
    // Rows of channels are long.
    limitMemory(ROWS_PER_CHANNEL * batch.length);
  }
  return rows;
}

interface KnownHere {
  readonly users: IdLookup<UserId>;
  readonly groups: ReadonlyMap<string, GroupId>;
}

/** Creates one channel; with its subscribers it is complete. */
export async function importChannel(
  context: WriteContext,
  parts: ImportParts,
  channel: ArchiveChannel,
  known: KnownHere,
  holders = () => holdersIn(context.tx, { ...parts, ...known }),
): Promise<ChannelRow> {
  const { tx } = context;
  const { realm, now, into_existing } = parts;
  const created = await createChannel(withoutEffects(context), realm, null, {
    name: channel.name,
    description: channel.description,
    invite_only: channel.is_private || into_existing,
    is_default: channel.is_default && !into_existing,
    ...(channel.is_private ? { history_public_to_subscribers: channel.shares_history } : {}),
  });
  await setImportedChannel(tx, created.stream_id, {
    creator_id: channel.creator === null ? null : known.users.get(channel.creator)!,
    date_created: Math.floor(channel.date_created ?? seconds(now)),
    is_archived: channel.is_archived || into_existing,
    is_web_public: channel.is_web_public && !into_existing,
    message_retention_days: channel.message_retention_days ?? null,
    permissions: await permissionsOf(tx, parts, channel, holders),
  });
  await recordIds(tx, realm.realm_id, 'channels', [[channel.id, created.stream_id]]);
  return created;
}

async function permissionsOf(
  tx: Transaction,
  { realm, report }: ImportParts,
  channel: ArchiveChannel,
  holders: () => Promise<HeldHere>,
): Promise<ImportedChannel['permissions']> {
  const roles = await systemGroupIds(tx, realm.realm_id);
  const posting = roles.get(channel.posting === 'administrators' ? 'role:administrators' : 'role:everyone')!;
  const { permissions } = channel;
  if (permissions === undefined) return { can_send_message_group: posting };
  const heldHere = await holders();
  const lose = (name: string) =>
    report({
      kind: 'settings',
      reason: 'a permission of a channel is for administrators: its holders there cannot have it here',
      file: WHOLE_ARCHIVE,
      record: `${channel.id}: ${name}`,
      is_kept: true,
    });
  const values = permissionsHere(CHANNEL_PERMISSIONS, CHANNEL_PERMISSION_SETTINGS, permissions, heldHere, lose);
  return { can_send_message_group: posting, ...values };
}
