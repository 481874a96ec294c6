// Subscribes the caller or others to channels, and creates those that do not exist.
import {
  ChannelAlreadyExists,
  type createStream,
  type ParamsOf,
  Refused,
  type ResultOf,
  type subscribe,
} from '@stoa/contract';
import { findGroupIds } from '../../identity/membership/membership.queries.ts';
import { mayInOrganization } from '../../identity/realm/realm-settings.queries.ts';
import { type Actor, isGuest, type Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { postCreation } from '../channel-notices/channel-notices.actions.ts';
import { checkRoomForChannels, createChannel, mayCreate, type NewChannel } from '../channels/channels.actions.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { findAccessToAll, findChannelsByName } from '../channels/channels.queries.ts';
import { checkName } from '../channels/channels.rules.ts';
import { CHANNEL_PERMISSIONS } from '../channels/permissions.rules.ts';
import { findPrincipals } from './principals.queries.ts';
import { announceCreated, notifySubscribed } from './subscription-notices.actions.ts';
import { subscribeUsers } from './subscriptions.actions.ts';
import { checkSize, mayJoin, maySubscribeOthersTo } from './subscriptions.rules.ts';

type Params = ParamsOf<typeof subscribe>;

type Kind = Omit<ParamsOf<typeof createStream>, 'name' | 'description' | 'subscribers'>;

export async function joinChannels(
  context: WriteContext & { readonly actor: Actor; readonly realm: Realm },
  params: Params,
): Promise<ResultOf<typeof subscribe>> {
  const { actor, realm, tx } = context;
  const requested = new Map<string, Params['subscriptions'][number]>();
  for (const subscription of params.subscriptions) {
    const key = nameKey(checkName(subscription.name));
    if (!requested.has(key)) requested.set(key, subscription);
  }
  checkSize(requested.size, params.principals?.length ?? 1);
  const people = await findPrincipals(tx, actor, params.principals);
  const existing = await findChannelsByName(tx, realm.realm_id, [...requested.keys()]);
  if (people.some(({ user_id }) => user_id !== actor.user_id))
    await checkMaySubscribe(tx, actor, existing, requested.size);
  const access = await findAccessToAll(tx, actor, [...existing.values()]);
  const unauthorized = [...existing.values()].filter((channel) => !mayJoin(channel, access.get(channel.stream_id)!));
  const isHidden = ({ stream_id }: ChannelRow) => !access.get(stream_id)!.metadata;
  if (unauthorized.some(isHidden) && !(await mayCreate(tx, actor, params.invite_only))) throw Refused('no_permission');
  const names = unauthorized.map(({ name }) => name);
  if (unauthorized.length > 0 && params.authorization_errors_fatal)
    throw Refused('channel_closed', { channel: names.join(', ') });

  await checkRoomForChannels(context, actor, requested.size - existing.size);
  const channels: ChannelRow[] = [];
  const created: ChannelRow[] = [];
  for (const [key, subscription] of requested) {
    const existing_channel = existing.get(key);
    const channel =
      existing_channel ?? (await createChannel(context, realm, actor, newChannel(subscription, params), people));
    if (!existing_channel) created.push(channel);
    if (!unauthorized.includes(channel)) channels.push(channel);
  }
  const changes = await subscribeUsers(context, realm, channels, people);
  const added = new Map(changes.map(({ channel, users }) => [channel.stream_id, new Set(users.map((u) => u.user_id))]));
  const subscribed: Record<string, string[]> = {};
  const already_subscribed: Record<string, string[]> = {};
  for (const { stream_id, name } of channels) {
    for (const { user_id } of people) {
      const answer = added.get(stream_id)?.has(user_id) ? subscribed : already_subscribed;
      answer[user_id] ??= [];
      answer[user_id].push(name);
    }
  }
  if (params.announce) await announceCreated(context, actor, created);
  for (const channel of created) await postCreation(context, actor, channel);
  return {
    subscribed,
    already_subscribed,
    ...(params.authorization_errors_fatal ? {} : { unauthorized: names }),
    ...(params.send_new_subscription_messages
      ? { new_subscription_messages_sent: await notifySubscribed(context, actor, changes, people, created) }
      : {}),
  };
}

/** Creates one channel with its first subscribers. [SB22] */
export async function createWithSubscribers(
  context: WriteContext & { readonly actor: Actor; readonly realm: Realm },
  params: ParamsOf<typeof createStream>,
): Promise<ResultOf<typeof createStream>> {
  const { actor, realm, tx } = context;
  checkSize(1, params.subscribers.length);
  const key = nameKey(checkName(params.name));
  const present = (await findChannelsByName(tx, realm.realm_id, [key])).get(key);
  if (present) {
    const { metadata } = (await findAccessToAll(tx, actor, [present])).get(present.stream_id)!;
    if (!metadata && !(await mayCreate(tx, actor, params.invite_only))) throw Refused('no_permission');
    throw ChannelAlreadyExists(`Channel '${params.name}' already exists`);
  }
  const people = params.subscribers.length === 0 ? [] : await findPrincipals(tx, actor, params.subscribers);
  if (people.some(({ user_id }) => user_id !== actor.user_id)) await checkMaySubscribe(tx, actor, new Map(), 1);
  await checkRoomForChannels(context, actor, 1);
  const channel = await createChannel(context, realm, actor, newChannel(params, params), people);
  const changes = await subscribeUsers(context, realm, [channel], people);
  if (params.announce) await announceCreated(context, actor, [channel]);
  await postCreation(context, actor, channel);
  if (params.send_new_subscription_messages) await notifySubscribed(context, actor, changes, people, []);
  return { id: channel.stream_id };
}

/**
 * The organization's permission covers all channels, a channel's own only that channel; creators may subscribe others
 * to new ones. [SB7]
 */
async function checkMaySubscribe(
  db: Connection,
  actor: Actor,
  existing: ReadonlyMap<string, ChannelRow>,
  requested: number,
): Promise<void> {
  if (await mayInOrganization(db, actor, 'can_add_subscribers_group')) return;
  const groups = await findGroupIds(db, actor);
  const all = [...existing.values()].every((channel) => maySubscribeOthersTo(actor, channel, groups));
  // The creator of a channel administers it.
  const may = all && (requested === existing.size || !isGuest(actor));
  if (!may) throw Refused('no_permission');
}

function newChannel({ name, description }: Params['subscriptions'][number], params: Kind): NewChannel {
  return {
    name,
    description,
    invite_only: params.invite_only,
    is_web_public: params.is_web_public,
    is_default: params.is_default_stream,
    history_public_to_subscribers: params.history_public_to_subscribers,
    message_retention_days: params.message_retention_days,
    topics_policy: params.topics_policy,
    folder_id: params.folder_id,
    permissions: Object.fromEntries(CHANNEL_PERMISSIONS.map((permission) => [permission, params[permission]])),
  };
}
