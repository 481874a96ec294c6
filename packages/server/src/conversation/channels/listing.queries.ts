// The channels that GET /streams lists: the union of its parameters, within the caller's metadata access. [CH4]

import type { ChannelId, getStreams, ParamsOf } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { isGuest } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type ChannelWithAccess, findChannelsWithAccess } from './channels.queries.ts';
import type { ChannelRow } from './channels.tables.ts';
import { findSubscribedIds } from './subscribers.queries.ts';

/** The channels that the caller may list, in the order of their ids. */
export async function findListedChannels(
  db: Connection,
  realm: Realm,
  actor: Actor | null,
  params: ParamsOf<typeof getStreams>,
): Promise<ChannelRow[]> {
  const all = await findChannelsWithAccess(db, realm, actor, { archived_too: !params.exclude_archived });
  const owner_id = params.include_owner_subscribed ? actor?.bot_owner_id : null;
  const owners = owner_id ? await findSubscribedIds(db, owner_id) : new Set<ChannelId>();
  const listed = ({ channel, is_subscribed, metadata, content }: ChannelWithAccess): boolean => {
    // A previous owner of a bot does not decide what it learns about its new owner. [CH30]
    if (!metadata) return false;
    if (owners.has(channel.stream_id)) return true;
    if (params.include_all || params.include_all_active) return true;
    if (params.include_can_access_content && content) return true;
    if (params.include_subscribed && is_subscribed) return true;
    if (params.include_web_public && channel.is_web_public) return true;
    return params.include_public && !channel.invite_only && actor !== null && !isGuest(actor);
  };
  return all.filter(listed).map(({ channel }) => channel);
}
