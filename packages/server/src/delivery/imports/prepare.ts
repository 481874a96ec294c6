// Makes an archive importable: changes names that the rules here refuse, drops records with dangling references, and reports
// each change. The plan and the import both read archives through it, so that a plan says what an import does.
import { type ArchiveNoteText, type UserSetting, userSettings } from '@stoa/contract';
import { checkName as checkChannelName } from '../../conversation/channels/channels.rules.ts';
import { checkEmojiName } from '../../conversation/emoji/emoji.rules.ts';
import { foreignHash } from '../../identity/auth/foreign-passwords.rules.ts';
import { checkName as checkGroupName } from '../../identity/groups/groups.rules.ts';
import { checkRealmName } from '../../identity/realm/realm.rules.ts';
import { checkFullName } from '../../identity/users/users.rules.ts';
import { checkEmail, emailKey } from '../../kit/text/email-addresses.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import {
  type Archive,
  type ArchiveChannel,
  type ArchiveGroup,
  type ArchiveMessage,
  type ArchiveSubscription,
  type ArchiveUser,
  type Problem,
  type RecordKind,
  WHOLE_ARCHIVE,
} from './archive.ts';
import { archiveFailure } from './archive-error.ts';
import { NumberedNames } from './content/numbered-names.ts';
import { limitMemory } from './memory-limit.ts';
import { withOwner } from './owner.ts';
import { type Drop, prepareLists, preparePersonal } from './prepare-personal.ts';
import { IdTable } from './records/id-table.ts';
import { PackedList, type RecordList, without } from './records/packed-list.ts';

type Report = (problem: Problem) => void;
type Change = (kind: RecordKind, record: string, reason: ArchiveNoteText) => void;

/** Times before 1990 or after tomorrow are refused, because they are probably in a wrong unit. */
const EARLIEST = 631_152_000;
const DAY = 86_400;

/** `owner`: see {@link withOwner}. */
export function prepareArchive(archive: Archive, report: Report, now: number, owner: string | null = null): Archive {
  const drop: Drop = (kind, record, reason) => {
    report({ kind, reason, file: WHOLE_ARCHIVE, record });
    return false;
  };
  const change: Change = (kind, record, reason) => report({ kind, reason, file: WHOLE_ARCHIVE, record, is_kept: true });
  const user_ids = checkIds('users', archive.users);
  const users = prepareUsers(withOwner(archive.users, owner), user_ids, change);
  const groups = prepareGroups(archive.groups, user_ids, drop, change);
  const channels = prepareChannels(archive.channels, user_ids, drop, change);
  const names = new Set<string>();
  const emoji = archive.emoji.filter(({ id, name, is_active }) => {
    if (!passes(checkEmojiName, name))
      return drop('emoji', id, 'its name has characters that emoji names may not have');
    if (is_active && names.has(name)) return drop('emoji', id, 'another emoji has this name');
    if (is_active) names.add(name);
    return true;
  });
  const uploads = archive.uploads.filter(
    ({ id, owner }) => user_ids.has(owner) || drop('files', id, 'its owner is not in the archive'),
  );
  const lists = prepareLists(archive.lists, drop);
  const channel_ids = new Set(channels.map(({ id }) => id));
  return {
    ...archive,
    organization: {
      ...archive.organization,
      name: cleaned(archive.organization.name, checkRealmName, 'Imported organization'),
      description: [...archive.organization.description.replace(/\p{Cs}|\0/gu, '')].slice(0, 1000).join(''),
    },
    users,
    groups,
    channels,
    emoji,
    uploads,
    lists,
    personal: preparePersonal(archive.personal, { users, channels: channel_ids, fields: lists.profile_fields, drop }),
    messages: () =>
      prepareMessages(archive, {
        users: user_ids,
        channels: channel_ids,
        emoji: new Set(emoji.map(({ id }) => id)),
        latest: Math.floor(now / 1000) + DAY,
        drop,
      }),
  };
}

const passes = (check: (value: string) => string, value: string): boolean => {
  try {
    check(value);
    return true;
  } catch {
    return false;
  }
};

/** The text in a form that the rule accepts: unchanged, without refused characters, truncated, or else `otherwise`. */
function cleaned(value: string, check: (value: string) => string, otherwise: string): string {
  const plain = value.normalize('NFC').replace(/[\p{Cc}\p{Cs}\p{Co}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
  const bare = plain.replace(/[*`\\>"@|:]/g, ' ').replace(/\s+/g, ' ');
  const short = [...bare].slice(0, 50).join('');
  for (const candidate of [value, plain, bare, short]) if (passes(check, candidate)) return check(candidate);
  return otherwise;
}

/** A name that no other has: the same, or with a number. */
const unique = (name: string, names: NumberedNames): string =>
  names.add(name, (number) => `${[...name].slice(0, 50).join('')} (${number})`);

type Ids = Pick<IdTable, 'has' | 'indexOf' | 'size'>;

function checkIds(kind: RecordKind, records: Iterable<{ readonly id: string }>): Ids {
  const ids = new IdTable();
  for (const { id } of records) {
    if (ids.has(id)) throw archiveFailure('id_twice', { id: id.slice(0, 100) }, undefined, kind);
    ids.add(id);
  }
  return ids;
}

function prepareUsers(users: RecordList<ArchiveUser>, ids: Ids, change: Change): RecordList<ArchiveUser> {
  const taken = new IdTable();
  /** For each user, the fields that differ from the archive; null for most. */
  const changes = new PackedList<Partial<ArchiveUser> | null>();
  let changed_count = 0;
  for (const user of users) {
    const changed = preparedUser(user, { ids, count: ids.size, taken, change });
    const is_changed = Object.keys(changed).length > 0;
    if (is_changed) changed_count++;
    changes.push(is_changed ? changed : null);
  }
  if (changed_count === 0) return users;
  return {
    length: users.length,
    *[Symbol.iterator]() {
      const rest = changes[Symbol.iterator]();
      for (const user of users) yield { ...user, ...rest.next().value };
    },
  };
}

interface PreparedAccounts {
  readonly ids: Ids;
  readonly count: number;
  /** Keys of addresses. */
  readonly taken: IdTable;
  readonly change: Change;
}

/** The properties that have to change. */
function preparedUser(user: ArchiveUser, { ids, count, taken, change }: PreparedAccounts): Partial<ArchiveUser> {
  let { email } = user;
  const full_name = cleaned(user.full_name, checkFullName, `Account ${count}`);
  if (full_name !== user.full_name.trim())
    change('users', user.id, 'its name is changed: its characters or length are not accepted');
  if (email !== null && !passes(checkEmail, email)) {
    change('users', user.id, 'it is imported without an address: the one in the archive is no email address');
    email = null;
  } else if (email === null && user.bot === null)
    change('users', user.id, 'it is imported without an address: the archive has none');
  if (email !== null && taken.has(emailKey(email))) {
    change('users', user.id, 'it is imported without an address: another account has it');
    email = null;
  }
  if (email !== null) taken.add(emailKey(email));
  const is_unknown_hash = user.password != null && foreignHash(user.password) === null;
  if (is_unknown_hash) change('users', user.id, 'it is imported without its password: the hash is of an unknown kind');
  const owner = user.bot?.owner ?? null;
  const settings = preparedSettings(user, change);
  return {
    ...(email === user.email ? {} : { email }),
    ...(full_name === user.full_name ? {} : { full_name }),
    ...(is_unknown_hash ? { password: null } : {}),
    ...(owner !== null && (!ids.has(owner) || owner === user.id) ? { bot: { owner: null } } : {}),
    ...(settings === user.settings ? {} : { settings }),
  };
}

function preparedSettings({ id, settings }: ArchiveUser, change: Change): ArchiveUser['settings'] {
  if (settings === undefined) return undefined;
  const all = Object.entries(settings);
  const good = all.filter(([name, value]) => {
    const declared = Object.hasOwn(userSettings, name) ? userSettings[name as UserSetting] : undefined;
    if (declared?.schema.safeParse(value).success) return true;
    change('users', id, 'a personal setting has the default of new accounts: its value is not accepted here');
    return false;
  });
  return good.length === all.length ? settings : Object.fromEntries(good);
}

function prepareGroups(groups: readonly ArchiveGroup[], users: Ids, drop: Drop, change: Change): ArchiveGroup[] {
  checkIds('groups', groups);
  const ids = new Set(groups.map(({ id }) => id));
  const taken = new NumberedNames(nameKey);
  const onceEach = knownOnce<string>(users, (user) => user);
  const contained = new Map<string, readonly string[]>();
  /** Groups that are in another so far: only these can be in one that they contain. */
  const nested = new Set<string>();
  /** Whether `group` is `other` or contains it. */
  const contains = (group: string, other: string): boolean => {
    if (!nested.has(other)) return group === other;
    const seen = new Set([group]);
    for (const id of seen) {
      if (id === other) return true;
      for (const subgroup of contained.get(id) ?? []) seen.add(subgroup);
    }
    return false;
  };
  return groups.map((group) => {
    limitMemory();
    const name = unique(cleaned(group.name, checkGroupName, 'group'), taken);
    if (name !== group.name)
      change('groups', group.id, 'its name is changed: it is taken or has characters that are not accepted');
    const members = onceEach(group.members, {
      unknown: () => drop('groups', group.id, 'a member is not in the archive'),
    });
    const subgroups = [...new Set(group.subgroups)].filter(
      (id) =>
        (ids.has(id) && !contains(id, group.id)) ||
        drop('groups', group.id, 'a subgroup is not in the archive, or is the group itself'),
    );
    contained.set(group.id, subgroups);
    for (const id of subgroups) nested.add(id);
    return { ...group, name, members, subgroups };
  });
}

function prepareChannels(
  channels: readonly ArchiveChannel[],
  users: Ids,
  drop: Drop,
  change: Change,
): ArchiveChannel[] {
  checkIds('channels', channels);
  const taken = new NumberedNames(nameKey);
  const onceEach = knownOnce<ArchiveSubscription>(users, ({ user }) => user);
  return channels.map((channel) => {
    limitMemory();
    const { id, creator } = channel;
    const name = unique(cleaned(channel.name, checkChannelName, 'channel'), taken);
    if (name !== channel.name)
      change('channels', id, 'its name is changed: it is taken or has characters that are not accepted');
    return {
      ...channel,
      name,
      description: [
        ...channel.description
          .replace(/[\r\n]+/g, ' ')
          .replace(/[\p{Cc}\p{Cs}]/gu, '')
          .trim(),
      ]
        .slice(0, 1024)
        .join(''),
      creator: creator !== null && users.has(creator) ? creator : null,
      // A web-public channel can't be private, and its history is public.
      is_web_public: channel.is_web_public && !channel.is_private && channel.shares_history,
      is_default: channel.is_default && !channel.is_private,
      subscriptions: onceEach(channel.subscriptions, {
        unknown: (user) => drop('subscriptions', `${user} in ${id}`, 'the subscriber is not in the archive'),
        twice: (user) => drop('subscriptions', `${user} in ${id}`, 'the subscription occurs twice'),
      }),
    };
  });
}

/** For lists of people, such as the subscriptions of each channel: leaves out who is not in the archive or in the list already. */
function knownOnce<T>(users: Ids, userOf: (record: T) => string) {
  /** The last list that has a person, by the person's number. */
  const last_lists = new Uint32Array(users.size);
  let list = 0;
  return (
    records: RecordList<T>,
    dropped: { readonly unknown: (user: string) => void; readonly twice?: (user: string) => void },
  ): RecordList<T> => {
    list++;
    const left_out = new Set<number>();
    let at = 0;
    for (const record of records) {
      const user = userOf(record);
      const index = users.indexOf(user);
      const is_twice = index !== -1 && last_lists[index] === list;
      if (index === -1) dropped.unknown(user);
      else if (is_twice) dropped.twice?.(user);
      else last_lists[index] = list;
      if (index === -1 || is_twice) left_out.add(at);
      at++;
    }
    return without(records, left_out);
  };
}

interface PreparedObjects {
  readonly users: Ids;
  readonly channels: ReadonlySet<string>;
  readonly emoji: ReadonlySet<string>;
  readonly latest: number;
  readonly drop: Drop;
}

async function* prepareMessages(archive: Archive, known: PreparedObjects): AsyncGenerator<ArchiveMessage> {
  const { users, channels, drop } = known;
  let position = Number.NEGATIVE_INFINITY;
  for await (const message of archive.messages()) {
    const { id, sender, place, timestamp } = message;
    if (message.position < position) throw archiveFailure('message_order', { id });
    position = message.position;
    if (!users.has(sender)) drop('messages', id, 'its sender is not in the archive');
    else if ('channel' in place ? !channels.has(place.channel) : !place.users.every((user) => users.has(user)))
      drop('messages', id, 'its channel or conversation is not in the archive');
    else if (!(timestamp >= EARLIEST && timestamp <= known.latest)) drop('messages', id, 'its time is invalid');
    else if (message.content.every((part) => typeof part === 'string' && part.trim() === ''))
      drop('messages', id, 'it is empty');
    else yield withKnown(message, known);
  }
}

function withKnown(message: ArchiveMessage, { users, channels, emoji, drop }: PreparedObjects): ArchiveMessage {
  const { id } = message;
  const taken = new Set<string>();
  return {
    ...message,
    reactions: message.reactions.filter(({ user, emoji: own }) => {
      if (!users.has(user)) return drop('reactions', id, 'the account is not in the archive');
      if ('custom' in own && !emoji.has(own.custom)) return drop('reactions', id, 'the emoji is not in the archive');
      const key = JSON.stringify([user, 'custom' in own ? own.custom : ['', own.code]]);
      if (taken.has(key)) return drop('reactions', id, 'the reaction occurs twice');
      taken.add(key);
      return true;
    }),
    marks: message.marks.filter(
      ({ user }) => users.has(user) || drop('marks', id, 'the account is not in the archive'),
    ),
    edits: message.edits.map(({ user, prev_channel, ...edit }) => ({
      ...edit,
      user: user !== null && users.has(user) ? user : null,
      ...(prev_channel !== undefined && channels.has(prev_channel) ? { prev_channel } : {}),
    })),
  };
}
