// Leaves channels and joins others in one transaction.
import {
  BadRequest,
  type ParamsOf,
  type ResultOf,
  subscribe,
  unsubscribe,
  type updateSubscriptions,
} from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findChannelsByName } from '../channels/channels.queries.ts';
import { joinChannels } from './joining.actions.ts';
import { leaveChannels } from './leaving.actions.ts';
import { setOwnSettings } from './own-settings.actions.ts';
import { checkColor } from './own-settings.rules.ts';

const NOTHING = { subscribed: {}, already_subscribed: {}, removed: [], not_removed: [] };

export async function changeSubscriptions(
  context: WriteContext & { readonly actor: Actor; readonly realm: Realm },
  { add, delete: leave }: ParamsOf<typeof updateSubscriptions>,
): Promise<ResultOf<typeof updateSubscriptions>> {
  if (add.length + leave.length === 0) throw BadRequest("Nothing to do. Specify at least one of 'add' or 'delete'.");
  const colors = new Map(
    add.flatMap(({ name, color }) => (color === undefined ? [] : [[nameKey(name), checkColor(color)]])),
  );
  const left =
    leave.length === 0 ? {} : await leaveChannels(context, unsubscribe.params.parse({ subscriptions: leave }));
  if (add.length === 0) return { ...NOTHING, ...left };
  const subscriptions = add.map(({ name, description }) => ({ name, description }));
  const { subscribed, already_subscribed } = await joinChannels(context, subscribe.params.parse({ subscriptions }));
  const { tx, actor, realm } = context;
  const joined = await findChannelsByName(tx, realm.realm_id, [...colors.keys()]);
  for (const [key, { stream_id }] of joined)
    await setOwnSettings(context, actor.user_id, [{ stream_id, property: 'color', value: colors.get(key)! }]);
  return { ...NOTHING, ...left, subscribed, already_subscribed };
}
