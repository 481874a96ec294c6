// Looks up what a message refers to, as visible to its sender: people, groups, channels and topics, a few statements
// per kind. Never renders.

import {
  type ChannelId,
  type GroupId,
  type GroupSettingValue,
  type MessageId,
  type RealmId,
  type RealmSettings,
  type Role,
  topicKey,
  type UserId,
} from '@stoa/contract';
import type { References, RenderContext, Upload } from '@stoa/markdown';
import { holds } from '../../identity/membership/group-values.rules.ts';
import { findGroupIds } from '../../identity/membership/membership.queries.ts';
import { shownName } from '../../identity/membership/system-groups.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { findHiddenAmong } from '../../identity/users/user-access.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { findRangesOfChannels } from '../access/readable-ranges.queries.ts';
import { findUploads } from '../attachments/attachments.queries.ts';
import { type ChannelRow, findAccessToAll, findChannelsByName } from '../channels/channels.queries.ts';
import { mediaPath } from './media-addresses.rules.ts';
import { getMediaKey } from './media-key.queries.ts';

/** At most this many topic links lead to the topic's newest message; the others only to the topic. */
const TOPICS_LOOKED_UP = 100;

export interface KnownUser {
  readonly user_id: UserId;
  readonly full_name: string;
  readonly is_active: boolean;
  readonly is_bot: boolean;
  readonly bot_type: number | null;
  readonly role: Role;
}
export interface KnownGroup {
  readonly group_id: GroupId;
  readonly name: string;
  readonly name_key: string;
  readonly deactivated: boolean;
  readonly may_mention: boolean;
}
type KnownChannel = Pick<ChannelRow, 'stream_id' | 'name' | 'name_key'>;

/** The targets of the names in one message. Plain data, so that two lookups can be compared. */
export interface ResolvedReferences {
  readonly users: readonly KnownUser[];
  readonly groups: readonly KnownGroup[];
  readonly channels: readonly KnownChannel[];
  /** Keyed by path id. */
  readonly uploads: readonly (readonly [string, Upload])[];
  /** The organization's settings that affect rendering; defaults if the message does not depend on them. */
  readonly settings: Pick<RealmSettings, 'default_code_block_language' | 'inline_image_preview'> & {
    /** The key for signing addresses of foreign pictures; empty: they are not shown. */
    readonly media_key: string;
  };
}

/** The newest message of a topic, by channel and {@link topicKey}. */
export type NewestOfTopics = ReadonlyMap<string, MessageId>;

/** The compared form of names: only ASCII letters ignore case, because both engines can do that. */
const personKey = (name: string) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const PERSON = sql`user_id, full_name, is_active, is_bot, bot_type, role`;

/** The people named in the message, as far as the sender may see them. */
async function findUsers(db: Connection, sender: Actor, wanted: References['users']): Promise<KnownUser[]> {
  const { realm_id } = sender.realm;
  const found = new Map<UserId, KnownUser>();
  for (const ids of batchesOf(wanted.flatMap(({ id }) => (id === null ? [] : [id]))))
    for (const row of await db.all<KnownUser>(
      sql`select ${PERSON} from users where realm_id = ${realm_id} and user_id in (${sql.list(ids)})`,
    ))
      found.set(row.user_id, row);
  for (const names of batchesOf(wanted.flatMap(({ name, id }) => (id === null ? [name] : [])))) {
    const keys = names.map((name) => sql`lower(${name})`);
    for (const row of await db.all<KnownUser>(
      sql`select ${PERSON} from users where realm_id = ${realm_id} and lower(full_name) in (${sql.join(keys, ', ')})`,
    ))
      found.set(row.user_id, row);
  }
  for (const user_id of await findHiddenAmong(db, sender, found.keys())) found.delete(user_id);
  return [...found.values()].sort((a, b) => a.user_id - b.user_id);
}

async function findGroups(db: Connection, sender: Actor, wanted: References['groups']): Promise<KnownGroup[]> {
  if (wanted.length === 0) return [];
  type Row = Omit<KnownGroup, 'may_mention'> & { can_mention_group: GroupSettingValue };
  const rows: Row[] = [];
  for (const keys of batchesOf([...new Set(wanted.map(({ name }) => nameKey(name)))]))
    rows.push(
      ...(await db.all<Row>(
        sql`select group_id, name, name_key, deactivated, can_mention_group from user_groups
         where realm_id = ${sender.realm.realm_id} and name_key in (${sql.list(keys)}) order by group_id`,
      )),
    );
  const own = rows.length === 0 ? new Set<GroupId>() : await findGroupIds(db, sender);
  return rows.map(({ can_mention_group, ...group }) => ({
    ...group,
    may_mention: holds(sender.user_id, own, can_mention_group),
  }));
}

/** The channels named in the message that the sender may know of. */
async function findChannels(db: Connection, sender: Actor, names: readonly string[]): Promise<ChannelRow[]> {
  const found: ChannelRow[] = [];
  for (const keys of batchesOf([...new Set(names.map(nameKey))]))
    found.push(...(await findChannelsByName(db, sender.realm.realm_id, keys)).values());
  const access = await findAccessToAll(db, sender, found);
  return found.filter(({ stream_id }) => access.get(stream_id)!.metadata);
}

const topicName = (stream_id: ChannelId, topic: string) => `${stream_id} ${topicKey(topic)}`;

async function findNewestOfTopics(
  db: Connection,
  sender: Actor,
  channels: readonly ChannelRow[],
  wanted: References['topics'],
): Promise<NewestOfTopics> {
  const by_key = new Map(channels.map((channel) => [channel.name_key, channel]));
  const topics = new Map<string, { channel: ChannelRow; topic_key: string }>();
  for (const { channel: name, topic, message_id } of wanted) {
    const channel = by_key.get(nameKey(name));
    if (channel && message_id === null && topics.size < TOPICS_LOOKED_UP)
      topics.set(topicName(channel.stream_id, topic), { channel, topic_key: topicKey(topic) });
  }
  if (topics.size === 0) return new Map();
  const ranges = await findRangesOfChannels(db, sender, [
    ...new Set([...topics.values()].map(({ channel }) => channel)),
  ]);
  const parts = [...topics].flatMap(([name, { channel, topic_key }]) =>
    (ranges.get(channel.stream_id) ?? []).map(
      ({ recipient_id, after_id, until_id }) => sql`select cast(${name} as text) as name, max(id) as id from messages
        where recipient_id = ${recipient_id} and topic_key = ${topic_key} and id > ${after_id} and id <= ${until_id}`,
    ),
  );
  if (parts.length === 0) return new Map();
  const rows = await db.all<{ name: string; id: MessageId | null }>(sql`${sql.join(parts, ' union all ')}`);
  const newest = new Map<string, MessageId>();
  for (const { name, id } of rows) if (id !== null && id > (newest.get(name) ?? 0)) newest.set(name, id);
  return newest;
}

const INITIAL: ResolvedReferences['settings'] = {
  default_code_block_language: '',
  inline_image_preview: true,
  media_key: '',
};

async function findSettings(db: Connection, realm_id: RealmId): Promise<ResolvedReferences['settings']> {
  const { default_code_block_language, inline_image_preview } = await getRealmSettings(db, realm_id);
  return { default_code_block_language, inline_image_preview, media_key: await getMediaKey(db, realm_id) };
}

/** For messages without references. */
export const NOTHING_KNOWN: ResolvedReferences = {
  users: [],
  groups: [],
  channels: [],
  uploads: [],
  settings: INITIAL,
};

/** Resolves all names in a message, as visible to its sender. */
export async function lookUp(
  db: Connection,
  sender: Actor,
  references: References,
  asks_settings: boolean,
): Promise<{ known: ResolvedReferences; newest: NewestOfTopics }> {
  const { realm_id } = sender.realm;
  const channels = references.channels.length === 0 ? [] : await findChannels(db, sender, references.channels);
  const known: ResolvedReferences = {
    users: references.users.length === 0 ? [] : await findUsers(db, sender, references.users),
    groups: await findGroups(db, sender, references.groups),
    channels: channels.map(({ stream_id, name, name_key }) => ({ stream_id, name, name_key })),
    uploads: [...(await findUploads(db, sender, references.uploads))],
    settings: asks_settings || references.uploads.length > 0 ? await findSettings(db, realm_id) : INITIAL,
  };
  return { known, newest: await findNewestOfTopics(db, sender, channels, references.topics) };
}

/** The resolved references as a rendering context. */
export function contextOf(
  { users, groups, channels, uploads, settings }: ResolvedReferences,
  newest: NewestOfTopics,
): RenderContext {
  const by_id = new Map(users.map((user) => [user.user_id as number, user]));
  const by_name = new Map<string, KnownUser>();
  // Among people of one name: active ones first, then the oldest account.
  for (const user of [...users].sort((a, b) => Number(b.is_active) - Number(a.is_active) || a.user_id - b.user_id))
    if (!by_name.has(personKey(user.full_name))) by_name.set(personKey(user.full_name), user);
  const groups_by_key = new Map(groups.map((group) => [group.name_key, group]));
  const uploads_by_path = new Map(uploads);
  const channels_by_key = new Map(channels.map((channel) => [channel.name_key, channel]));
  return {
    findUser(name, id) {
      const user = id === null ? by_name.get(personKey(name)) : by_id.get(id);
      if (!user || (id !== null && name !== '' && personKey(name) !== personKey(user.full_name))) return null;
      return { id: user.user_id, full_name: user.full_name, can_notify: user.is_active };
    },
    findGroup(name) {
      const group = groups_by_key.get(nameKey(name));
      return group ? { id: group.group_id, name: shownName(group.name), can_mention: !group.deactivated } : null;
    },
    findChannel(name) {
      const channel = channels_by_key.get(nameKey(name));
      return channel ? { id: channel.stream_id, name: channel.name } : null;
    },
    findUpload: (path_id) => uploads_by_path.get(path_id) ?? null,
    findTopic(channel_id, topic) {
      const message_id = newest.get(topicName(channel_id as ChannelId, topic));
      return message_id === undefined ? null : { message_id };
    },
    previews: settings.inline_image_preview,
    external_media_url: (url) => mediaPath(settings.media_key, url),
    default_code_block_language: settings.default_code_block_language || undefined,
  };
}
