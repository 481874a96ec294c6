// The channels and groups to which an inviter can add people. Checked on creation and again on use. [IV4] [IV5]
import { type ChannelId, type GroupId, Refused } from '@stoa/contract';
import { type ChannelRow, findChannelsWithAccess } from '../../conversation/channels/channels.queries.ts';
import { maySubscribeOthersTo } from '../../conversation/subscriptions/subscriptions.rules.ts';
import { getGroupRow } from '../../identity/groups/groups.queries.ts';
import { mayAdd } from '../../identity/groups/powers.queries.ts';
import { findGroupIds } from '../../identity/membership/membership.queries.ts';
import { mayInOrganization } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';

interface Targets {
  readonly stream_ids: readonly ChannelId[];
  readonly group_ids: readonly GroupId[];
}

interface Readable {
  readonly channel: ChannelRow;
  readonly may_add: boolean;
}

/** The channels an account can read, except archived ones, each with whether it can add people. */
async function findReadable(db: Connection, actor: Actor): Promise<ReadonlyMap<ChannelId, Readable>> {
  const everywhere = await mayInOrganization(db, actor, 'can_add_subscribers_group');
  const groups = await findGroupIds(db, actor);
  const channels = await findChannelsWithAccess(db, actor.realm, actor);
  return new Map(
    channels
      .filter(({ content }) => content)
      .map(({ channel }) => {
        const may_add = everywhere || maySubscribeOthersTo(actor, channel, groups);
        return [channel.stream_id, { channel, may_add }];
      }),
  );
}

/** Throws unless the actor can add people to all of them. */
export async function checkTargets(db: Connection, actor: Actor, { stream_ids, group_ids }: Targets): Promise<void> {
  if (stream_ids.length > 0) {
    const readable = await findReadable(db, actor);
    const unknown = stream_ids.find((stream_id) => !readable.has(stream_id));
    if (unknown !== undefined) throw Refused('invitation_channel_unknown', { channel: unknown });
    if (stream_ids.some((stream_id) => !readable.get(stream_id)!.may_add)) throw Refused('channel_subscribe_forbidden');
  }
  for (const group_id of new Set(group_ids)) {
    const group = await getGroupRow(db, actor.realm.realm_id, group_id);
    if (group.deactivated || group.is_system_group) throw Refused('group_unknown', { group: group_id });
    if (!(await mayAdd(db, actor, group, []))) throw Refused('no_permission');
  }
}

/** The channels and groups of an invitation to which its creator can still add people. */
export async function findTargets(
  db: Connection,
  inviter: Actor,
  { stream_ids, group_ids }: Targets,
): Promise<{ channels: ChannelRow[]; group_ids: GroupId[] }> {
  const readable = stream_ids.length === 0 ? new Map<ChannelId, Readable>() : await findReadable(db, inviter);
  const channels = stream_ids.flatMap((stream_id) => {
    const channel = readable.get(stream_id);
    return channel?.may_add ? [channel.channel] : [];
  });
  const groups: GroupId[] = [];
  for (const group_id of group_ids) {
    const group = await getGroupRow(db, inviter.realm.realm_id, group_id);
    if (!group.deactivated && (await mayAdd(db, inviter, group, []))) groups.push(group_id);
  }
  return { channels, group_ids: groups };
}
