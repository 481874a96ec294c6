// Reads the export of the reference server: `realm.json`, `messages-*.json`, `attachment.json` and the files beside them.
import type {
  Archive,
  ArchiveChannel,
  ArchiveFile,
  ArchiveGroup,
  ArchiveReader,
  ArchiveSource,
  ArchiveUser,
  RecordKind,
} from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { reportIgnored } from '../../records/optional-fields.ts';
import { joinLists, mapList, type RecordList } from '../../records/packed-list.ts';
import { type Files, filesOf } from './files.ts';
import { holdersIn } from './holders.ts';
import { messagesOf } from './messages.ts';
import { listsOf, personalOf } from './personal.ts';
import { placesOf } from './places.ts';
import { type RealmTables, readRealm } from './realm.ts';
import {
  CHANNEL_NAMES,
  GROUP_NAMES,
  newSettings,
  ORGANIZATION_NAMES,
  organizationSettings,
  permissionsOf,
} from './settings.ts';
import { spansOf } from './spans.ts';
import { RECIPIENT } from './tables.ts';

/** Roles by number; others are members. */
const ROLES: Readonly<Record<number, ArchiveUser['role']>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
};

export const readZulip: ArchiveReader = async (source, report) => {
  const root = rootOf(source);
  const tables = await readRealm(source, `${root}realm.json`, report);
  const files = await filesOf(source, root, tables, report);
  const places = placesOf(tables);
  const holdersOf = holdersIn(tables);
  const path = `${root}realm.json`;
  const ignored = (kind: RecordKind) => reportIgnored(report, kind);
  return {
    organization: {
      name: tables.realm.name,
      description: tables.realm.description,
      date_created: tables.realm.date_created ?? null,
      icon: files.icon,
    },
    settings: organizationSettings(tables.realm),
    new_settings: newSettings(tables.user_defaults[0]),
    permissions: permissionsOf(tables.realm, ORGANIZATION_NAMES, holdersOf, (field) =>
      ignored('organization')(path, 'zerver_realm[0]', field),
    ),
    lists: listsOf(tables),
    personal: personalOf(tables, `${root}realm.json`, report),
    users: usersOf(tables, files),
    groups: groupsOf(tables, holdersOf, (id, field) => ignored('groups')(path, id, field)),
    channels: channelsOf(tables, holdersOf, (id, field) => ignored('channels')(path, id, field)),
    emoji: tables.emoji.flatMap(({ id, author, name, deactivated }) => {
      const file = files.emoji.get(id);
      if (file) return [{ id: String(id), name, author: named(author), is_active: !deactivated, file }];
      report({ kind: 'emoji', reason: 'its picture is missing', file: `${root}realm.json`, record: id });
      return [];
    }),
    uploads: files.uploads,
    has_mention_marks: true,
    are_stubs: false,
    messages: () => messagesOf({ source, root, tables, places, files, report }),
  } satisfies Archive;
};

type HoldersOf = ReturnType<typeof holdersIn>;
type OnIgnoredOf = (id: number, field: string) => void;

const named = (id: number | null | undefined) => (id == null ? null : String(id));

/** The archive may have a folder around everything. */
function rootOf({ paths }: ArchiveSource): string {
  const realms = paths.filter((path) => /^(?:[^/]+\/)?realm\.json$/.test(path));
  if (realms.length === 0) throw archiveFailure('zulip_none', {});
  if (realms.length > 1) throw archiveFailure('zulip_two', {}, realms[1]);
  return realms[0]!.slice(0, -'realm.json'.length);
}

function usersOf(tables: RealmTables, files: Files): RecordList<ArchiveUser> {
  const people = mapList(
    tables.users,
    (row): ArchiveUser => ({
      id: String(row.id),
      email: row.delivery_email || null,
      full_name: row.full_name,
      role: ROLES[row.role] ?? 'member',
      is_active: row.is_active && !row.is_mirror_dummy,
      bot: row.is_bot ? { owner: named(row.bot_owner) } : null,
      date_joined: row.date_joined ?? null,
      timezone: row.timezone,
      avatar: files.avatars.get(row.id) ?? null,
      password: row.password || null,
      settings: row.settings,
    }),
  );
  // Bots of the server belong to no organization: they are imported as inactive bots.
  const server_bots = tables.cross_realm.map(({ id, email }): ArchiveUser => {
    const name = email.split('@')[0]!;
    return {
      id: String(id),
      email: null,
      full_name: name.replace(/(?:^|-)(.)/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim(),
      role: 'member',
      is_active: false,
      bot: { owner: null },
      is_notification_bot: name === 'notification-bot',
      date_joined: null,
      timezone: '',
      avatar: null as ArchiveFile | null,
    };
  });
  return joinLists(people, server_bots);
}

export function groupsOf(
  tables: Pick<RealmTables, 'groups' | 'members' | 'subgroups'>,
  holdersOf: HoldersOf,
  ignored: OnIgnoredOf,
): ArchiveGroup[] {
  const { groups, members, subgroups } = tables;
  const people = Map.groupBy(members, ({ user_group }) => user_group);
  const nested = Map.groupBy(subgroups, ({ supergroup }) => supergroup);
  return groups
    .filter(({ is_system_group }) => !is_system_group)
    .map(({ group_id, name, description, deactivated, date_created, creator, ...row }) => ({
      id: String(group_id),
      name,
      description,
      date_created: date_created ?? null,
      creator: named(creator),
      members: (people.get(group_id) ?? []).map(({ user_profile }) => String(user_profile)),
      subgroups: (nested.get(group_id) ?? []).map(({ subgroup }) => String(subgroup)),
      is_active: !deactivated,
      permissions: permissionsOf(row, GROUP_NAMES, holdersOf, (field) => ignored(group_id, field)),
    }));
}

/** Nobody gains a permission: what only moderators could do is for administrators. */
function isForAdministrators(
  { can_send_message_group: group, stream_post_policy: policy }: RealmTables['streams'][number],
  administrators: number | undefined,
): boolean {
  return policy === 2 || policy === 4 || (administrators !== undefined && group === administrators);
}

function channelsOf(tables: RealmTables, holdersOf: HoldersOf, ignored: OnIgnoredOf): ArchiveChannel[] {
  const by_channel = new Map<number, number>();
  for (const { id, type, type_id } of tables.recipients) if (type === RECIPIENT.channel) by_channel.set(type_id, id);
  const administrators = tables.groups.find(({ name }) => name === 'role:administrators')?.group_id;
  const spans = spansOf(
    tables.audit,
    tables.onboarding.map(({ message }) => message),
  );
  return tables.streams.map((row) => ({
    id: String(row.id),
    name: row.name,
    description: row.description,
    date_created: row.date_created ?? null,
    creator: named(row.creator),
    is_private: row.invite_only,
    is_web_public: row.is_web_public,
    shares_history: row.history_public_to_subscribers,
    is_archived: row.deactivated,
    is_default: tables.default_streams.has(row.id),
    posting: isForAdministrators(row, administrators) ? 'administrators' : 'everyone',
    permissions: permissionsOf(row, CHANNEL_NAMES, holdersOf, (field) => ignored(row.id, field)),
    message_retention_days: row.message_retention_days ?? null,
    subscriptions: mapList(
      tables.subscriptions.of(by_channel.get(row.id) ?? -1),
      ({ user_profile, active, is_muted, pin_to_top, color, notifications }) => {
        const known = spans(user_profile, row.id, {
          is_active: active,
          shares_history: row.history_public_to_subscribers,
        });
        const own = { user: String(user_profile), is_active: active, is_muted, pin_to_top, color, notifications };
        return known === null ? own : { ...own, spans: known };
      },
    ),
  }));
}
