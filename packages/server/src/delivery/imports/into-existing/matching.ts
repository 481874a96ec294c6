// Matches records of an archive with an existing organization: people by address, channels, groups and emoji by name. Returns the
// archive to import: with the names of what it matches, other names for the rest, and no roles above member.
import { randomBytes } from 'node:crypto';
import type { ChannelId, GroupId, UserId } from '@stoa/contract';
import { ROLE } from '@stoa/contract';
import { type ChannelRow, findChannelsByName } from '../../../conversation/channels/channels.queries.ts';
import { findChannelsById, findGuestSubscribers } from '../../../conversation/channels/importing.queries.ts';
import { findRealmEmoji } from '../../../conversation/emoji/emoji.queries.ts';
import { findTopicKeys, hasMessagesOfPeople } from '../../../conversation/messages/importing.queries.ts';
import { findGroups } from '../../../identity/groups/groups.queries.ts';
import { findProfileFields } from '../../../identity/profile-fields/profile-fields.queries.ts';
import type { UserRow } from '../../../identity/users/users.present.ts';
import { findUsers, getNotificationBot } from '../../../identity/users/users.queries.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import { inBatches } from '../../../kit/database/batches.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { emailKey } from '../../../kit/text/email-addresses.ts';
import { nameKey } from '../../../kit/text/name-characters.ts';
import type { Archive, ArchiveChannel, ArchiveGroup, ArchiveHolders, ArchiveMessage, ArchiveUser } from '../archive.ts';
import { findFirstMessageId, findIds, findMadeIds } from '../import-ids.actions.ts';
import { People } from '../people.ts';
import { sameField } from '../prepare-personal.ts';
import { FreeNames } from './free-names.ts';

export interface Matches {
  /** Ids here by the ids of the archive; `made`: created by an earlier attempt of this import. */
  readonly users: ReadonlyMap<string, UserId>;
  readonly channels: ReadonlyMap<string, ChannelRow>;
  readonly groups: ReadonlyMap<string, GroupId>;
  readonly emoji: ReadonlyMap<string, number>;
  /** Existing topics of matched channels, by the channel's id in the archive. */
  readonly topics: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The channel that a channel of the archive becomes, and why. */
export interface ChannelMatch {
  readonly name: string;
  readonly becomes: string;
  readonly how: 'new' | 'matched' | 'other name';
  readonly why: string;
}

export interface MatchedArchive {
  readonly archive: Archive;
  readonly matches: Matches;
  readonly channels: readonly ChannelMatch[];
}

/** `continues`: an earlier attempt has begun, so its record applies. */
export async function matchArchive(
  db: Connection,
  realm: Realm,
  archive: Archive,
  continues: boolean,
): Promise<MatchedArchive> {
  const { realm_id } = realm;
  const known = async <I extends number>(kind: 'users' | 'channels' | 'groups' | 'emoji') =>
    continues ? await findIds<I>(db, realm_id, kind) : null;
  const [people, persons] = await matchUsers(db, realm, archive, await known<UserId>('users'), continues);
  const { names, ...channels } = await matchChannels(db, realm, archive, people, continues);
  const groups = (await known<GroupId>('groups')) ?? new Map<string, GroupId>();
  const made_groups = continues ? await findMadeIds<GroupId>(db, realm_id, 'groups') : new Map<string, GroupId>();
  const groups_here = await findGroups(db, realm_id, true);
  const by_key = new Map(groups_here.map((group) => [nameKey(group.name), group]));
  if (!continues)
    for (const { id, name } of archive.groups) {
      const found = by_key.get(nameKey(name));
      if (found) groups.set(id, found.id);
    }
  const by_id = new Map(groups_here.map((group) => [group.id, group]));
  const emoji = (await known<number>('emoji')) ?? new Map<string, number>();
  const emoji_here = await findRealmEmoji(db, realm_id);
  if (!continues)
    for (const { id, name } of archive.emoji) {
      const found = emoji_here.get(name);
      if (found) emoji.set(id, Number(found.id));
    }
  return {
    channels: names,
    matches: { users: people, channels: channels.matched, groups, emoji, topics: channels.topics },
    archive: {
      ...archive,
      settings: undefined,
      ...(await personalHere(db, realm, archive, people)),
      permissions: undefined,
      organization: { ...archive.organization, icon: null },
      messages: () => asRead(archive.messages()),
      users: persons,
      channels: channels.channels,
      groups: groupsHere(archive.groups, (id) => {
        const here = by_id.get(groups.get(id)!);
        return here && { ...here, is_made: made_groups.has(id) };
      }),
    },
  };
}

type GroupHere = { readonly name: string; readonly deactivated: boolean; readonly is_made: boolean };

/**
 * New groups keep their permissions. A group that was here may have other members than its namesake in the archive, whose members
 * then hold the permission instead. [IM31]
 */
function groupsHere(all: readonly ArchiveGroup[], find: (id: string) => GroupHere | undefined): ArchiveGroup[] {
  const by_id = new Map(all.map((group) => [group.id, group]));
  const isMatched = (id: string) => find(id)?.is_made === false;
  const holdersApart = ({ roles, users, groups }: ArchiveHolders): ArchiveHolders => {
    const people = new Set(users);
    const inside = new Set(groups.filter(isMatched));
    for (const id of inside) {
      for (const user of by_id.get(id)!.members) people.add(user);
      for (const subgroup of by_id.get(id)!.subgroups) inside.add(subgroup);
    }
    return { roles, users: [...people], groups: groups.filter((id) => !isMatched(id)) };
  };
  return all.map(({ permissions, ...group }) => {
    const here = find(group.id);
    const named = here ? { ...group, name: here.name, is_active: !here.deactivated } : group;
    if (isMatched(group.id) || permissions === undefined) return named;
    const held = Object.entries(permissions).map(([name, holders]) => [name, holdersApart(holders)] as const);
    return { ...named, permissions: Object.fromEntries(held) };
  });
}

/** Lists stay unchanged. New people keep their personal data, with values of profile fields that exist here. */
async function personalHere(
  db: Connection,
  { realm_id }: Realm,
  { lists, personal }: Archive,
  people: ReadonlyMap<string, UserId>,
): Promise<Pick<Archive, 'lists' | 'personal'>> {
  const here = await findProfileFields(db, realm_id);
  const profile_fields = lists?.profile_fields.filter((field) => sameField(field, here)) ?? [];
  const known = new Set(profile_fields.map(({ id }) => id));
  return {
    lists: { linkifiers: [], playgrounds: [], profile_fields },
    personal: personal?.filter(
      (own) => !people.has(own.user) && (own.kind !== 'profile values' || known.has(own.field)),
    ),
  };
}

/** For existing people, everything is read. */
async function* asRead(messages: AsyncIterable<ArchiveMessage>): AsyncGenerator<ArchiveMessage> {
  for await (const message of messages)
    yield { ...message, marks: message.marks.map(({ is_unread: _, ...mark }) => mark) };
}

const ROLE_NAMES = new Map<number, ArchiveUser['role']>(
  (['owner', 'administrator', 'moderator', 'member', 'guest'] as const).map((name) => [ROLE[name], name]),
);

async function matchUsers(
  db: Connection,
  { realm_id }: Realm,
  { users }: Archive,
  known: ReadonlyMap<string, UserId> | null,
  continues: boolean,
): Promise<[Map<string, UserId>, People]> {
  const here = await findUsers(db, realm_id);
  const by_id = new Map(here.map((user) => [user.user_id, user]));
  const by_address = new Map(here.map((user) => [emailKey(user.email), user]));
  const made = continues ? await findMadeIds<UserId>(db, realm_id, 'users') : new Map<string, UserId>();
  const server_bot = await getNotificationBot(db, realm_id);
  const matched = new Map<string, UserId>();
  const taken = new Set<UserId>();
  const findHere = ({ id, email }: ArchiveUser): UserRow | undefined => {
    if (known?.has(id)) return by_id.get(known.get(id)!);
    return email === null ? undefined : by_address.get(emailKey(email));
  };
  const matchedUser = (user: ArchiveUser): ArchiveUser => {
    if (user.is_notification_bot) {
      matched.set(user.id, server_bot.user_id);
      return user;
    }
    if (made.has(user.id)) return asNew(user, user.email);
    const found = findHere(user);
    if (!found || taken.has(found.user_id)) return asNew(user, found ? null : user.email);
    if (found.is_bot !== (user.bot !== null)) return asNew(user, null);
    taken.add(found.user_id);
    matched.set(user.id, found.user_id);
    return asHere(user, found);
  };
  const persons = new People();
  for (const user of users) persons.set(matchedUser(user));
  return [matched, persons];
}

const asHere = (user: ArchiveUser, { full_name, is_active, role }: UserRow): ArchiveUser => ({
  ...user,
  full_name,
  is_active,
  role: ROLE_NAMES.get(role)!,
});

/** An archive gives nobody more rights here. People without an address get one that receives no mail. */
const asNew = (user: ArchiveUser, email: string | null): ArchiveUser => ({
  ...user,
  role: user.role === 'guest' ? 'guest' : 'member',
  email: email ?? `imported-${randomBytes(8).toString('hex')}@stoa.invalid`,
});

interface MatchedChannels {
  readonly channels: readonly ArchiveChannel[];
  readonly matched: ReadonlyMap<string, ChannelRow>;
  readonly topics: ReadonlyMap<string, ReadonlySet<string>>;
  readonly names: readonly ChannelMatch[];
}

async function matchChannels(
  db: Connection,
  { realm_id }: Realm,
  archive: Archive,
  people: ReadonlyMap<string, UserId>,
  continues: boolean,
): Promise<MatchedChannels> {
  const ids = continues ? await findIds<ChannelId>(db, realm_id, 'channels') : new Map<string, ChannelId>();
  const made = continues ? await findMadeIds<ChannelId>(db, realm_id, 'channels') : ids;
  const first_id = await findFirstMessageId(db, realm_id);
  const rows = await inBatches([...ids.values()], (batch) => findChannelsById(db, batch));
  const by_id = new Map(rows.map((row) => [row.stream_id, row]));
  const here = new Map<string, ChannelRow>();
  for (const row of await inBatches(archive.channels, (batch) =>
    findChannelsByName(
      db,
      realm_id,
      batch.map(({ name }) => nameKey(name)),
    ).then((found) => [...found.values()]),
  ))
    here.set(row.name_key, row);
  const free = new FreeNames(realm_id, [...here.keys(), ...archive.channels.map(({ name }) => nameKey(name))]);
  const matched = new Map<string, ChannelRow>();
  const topics = new Map<string, ReadonlySet<string>>();
  const names: ChannelMatch[] = [];
  const channels: ArchiveChannel[] = [];
  // A group here may have other members than its namesake in the archive, so an archive gives it no permission.
  for (const { permissions: _, ...channel } of archive.channels) {
    const recorded = by_id.get(ids.get(channel.id)!);
    const found = here.get(nameKey(channel.name));
    const why = recorded || !found ? '' : await whyApart(db, channel, found, people);
    if (recorded && made.has(channel.id)) {
      channels.push({ ...channel, name: recorded.name });
      names.push({ name: channel.name, becomes: recorded.name, how: 'new', why: 'begun by an earlier attempt' });
    } else if (recorded || (found && why === '')) {
      const row = recorded ?? found!;
      matched.set(channel.id, row);
      topics.set(channel.id, await findTopicKeys(db, row.recipient_id, first_id));
      channels.push({ ...channel, name: row.name });
      names.push({ name: channel.name, becomes: row.name, how: 'matched', why: 'nobody has written there' });
    } else {
      const name = found ? await free.add(db, channel.name) : channel.name;
      channels.push({ ...channel, name, is_default: false });
      names.push({ name: channel.name, becomes: name, how: found ? 'other name' : 'new', why });
    }
  }
  return { channels, matched, topics, names };
}

/** Why a channel doesn't go into the existing channel of its name; empty if it does. [IM31] [IM33] */
async function whyApart(
  db: Connection,
  channel: ArchiveChannel,
  here: ChannelRow,
  people: ReadonlyMap<string, UserId>,
): Promise<string> {
  if (channel.is_private || here.invite_only) return 'one of the two is private';
  if (channel.is_web_public !== here.is_web_public) return 'one of the two is public on the web';
  if (channel.is_archived || here.is_archived) return 'one of the two is archived';
  if (await hasMessagesOfPeople(db, here.recipient_id)) return 'people have written in the one here';
  const guests = await findGuestSubscribers(db, here);
  const there = new Set<UserId | undefined>();
  if (guests.length > 0)
    for (const { user, is_active } of channel.subscriptions) if (is_active) there.add(people.get(user));
  if (guests.some((user_id) => !there.has(user_id))) return 'guests are in the one here';
  return '';
}
