// Keeps the access of bots within that of their owners: removes bots from channels their owner cannot read, and from their
// defaults.
import { type ChannelId, type RealmId, type Role, realmBotUpdate, type UserId } from '@stoa/contract';
import { findReadersAmong } from '../../conversation/channels/audience.queries.ts';
import { type ChannelRow, findAccessToAll, getChannelRow } from '../../conversation/channels/channels.queries.ts';
import { unsubscribeUsers } from '../../conversation/subscriptions/subscriptions.actions.ts';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import { findBotsOf } from '../../identity/users/users.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Upcoming } from '../../kit/write/hooks.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { managersOf } from './bots.queries.ts';

interface Departure {
  readonly realm: Realm;
  readonly people: readonly UserRow[];
  readonly channels: readonly ChannelRow[];
  readonly keep_bots: boolean;
}

/** The scope of an access change: everybody in some channels, or one owner. */
type Concerned = { readonly stream_ids: readonly ChannelId[] } | { readonly owner_id: UserId };

/**
 * Runs an access change, and removes the bots of owners who lost a channel by it. Owners who could not read it before lose
 * nothing, so bots kept there stay. Costs one statement when no bots are concerned. [BO22]
 */
export async function followAccess(
  context: WriteContext,
  { realm_id, afterwards, ...concerned }: Concerned & Upcoming & { readonly realm_id: RealmId },
): Promise<void> {
  const before = await findReadingOwners(context.tx, realm_id, concerned);
  if (before.size > 0) afterwards(() => withdrawBotsOfLosers(context, realm_id, concerned, before));
}

async function withdrawBotsOfLosers(
  context: WriteContext,
  realm_id: RealmId,
  concerned: Concerned,
  before: ReadonlyMap<ChannelId, ReadonlySet<UserId>>,
): Promise<void> {
  const { tx } = context;
  const after = await findReadingOwners(tx, realm_id, concerned);
  const realm = await getRealm(tx, realm_id);
  for (const [stream_id, owners] of before) {
    const lost = [...owners].filter((owner_id) => !after.get(stream_id)?.has(owner_id));
    if (lost.length === 0) continue;
    const channel = await getChannelRow(tx, realm_id, stream_id);
    await putOut(context, realm, await findBotsOf(tx, realm_id, lost), [channel]);
  }
}

/** The owners of bots who can read a channel that one of their bots is in or has as a default. */
async function findReadingOwners(
  db: Connection,
  realm_id: RealmId,
  concerned: Concerned,
): Promise<ReadonlyMap<ChannelId, ReadonlySet<UserId>>> {
  const owner_id = 'owner_id' in concerned ? concerned.owner_id : null;
  const rows = await db.all<{ stream_id: ChannelId; user_id: UserId; role: Role; subscriber_id: UserId | null }>(
    sql`with bots as (
       select user_id as bot_id, bot_owner_id as owner_id from users where realm_id = ${realm_id} and is_bot
         and bot_owner_id is not null ${owner_id === null ? sql.nothing : sql`and bot_owner_id = ${owner_id}`}),
     places as (
       select stream_id, owner_id from bots join subscriptions on subscriptions.user_id = bot_id where active
       union select default_sending_stream_id, owner_id from bots join bot_settings on bot_settings.user_id = bot_id
       union select default_events_register_stream_id, owner_id from bots join bot_settings on bot_settings.user_id = bot_id)
     select places.stream_id, owners.user_id, owners.role, subscriptions.user_id as subscriber_id
       from places join users owners on owners.user_id = owner_id
       left join subscriptions on subscriptions.user_id = owners.user_id
         and subscriptions.stream_id = places.stream_id and subscriptions.active
       where places.stream_id is not null order by places.stream_id, owners.user_id`,
  );
  const affected = 'stream_ids' in concerned ? new Set(concerned.stream_ids) : null;
  const owners = new Map<ChannelId, { user_id: UserId; role: Role; is_subscribed: boolean }[]>();
  for (const { stream_id, user_id, role, subscriber_id } of rows) {
    if (affected && !affected.has(stream_id)) continue;
    getOrSet(owners, stream_id, () => []).push({ user_id, role, is_subscribed: subscriber_id !== null });
  }
  const reading = new Map<ChannelId, ReadonlySet<UserId>>();
  for (const [stream_id, people] of owners) {
    const readers = await findReadersAmong(db, await getChannelRow(db, realm_id, stream_id), people);
    if (readers.length > 0) reading.set(stream_id, new Set(readers.map(({ user_id }) => user_id)));
  }
  return reading;
}

/** Removes people's bots from channels they left and cannot read, so that they do not read on through them. [BO20] */
export async function withdrawBotsOf(
  context: WriteContext,
  { realm, people, channels, keep_bots }: Departure,
): Promise<void> {
  if (keep_bots || channels.length === 0) return;
  for (const owner of people) {
    if (owner.is_bot) continue;
    await unsubscribeBots(
      context,
      realm,
      owner,
      await findBotsOf(context.tx, realm.realm_id, [owner.user_id]),
      channels,
    );
  }
}

/** Removes a bot from every channel that its (possibly new) owner cannot read. [BO21] */
export async function withdrawBot(context: WriteContext, realm: Realm, bot: UserRow, owner: UserRow): Promise<void> {
  const channels = await context.tx.all<ChannelRow>(
    sql`select * from channels where realm_id = ${realm.realm_id} and (
       stream_id in (select stream_id from subscriptions where user_id = ${bot.user_id} and active)
       or stream_id in (select default_sending_stream_id from bot_settings where user_id = ${bot.user_id})
       or stream_id in (select default_events_register_stream_id from bot_settings where user_id = ${bot.user_id}))
     order by stream_id`,
  );
  await unsubscribeBots(context, realm, owner, [bot], channels);
}

async function unsubscribeBots(
  context: WriteContext,
  realm: Realm,
  owner: UserRow,
  bots: readonly UserRow[],
  channels: readonly ChannelRow[],
): Promise<void> {
  if (bots.length === 0 || channels.length === 0) return;
  const reader = { ...owner, realm, api_key_generation: 0 } satisfies Actor;
  const access = await findAccessToAll(context.tx, reader, channels);
  await putOut(
    context,
    realm,
    bots,
    channels.filter(({ stream_id }) => !access.get(stream_id)!.content),
  );
}

async function putOut(
  context: WriteContext,
  realm: Realm,
  bots: readonly UserRow[],
  channels: readonly ChannelRow[],
): Promise<void> {
  await unsubscribeUsers(context, realm, channels, bots);
  for (const { stream_id } of channels) for (const bot of bots) await forgetDefault(context, bot, stream_id);
}

const DEFAULTS = ['default_sending_stream', 'default_events_register_stream'] as const;

/** Announces the cleared default channel to the bot's owner. [BO11] */
async function forgetDefault({ tx, emit }: WriteContext, bot: UserRow, stream_id: ChannelId): Promise<void> {
  for (const name of DEFAULTS) {
    const changed = await tx.run(
      sql`update bot_settings set ${sql.raw(name)}_id = null where user_id = ${bot.user_id} and ${sql.raw(name)}_id = ${stream_id}`,
    );
    if (changed > 0) emit(realmBotUpdate, { bot: { user_id: bot.user_id, [name]: null } }, managersOf(bot));
  }
}
