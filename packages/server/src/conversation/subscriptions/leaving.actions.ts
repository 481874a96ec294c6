// Unsubscribes the caller or others from channels.
import {
  ChannelNameDoesNotExist,
  type MessageId,
  type ParamsOf,
  Refused,
  type ResultOf,
  type unsubscribe,
} from '@stoa/contract';
import { findGroupIds } from '../../identity/membership/membership.queries.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type ChannelRow, findAccessToAll, findChannelsByName } from '../channels/channels.queries.ts';
import { announceRead } from '../read-ranges/flag-events.actions.ts';
import { findUnread } from '../read-ranges/unread.queries.ts';
import { findPrincipals } from './principals.queries.ts';
import { unsubscribeUsers } from './subscriptions.actions.ts';
import { channelsLeft } from './subscriptions.hooks.ts';
import { checkSize, mayUnsubscribe } from './subscriptions.rules.ts';

/** Of more subscriptions in a call, what is unread is not looked up: a write must be short. */
const MAX_ANNOUNCED = 20;
/** In a call; of a channel the newest. */
const MAX_READ = 5000;

/** Leaving reads what is unread. Clients that keep counts by the events of flags alone are told so. [RS880] */
async function announceUnreadOfLeft(
  context: WriteContext & { readonly realm: Realm },
  channels: readonly ChannelRow[],
  people: readonly UserRow[],
): Promise<void> {
  const { tx, realm } = context;
  if (channels.length * people.length > MAX_ANNOUNCED) return;
  let limit = MAX_READ;
  for (const person of people) {
    const reader: Actor = { ...person, realm, api_key_generation: 0 };
    const ids: MessageId[] = [];
    for (const { recipient_id } of channels) {
      if (limit === 0) break;
      const unread = await findUnread(tx, reader, { recipient_id, limit });
      limit -= unread.length;
      for (const { id } of unread) ids.push(id);
    }
    ids.sort((a, b) => a - b);
    announceRead(context, reader, ids);
  }
}

export async function leaveChannels(
  context: WriteContext & { readonly actor: Actor; readonly realm: Realm },
  { subscriptions, principals, keep_bots }: ParamsOf<typeof unsubscribe>,
): Promise<ResultOf<typeof unsubscribe>> {
  const { actor, realm, tx } = context;
  const requested = new Map(subscriptions.map((name) => [nameKey(name), name]));
  checkSize(requested.size, principals?.length ?? 1);
  const people = await findPrincipals(tx, actor, principals);
  const existing = await findChannelsByName(tx, realm.realm_id, [...requested.keys()]);
  const access = await findAccessToAll(tx, actor, [...existing.values()]);
  const channels = [...requested].map(([key, stream]) => {
    const channel = existing.get(key);
    if (!channel || !access.get(channel.stream_id)!.metadata)
      throw ChannelNameDoesNotExist(`Channel '${stream}' does not exist`, { stream });
    return channel;
  });
  const groups = await findGroupIds(tx, actor);
  if (channels.some((channel) => !mayUnsubscribe(actor, channel, groups, people))) throw Refused('no_permission');
  await announceUnreadOfLeft(context, channels, people);
  const left = new Set((await unsubscribeUsers(context, realm, channels, people)).map(({ channel }) => channel));
  await context.trigger(channelsLeft, { realm, people, channels: [...left], keep_bots });
  const names = (gone: boolean) => channels.filter((channel) => left.has(channel) === gone).map(({ name }) => name);
  return { removed: names(true), not_removed: names(false) };
}
