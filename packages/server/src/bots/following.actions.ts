// Access of bots follows people: they leave channels that their owner can't read, and forget them as their defaults.
import { type ChannelId, realmBotUpdate } from '@stoa/contract';
import { type ChannelRow, findAccessToAll } from '../channels/channels.queries.ts';
import type { Actor, Realm } from '../kit/actor.ts';
import type { WriteContext } from '../kit/write.ts';
import { unsubscribeUsers } from '../subscriptions/subscriptions.actions.ts';
import type { UserRow } from '../users/users.present.ts';
import { findBotsOf } from '../users/users.queries.ts';
import { managersOf } from './bots.queries.ts';

/** Takes the bots of a person out of those channels that the person can't read. [BO20] */
export async function withdrawBotsOf(
  context: WriteContext,
  realm: Realm,
  owner: UserRow,
  channels: readonly ChannelRow[],
): Promise<void> {
  if (owner.is_bot || channels.length === 0) return;
  await withdraw(context, realm, owner, await findBotsOf(context.tx, realm.realm_id, [owner.user_id]), channels);
}

/** Takes a bot out of every channel that its owner, perhaps a new one or a guest from now on, can't read. [BO21] */
export async function withdrawBot(context: WriteContext, realm: Realm, bot: UserRow, owner: UserRow): Promise<void> {
  const channels = await context.tx.all<ChannelRow>(
    `select * from channels where realm_id = $1 and (
       stream_id in (select stream_id from subscriptions where user_id = $2 and active)
       or stream_id in (select default_sending_stream_id from bot_settings where user_id = $2)
       or stream_id in (select default_events_register_stream_id from bot_settings where user_id = $2))
     order by stream_id`,
    [realm.realm_id, bot.user_id],
  );
  await withdraw(context, realm, owner, [bot], channels);
}

async function withdraw(
  context: WriteContext,
  realm: Realm,
  owner: UserRow,
  bots: readonly UserRow[],
  channels: readonly ChannelRow[],
): Promise<void> {
  if (bots.length === 0 || channels.length === 0) return;
  const reader = { ...owner, realm, api_key_generation: 0 } satisfies Actor;
  const access = await findAccessToAll(context.tx, reader, channels);
  const closed = channels.filter(({ stream_id }) => !access.get(stream_id)!.content);
  await unsubscribeUsers(context, realm, closed, bots);
  for (const { stream_id } of closed) for (const bot of bots) await forgetDefault(context, bot, stream_id);
}

const DEFAULTS = ['default_sending_stream', 'default_events_register_stream'] as const;

/** The name of a default channel is told to the bot's owner. [BO11] */
async function forgetDefault({ tx, emit }: WriteContext, bot: UserRow, stream_id: ChannelId): Promise<void> {
  for (const name of DEFAULTS) {
    const changed = await tx.run(`update bot_settings set ${name}_id = null where user_id = $1 and ${name}_id = $2`, [
      bot.user_id,
      stream_id,
    ]);
    if (changed > 0) emit(realmBotUpdate, { bot: { user_id: bot.user_id, [name]: null } }, managersOf(bot));
  }
}
