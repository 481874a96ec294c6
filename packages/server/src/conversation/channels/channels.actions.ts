// Every write of channels.

import {
  type Channel,
  type ChannelId,
  type ChannelPermission,
  type GroupId,
  type GroupSettingValue,
  type RecipientId,
  Refused,
  streamCreate,
} from '@stoa/contract';
import { render } from '@stoa/markdown';
import { normalPermission } from '../../identity/membership/group-values.rules.ts';
import { systemGroupIds, type UserInRole } from '../../identity/membership/membership.queries.ts';
import { hasSpectatorAccess, mayInOrganization } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection, Parameter } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { seconds } from '../../kit/time/clock.ts';
import { initialValues } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { getUnarchivedFolder } from '../folders/folders.queries.ts';
import { findOutsiders, includes } from './audience.queries.ts';
import {
  countChannels,
  countChannelsBy,
  findChannelByName,
  getChannelRow,
  presentChannels,
} from './channels.queries.ts';
import { checkDescription, checkName, checkNewChannel, retentionDays } from './channels.rules.ts';
import type { ChannelRow } from './channels.tables.ts';
import { checkPermissions } from './permissions.queries.ts';
import { CHANNEL_PERMISSIONS, DELETION_PERMISSIONS, PERMISSION_DEFAULTS } from './permissions.rules.ts';

export interface NewChannel {
  name: string;
  description?: string;
  invite_only?: boolean;
  is_web_public?: boolean;
  is_default?: boolean;
  history_public_to_subscribers?: boolean;
  message_retention_days?: number | 'realm_default' | 'unlimited';
  topics_policy?: Channel['topics_policy'];
  folder_id?: number | null;
  permissions?: Partial<Record<ChannelPermission, GroupSettingValue>>;
}

/** Throws unless the actor can create `adding` more channels. [CA1] */
export async function checkRoomForChannels({ tx, caps }: WriteContext, actor: Actor, adding: number): Promise<void> {
  if (adding === 0) return;
  caps.check('channels-per-account', await countChannelsBy(tx, actor.user_id), adding);
  caps.check('channels-per-organization', await countChannels(tx, actor.realm.realm_id), adding);
}

/**
 * Creates a channel without subscribers and announces it to those who may know of it. `creator` null: the server. `joining`
 * are subscribed in the same write. They hear of it even if their role no longer tells them when they read it. [SB821]
 */
export async function createChannel(
  context: WriteContext,
  realm: Realm,
  creator: Actor | null,
  requested: NewChannel,
  joining: readonly UserInRole[] = [],
): Promise<ChannelRow> {
  const { tx, now } = context;
  const name = checkName(requested.name);
  const description = checkDescription(requested.description ?? '');
  const groups = await systemGroupIds(tx, realm.realm_id);
  const checked = await checkedPermissions(context, realm, requested.permissions ?? {});
  const defaults = CHANNEL_PERMISSIONS.map((permission) => [permission, groups.get(PERMISSION_DEFAULTS[permission])!]);
  const permissions: Record<ChannelPermission, GroupSettingValue> = {
    ...(Object.fromEntries(defaults) as Record<ChannelPermission, GroupSettingValue>),
    ...(creator ? { can_administer_channel_group: { direct_members: [creator.user_id], direct_subgroups: [] } } : {}),
    ...checked,
  };
  if (creator && !(await mayHave(tx, creator, groups, checked, requested.topics_policy)))
    throw Refused('no_permission');
  const message_retention_days = retentionDays(requested.message_retention_days ?? 'realm_default');
  const { invite_only = false, is_web_public = false, is_default = false, folder_id = null } = requested;
  if (creator && !(await mayCreate(tx, creator, invite_only))) throw Refused('no_permission');
  const { history_public_to_subscribers } = checkNewChannel(creator, {
    invite_only,
    is_web_public,
    may_be_web_public: is_web_public && creator !== null && (await mayBeWebPublic(tx, creator)),
    is_default,
    message_retention_days,
    history_public_to_subscribers: requested.history_public_to_subscribers,
    open_topics: permissions.can_create_topic_group === groups.get('role:everyone'),
  });
  if (folder_id !== null) await getUnarchivedFolder(tx, realm.realm_id, folder_id);
  if (await findChannelByName(tx, realm.realm_id, name)) throw Refused('channel_taken', { channel: name });
  const columns = {
    realm_id: realm.realm_id,
    name,
    name_key: nameKey(name),
    description,
    rendered_description: render(description).html,
    date_created: seconds(now),
    creator_id: creator?.user_id ?? null,
    invite_only,
    is_web_public,
    history_public_to_subscribers,
    is_archived: false,
    is_default,
    message_retention_days,
    topics_policy: requested.topics_policy ?? 'inherit',
    folder_id,
    active_subscriptions: 0,
    ...Object.fromEntries(
      CHANNEL_PERMISSIONS.map((permission) => [permission, JSON.stringify(permissions[permission])]),
    ),
  };
  const channel = await getChannelRow(tx, realm.realm_id, await insertChannel(context, columns));
  recordCreated(context, channel, checked);
  await announceCreated(context, channel, joining);
  return channel;
}

/** `chosen`: the permissions that differ from the defaults. */
function recordCreated({ record }: WriteContext, channel: ChannelRow, chosen: Partial<ChannelRow>): void {
  const { stream_id, name, description, invite_only, is_web_public, history_public_to_subscribers } = channel;
  const { message_retention_days, topics_policy, folder_id } = channel;
  const privacy = { invite_only, is_web_public, ...(invite_only && { history_public_to_subscribers }) };
  const others = {
    message_retention_days,
    topics_policy: topics_policy === 'inherit' ? null : topics_policy,
    folder_id,
  };
  const changes = initialValues({ name, description, ...privacy, ...others, ...chosen });
  record({ kind: 'channel_created', stream_id, changes });
}

async function announceCreated(
  { tx, now, emit }: WriteContext,
  channel: ChannelRow,
  joining: readonly UserInRole[],
): Promise<void> {
  const streams = await presentChannels(tx, channel.realm_id, [channel], now);
  const outsiders = await findOutsiders(tx, channel);
  const knowing = joining.filter((person) => includes(outsiders, person)).map(({ user_id }) => user_id);
  emit(streamCreate, { streams }, { ...outsiders, users: [...(outsiders.users ?? []), ...knowing] });
}

export function mayCreate(db: Connection, creator: Actor, invite_only: boolean): Promise<boolean> {
  return mayInOrganization(
    db,
    creator,
    invite_only ? 'can_create_private_channel_group' : 'can_create_public_channel_group',
  );
}

/** Whether the creator may choose these permissions and this policy; defaults need no permission. [CH20] */
async function mayHave(
  db: Connection,
  creator: Actor,
  groups: ReadonlyMap<string, GroupId>,
  permissions: NonNullable<NewChannel['permissions']>,
  topics_policy: NewChannel['topics_policy'],
): Promise<boolean> {
  const deletion = DELETION_PERMISSIONS.some(
    (name) => permissions[name] !== undefined && permissions[name] !== groups.get(PERMISSION_DEFAULTS[name]),
  );
  if (deletion && !(await mayInOrganization(db, creator, 'can_set_delete_message_policy_group'))) return false;
  const policy = (topics_policy ?? 'inherit') !== 'inherit';
  return !policy || mayInOrganization(db, creator, 'can_set_topics_policy_group');
}

/** A web-public channel needs the server's, the organization's and the creator's permission. [CH13] */
export async function mayBeWebPublic(db: Connection, creator: Actor): Promise<boolean> {
  if (!(await hasSpectatorAccess(db, creator.realm.realm_id))) return false;
  return mayInOrganization(db, creator, 'can_create_web_public_channel_group');
}

async function checkedPermissions(
  { tx }: WriteContext,
  realm: Realm,
  requested: NonNullable<NewChannel['permissions']>,
): Promise<NonNullable<NewChannel['permissions']>> {
  const entries = CHANNEL_PERMISSIONS.flatMap((permission) => {
    const value = requested[permission];
    return value === undefined ? [] : [[permission, normalPermission(value)] as const];
  });
  const permissions = Object.fromEntries(entries);
  await checkPermissions(tx, realm.realm_id, permissions);
  return permissions;
}

/** Inserts the row and the recipient of messages to the channel. */
async function insertChannel(
  { tx }: WriteContext,
  columns: Partial<Record<keyof ChannelRow, Parameter>>,
): Promise<ChannelId> {
  const created = await tx.get<{ stream_id: ChannelId }>(
    sql`insert into channels ${sql.insert(columns)} returning stream_id`,
  );
  const { stream_id } = created!;
  const recipient = await tx.get<{ recipient_id: RecipientId }>(
    sql`insert into recipients (realm_id, stream_id) values (${columns.realm_id!}, ${stream_id}) returning recipient_id`,
  );
  await tx.run(sql`update channels set recipient_id = ${recipient!.recipient_id} where stream_id = ${stream_id}`);
  return stream_id;
}
