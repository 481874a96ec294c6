// The channels that use groups: a group in use can't be deactivated [GR10], and gives power [GR17].
import type { GroupDeactivation, PermissionCollection } from '../../identity/groups/groups.hooks.ts';
import { permissionsNaming } from '../../identity/membership/group-values.rules.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findChannelRows } from './channel-rows.queries.ts';
import { findChannelsWithAccess } from './channels.queries.ts';
import { CHANNEL_PERMISSIONS } from './permissions.rules.ts';

/** Archived channels don't object. A channel hidden from the actor objects without its name. */
export async function objectForChannels(
  { tx }: WriteContext,
  { actor, group_id, object }: GroupDeactivation,
): Promise<void> {
  const hidden = new Set<string>();
  for (const { channel, metadata } of await findChannelsWithAccess(tx, actor.realm, actor)) {
    const settings = permissionsNaming(group_id, CHANNEL_PERMISSIONS, channel);
    if (settings.length === 0) continue;
    if (metadata) object({ type: 'channel', channel_id: channel.stream_id, settings });
    else for (const name of settings) hidden.add(name);
  }
  if (hidden.size > 0) object({ type: 'channel', settings: [...hidden].sort() });
}

export async function collectChannelPermissions(
  { tx }: WriteContext,
  { realm_id, collect }: PermissionCollection,
): Promise<void> {
  for (const channel of await findChannelRows(tx, realm_id, { archived_too: true }))
    collect(CHANNEL_PERMISSIONS.map((name) => channel[name]));
}
