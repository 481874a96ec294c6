// Unsubscribes the caller or others from channels.
import { ChannelNameDoesNotExist, type ParamsOf, Refused, type ResultOf, type unsubscribe } from '@stoa/contract';
import { findGroupIds } from '../../identity/membership/membership.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findAccessToAll, findChannelsByName } from '../channels/channels.queries.ts';
import { findPrincipals } from './principals.queries.ts';
import { unsubscribeUsers } from './subscriptions.actions.ts';
import { channelsLeft } from './subscriptions.hooks.ts';
import { checkSize, mayUnsubscribe } from './subscriptions.rules.ts';

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
  const left = new Set((await unsubscribeUsers(context, realm, channels, people)).map(({ channel }) => channel));
  await context.trigger(channelsLeft, { realm, people, channels: [...left], keep_bots });
  const names = (gone: boolean) => channels.filter((channel) => left.has(channel) === gone).map(({ name }) => name);
  return { removed: names(true), not_removed: names(false) };
}
