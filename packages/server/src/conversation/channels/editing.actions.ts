// Changes a channel's properties and announces the changes. Spec 4.1.

import { type ChannelPermission, ExpectationMismatch, type GroupSettingValue, Refused } from '@stoa/contract';
import { render } from '@stoa/markdown';
import { isSameValue, normalPermission } from '../../identity/membership/group-values.rules.ts';
import { findGroupIds, systemGroupIds } from '../../identity/membership/membership.queries.ts';
import { getRealmSettings, mayInOrganization } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Parameter, Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import { announceAndMake } from '../../kit/write/hooks.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { getUnarchivedFolder } from '../folders/folders.queries.ts';
import { unarchive } from './archiving.actions.ts';
import { announceChange, type Update } from './channel-visibility.actions.ts';
import { mayBeWebPublic } from './channels.actions.ts';
import { accessChanging, channelEdited } from './channels.hooks.ts';
import { findAccess, findChannelByName, getChannelRow, getVisibleChannel, hasNamedTopics } from './channels.queries.ts';
import { checkDescription, checkName, postPolicy, retentionDays } from './channels.rules.ts';
import type { ChannelRow } from './channels.tables.ts';
import { setDefault } from './default-channels.actions.ts';
import {
  type ChannelUpdate,
  checkAdministers,
  checkArchive,
  checkFits,
  checkMayChange,
  privacyAfter,
} from './editing.rules.ts';
import { checkPermissions } from './permissions.queries.ts';
import { CHANNEL_PERMISSIONS, DELETION_PERMISSIONS } from './permissions.rules.ts';

type Columns = Partial<Record<keyof ChannelRow, Parameter>>;
type Permissions = Partial<Record<ChannelPermission, GroupSettingValue>>;

interface Changes {
  /** The channel as it was. */
  readonly channel: ChannelRow;
  /** The permissions that change, with their new values. */
  readonly permissions: Permissions;
  /** The columns that change, with their new values. */
  readonly columns: Columns;
  /** The properties to announce, one event each. */
  readonly updates: Update[];
}

export async function updateChannel(context: WriteContext, actor: Actor, params: ChannelUpdate): Promise<void> {
  const { tx } = context;
  const { realm } = actor;
  const channel = await getVisibleChannel(tx, realm, actor, params.stream_id);
  checkAdministers(actor, channel, await findGroupIds(tx, actor));
  checkArchive(channel, params);
  if (channel.is_archived) return unarchive(context, actor, channel);
  const { content } = await findAccess(tx, actor, channel);
  checkMayChange(actor, params, content);

  const permissions = await changedPermissions(tx, actor, channel, params);
  const changes: Changes = { channel, permissions, columns: {}, updates: [] };
  await changeTexts(tx, params, changes);
  await changePrivacy(tx, actor, params, changes);
  await changeOthers(tx, actor, params, changes);
  await changePermissions(tx, changes);
  if (changes.updates.length > 0) {
    recordChange(context, channel, changes.columns);
    const change = async () => {
      await updateColumns(tx, channel, changes.columns);
      const after = await getChannelRow(tx, realm.realm_id, channel.stream_id);
      await announceChange(context, channel, after, changes.updates);
    };
    if (mayEndReading(channel, changes.columns))
      await announceAndMake(
        context,
        accessChanging,
        { realm_id: realm.realm_id, stream_ids: [channel.stream_id] },
        change,
      );
    else await change();
    const after = await getChannelRow(tx, realm.realm_id, channel.stream_id);
    await context.trigger(channelEdited, { actor, before: channel, after });
  }
  if (params.is_default_stream !== undefined) await setDefault(context, channel, params.is_default_stream);
}

function recordChange({ record }: WriteContext, channel: ChannelRow, columns: Columns): void {
  const { name_key: _, rendered_description: __, ...shown } = columns;
  // The columns of permissions hold JSON.
  const values = Object.entries(shown).map(([name, value]) => [
    name,
    CHANNEL_PERMISSIONS.includes(name as ChannelPermission) ? JSON.parse(value as string) : value,
  ]);
  const changes = changesBetween(channel, Object.fromEntries(values));
  record({ kind: 'channel_changed', stream_id: channel.stream_id, changes });
}

/** Whether the change may take content access away from people outside the channel. */
function mayEndReading(channel: ChannelRow, columns: Columns): boolean {
  const closes = !channel.invite_only && columns.invite_only === true;
  const leaves_web = channel.is_web_public && columns.is_web_public === false;
  const permissions = columns.can_subscribe_group ?? columns.can_add_subscribers_group;
  return closes || leaves_web || (channel.invite_only && permissions !== undefined);
}

function updateColumns(tx: Transaction, { stream_id }: ChannelRow, columns: Columns): Promise<number> {
  return tx.run(sql`update channels set ${sql.set(columns)} where stream_id = ${stream_id}`);
}

async function changeTexts(
  tx: Transaction,
  params: ChannelUpdate,
  { channel, columns, updates }: Changes,
): Promise<void> {
  const name = params.new_name === undefined ? channel.name : checkName(params.new_name);
  if (name !== channel.name) {
    const other = await findChannelByName(tx, channel.realm_id, name);
    if (other && other.stream_id !== channel.stream_id) throw Refused('channel_taken', { channel: name });
    Object.assign(columns, { name, name_key: nameKey(name) });
    updates.push({ property: 'name', value: name });
  }
  const description = params.description === undefined ? channel.description : checkDescription(params.description);
  if (description !== channel.description) {
    const rendered_description = render(description).html;
    Object.assign(columns, { description, rendered_description });
    updates.push({ property: 'description', value: description, rendered_description });
  }
}

/** The three privacy properties, announced together. [CH21] */
async function changePrivacy(
  tx: Transaction,
  actor: Actor,
  params: ChannelUpdate,
  { channel, permissions, columns, updates }: Changes,
): Promise<void> {
  const { realm_id } = actor.realm;
  const { can_create_topic_group } = { ...channel, ...permissions };
  const after = privacyAfter(channel, params);
  const groups = await systemGroupIds(tx, realm_id);
  const { moderation_request_channel_id } = await getRealmSettings(tx, realm_id);
  checkFits({
    ...after,
    is_default: params.is_default_stream ?? channel.is_default,
    open_topics: can_create_topic_group === groups.get('role:everyone'),
    takes_reports: moderation_request_channel_id === channel.stream_id,
  });
  if (after.is_web_public && !channel.is_web_public && !(await mayBeWebPublic(tx, actor)))
    throw Refused('channel_web_public_off');
  const same = (Object.keys(after) as (keyof typeof after)[]).every((name) => after[name] === channel[name]);
  if (same) return;
  const { invite_only, ...companions } = after;
  Object.assign(columns, after);
  updates.push({ property: 'invite_only', value: invite_only, ...companions });
}

async function changeOthers(
  tx: Transaction,
  actor: Actor,
  { message_retention_days, folder_id, topics_policy }: ChannelUpdate,
  { channel, columns, updates }: Changes,
): Promise<void> {
  const change = (
    property: 'message_retention_days' | 'folder_id' | 'topics_policy',
    value: string | number | null,
  ) => {
    if (value === channel[property]) return;
    columns[property] = value;
    updates.push({ property, value });
  };
  if (message_retention_days !== undefined) change('message_retention_days', retentionDays(message_retention_days));
  if (folder_id !== undefined) {
    if (folder_id !== null) await getUnarchivedFolder(tx, actor.realm.realm_id, folder_id);
    change('folder_id', folder_id);
  }
  if (topics_policy === undefined || topics_policy === channel.topics_policy) return;
  if (!(await mayInOrganization(tx, actor, 'can_set_topics_policy_group'))) throw Refused('no_permission');
  if (topics_policy === 'empty_topic_only' && (await hasNamedTopics(tx, channel))) throw Refused('channel_has_topics');
  change('topics_policy', topics_policy);
}

/** Checks the permissions that change, and returns their new values. */
async function changedPermissions(
  tx: Transaction,
  actor: Actor,
  channel: ChannelRow,
  params: ChannelUpdate,
): Promise<Permissions> {
  const changed: Permissions = {};
  for (const permission of CHANNEL_PERMISSIONS) {
    const update = params[permission];
    if (update === undefined) continue;
    if (update.old !== undefined && !isSameValue(update.old, channel[permission]))
      throw ExpectationMismatch("'old' value does not match the expected value.");
    if (!isSameValue(update.new, channel[permission])) changed[permission] = normalPermission(update.new);
  }
  await checkPermissions(tx, actor.realm.realm_id, changed);
  if (DELETION_PERMISSIONS.some((permission) => changed[permission] !== undefined)) {
    if (!(await mayInOrganization(tx, actor, 'can_set_delete_message_policy_group'))) throw Refused('no_permission');
  }
  return changed;
}

async function changePermissions(tx: Transaction, { channel, permissions, columns, updates }: Changes): Promise<void> {
  for (const [permission, value] of Object.entries(permissions) as [ChannelPermission, GroupSettingValue][]) {
    columns[permission] = JSON.stringify(value);
    updates.push({ property: permission, value });
  }
  const senders = permissions.can_send_message_group;
  if (senders === undefined) return;
  const names = new Map([...(await systemGroupIds(tx, channel.realm_id))].map(([name, group_id]) => [group_id, name]));
  const policyOf = (value: GroupSettingValue) => postPolicy(typeof value === 'number' ? names.get(value) : undefined);
  const was = policyOf(channel.can_send_message_group);
  const is = policyOf(senders);
  for (const property of ['stream_post_policy', 'is_announcement_only'] as const)
    if (was[property] !== is[property]) updates.push({ property, value: is[property] });
}
