// Resolves `to` of a message: a channel by name or id, or people by ids or addresses.

import {
  type ApiError,
  BadRequest,
  type ChannelId,
  ChannelIdDoesNotExist,
  ChannelNameDoesNotExist,
  Refused,
  type UserId,
} from '@stoa/contract';
import { findHiddenAmong } from '../../identity/users/user-access.queries.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import { findUserByAddress, findUsersByIdInParts } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import {
  type ChannelAccess,
  type ChannelRow,
  findAccess,
  findChannel,
  findChannelByName,
} from '../channels/channels.queries.ts';

export type To = number | readonly number[] | string | readonly string[];

/** A list that fits no form of `to` arrives as its text. */
const isListAsText = (to: To): to is string => typeof to === 'string' && to.trimStart().startsWith('[');

export interface Address {
  readonly type: 'channel' | 'stream' | 'direct' | 'private';
  readonly to: To;
  readonly topic?: string;
}

/** The addressed channel and the sender's access. Throws unless exactly one is named that the sender may know of. */
export async function getAddressedChannel(
  db: Connection,
  actor: Actor,
  to: To,
): Promise<{ channel: ChannelRow; access: ChannelAccess }> {
  const channel = await getAddressedRow(db, actor, to);
  const access = await findAccess(db, actor, channel);
  if (!access.metadata) throw unknownChannel(await nameAddressed(db, actor, to));
  return { channel, access };
}

/** The addressed channel, also if the sender may not know of it. Throws unless exactly one is named that exists. */
export async function getAddressedRow(db: Connection, actor: Actor, to: To): Promise<ChannelRow> {
  const name = await nameAddressed(db, actor, to);
  if (Array.isArray(to) && to.length !== 1) throw BadRequest('Expected exactly one channel');
  const { realm_id } = actor.realm;
  const channel =
    typeof name === 'number'
      ? await findChannel(db, realm_id, name as ChannelId)
      : await findChannelByName(db, realm_id, name);
  if (!channel) throw unknownChannel(name);
  return channel;
}

/** A bot that names no channel sends to its default one. [BO15] */
async function nameAddressed(db: Connection, actor: Actor, to: To): Promise<number | string> {
  const usual = to === '' && actor.is_bot ? await findDefaultChannel(db, actor.user_id) : null;
  return (usual ?? (Array.isArray(to) ? to[0] : to)) as number | string;
}

/** Also for hidden channels: their names must not decide the response. [IS5] */
function unknownChannel(name: number | string): ApiError {
  if (isListAsText(name)) return BadRequest('Expected exactly one channel');
  return typeof name === 'number'
    ? ChannelIdDoesNotExist(`Channel with ID '${name}' does not exist`, { stream_id: name as ChannelId })
    : ChannelNameDoesNotExist(`Channel '${name}' does not exist`, { stream: name });
}

async function findDefaultChannel(db: Connection, bot_id: UserId): Promise<ChannelId | null> {
  const row = await db.get<{ default_sending_stream_id: ChannelId | null }>(
    sql`select default_sending_stream_id from bot_settings where user_id = ${bot_id}`,
  );
  return row?.default_sending_stream_id ?? null;
}

const namedIn = (to: To) => (typeof to === 'string' ? to.split(',') : typeof to === 'number' ? [to] : to);

/** The people named by their ids. */
export function addressedIds(to: To): UserId[] {
  return namedIn(to).filter((addressee) => typeof addressee === 'number') as UserId[];
}

/** The people named, without the sender unless named; throws if one is unknown, hidden or deactivated. */
export async function getAddressedPeople(db: Connection, actor: Actor, to: To): Promise<UserRow[]> {
  if (isListAsText(to) && to.trim() !== '[]')
    throw BadRequest('A list of recipients has either user IDs or email addresses');
  const ids = addressedIds(to);
  const addresses = namedIn(to)
    .filter((addressee) => typeof addressee === 'string')
    .map((addressee) => (addressee as string).trim())
    .filter((address) => address !== '');
  if (ids.length + addresses.length === 0 || isListAsText(to)) throw BadRequest('Message must have recipients');
  const people: UserRow[] = [];
  for await (const part of findUsersByIdInParts(db, actor.realm.realm_id, ids)) people.push(...part);
  const found = new Set(people.map(({ user_id }) => user_id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw BadRequest(`Invalid user ID ${missing}`);
  if ((await findHiddenAmong(db, actor, ids)).size > 0) throw Refused('recipients_hidden');
  const time_slice = new TimeSlice();
  for (const address of new Set(addresses)) {
    const user = await findUserByAddress(db, { actor, realm: actor.realm }, address);
    if (!user) throw BadRequest(`Invalid email '${address}'`);
    people.push(user);
    await time_slice.yieldIfUsed();
  }
  const deactivated = people.find((user) => !user.is_active && !user.is_system_bot);
  if (deactivated) throw Refused('person_gone', { name: deactivated.full_name });
  return people;
}
