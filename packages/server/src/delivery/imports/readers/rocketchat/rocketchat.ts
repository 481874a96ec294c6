// A mongodump of Rocket.Chat: collections in BSON, files in GridFS.
import type { z } from 'zod';
import type {
  Archive,
  ArchiveEmoji,
  ArchiveFile,
  ArchiveReader,
  ArchiveSource,
  ArchiveUpload,
  ArchiveUser,
} from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { Members } from '../../members.ts';
import { People } from '../../people.ts';
import { readBson } from '../../records/bson-records.ts';
import { gridFiles } from '../../records/grid-files.ts';
import { TextMap } from '../../records/id-map.ts';
import { IdTable } from '../../records/id-table.ts';
import { check, checkStrictly } from '../../records/json-records.ts';
import { type OnIgnored, reportIgnored, UNREPORTED } from '../../records/optional-fields.ts';
import { convertMessages, type RocketContext } from './rocketchat-convert.ts';
import { messagesOf, sortedMessages } from './rocketchat-messages.ts';
import { readRooms } from './rocketchat-rooms.ts';
import {
  RocketAvatar,
  RocketEmoji,
  RocketRoom,
  RocketSubscription,
  RocketUpload,
  RocketUser,
} from './rocketchat-shapes.ts';

const MESSAGES = 'rocketchat_message.bson';
/** Collections that are read; the `files` of GridFS repeat what their collections say. */
const READ: ReadonlySet<string> = new Set(
  [
    ...['users', 'rocketchat_message', 'rocketchat_room', 'rocketchat_subscription', 'rocketchat_custom_emoji'],
    ...['rocketchat_uploads', 'rocketchat_uploads.chunks', 'rocketchat_uploads.files'],
    ...['rocketchat_avatars', 'rocketchat_avatars.chunks', 'rocketchat_avatars.files'],
    ...['custom_emoji.chunks', 'custom_emoji.files'],
  ].map((name) => `${name}.bson`),
);
const GRID_STORE = /^GridFS:/;

type Report = Parameters<ArchiveReader>[1];

/** The id of Rocket.Chat's own bot, which owns what has no other owner. */
const BOT_ID = 'rocket.cat';

export const readRocketChat: ArchiveReader = async (source, report) => {
  const root = rootOf(source);
  reportUnreadCollections(source, root, report);
  const rooms = await readById(source, `${root}rocketchat_room.bson`, RocketRoom, reportIgnored(report, 'channels'));
  reportUnreadRooms(rooms, root, report);
  const { people, ids, listed } = await readUsers(source, root, report);
  const members = await membersOf(source, root, listed);
  for (const id of [...rooms.values()].flatMap((room) => [...room.uids, ...(room.u ? [room.u._id] : [])]))
    addUnlisted(people, id, '');
  for (const id of members.all()) addUnlisted(people, id, '');
  await addSenders(people, ids, source, root);
  const uploads = await readUploads(source, root, people, report);
  const { emoji, names } = await emojiOf(source, root, report);
  const makeRooms = () => readRooms(rooms, members, (username) => ids.get(username) ?? null);
  const context: RocketContext = {
    file: root + MESSAGES,
    people,
    ids,
    rooms: makeRooms,
    uploads,
    emoji: names,
    report,
  };
  const archive = {
    organization: { name: 'Rocket.Chat', description: '', date_created: null, icon: null },
    users: people,
    groups: [],
    channels: makeRooms().channels,
    emoji,
    uploads: [...uploads.values()],
    has_mention_marks: false,
    are_stubs: true,
    messages: () => convertMessages(sortedMessages(source, root + MESSAGES, report), context),
  } satisfies Archive;
  return archive;
};

function reportUnreadCollections(source: ArchiveSource, root: string, report: Report): void {
  for (const path of source.paths) {
    if (!path.startsWith(root) || !path.endsWith('.bson')) continue;
    const record = path.slice(root.length);
    if (READ.has(record) || (source.size(path) ?? 0) === 0) continue;
    report({ kind: 'settings', reason: 'nothing here corresponds to it', file: path, record });
  }
}

function reportUnreadRooms(rooms: ReadonlyMap<string, RocketRoom>, root: string, report: Report): void {
  for (const [id, { t }] of rooms)
    if (!'cpd'.includes(t))
      report({
        kind: 'channels',
        reason: 'it is a conversation with visitors or a call',
        file: `${root}rocketchat_room.bson`,
        record: id,
      });
}

interface RocketUsers {
  readonly people: People;
  /** The ids of people, keyed by name. */
  readonly ids: TextMap;
  /** The members of rooms as the users list them, keyed by the id of the room. */
  readonly listed: Members;
}

async function readUsers(source: ArchiveSource, root: string, report: Report): Promise<RocketUsers> {
  const avatars = await avatarsOf(source, root, report);
  const users = { people: new People(), ids: new TextMap(), listed: new Members() };
  for await (const user of recordsOf(source, `${root}users.bson`, RocketUser, reportIgnored(report, 'users'))) {
    const { _id, username, __rooms } = user;
    users.people.set(personOf(user, avatars.get(_id) ?? null));
    users.ids.set(username, _id);
    for (const rid of __rooms) users.listed.add(rid, _id);
  }
  return users;
}

/** Adds senders who are no longer among the users. */
async function addSenders(people: People, ids: TextMap, source: ArchiveSource, root: string): Promise<void> {
  for await (const { message } of messagesOf(source, root + MESSAGES, UNREPORTED)) {
    const { _id, username, name } = message.u;
    addUnlisted(people, _id, name || username);
    if (username !== '' && !ids.has(username)) ids.set(username, _id);
  }
}

/** The uploads whose bytes are in the dump; their owners become people. */
async function readUploads(
  source: ArchiveSource,
  root: string,
  people: People,
  report: Report,
): Promise<Map<string, ArchiveUpload>> {
  const path = `${root}rocketchat_uploads.bson`;
  const grid = await gridFiles(source, `${root}rocketchat_uploads.chunks.bson`);
  const uploads = new Map<string, ArchiveUpload>();
  for (const [id, upload] of await readById(source, path, RocketUpload, reportIgnored(report, 'files'))) {
    const open = grid.get(id);
    if (open === undefined) {
      const is_lost = GRID_STORE.test(upload.store);
      const reason = is_lost ? 'its bytes are not in the dump' : 'its bytes are in another store';
      report({ kind: 'files', reason, file: path, record: id });
      continue;
    }
    const owner = upload.userId || BOT_ID;
    addUnlisted(people, owner, '');
    const file = { name: upload.name || id, open };
    uploads.set(id, { id, owner, content_type: upload.type || null, create_time: upload.uploadedAt, file });
  }
  return uploads;
}

function rootOf(source: ArchiveSource): string {
  const found = source.paths.find((path) => path === MESSAGES || path.endsWith(`/${MESSAGES}`));
  if (found !== undefined) return found.slice(0, -MESSAGES.length);
  if (source.paths.some((path) => path.endsWith(`${MESSAGES}.gz`))) throw archiveFailure('rocketchat_packed', {});
  throw archiveFailure('rocketchat_none', { file: MESSAGES });
}

async function readById<T extends { _id: string }>(
  source: ArchiveSource,
  path: string,
  shape: z.ZodType<T>,
  ignored: OnIgnored,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  for await (const read of recordsOf(source, path, shape, ignored)) found.set(read._id, read);
  return found;
}

/** One by one; refuses two of one id. */
async function* recordsOf<T extends { _id: string }>(
  source: ArchiveSource,
  path: string,
  shape: z.ZodType<T>,
  ignored: OnIgnored,
): AsyncGenerator<T> {
  const ids = new IdTable();
  for await (const { document, record } of readBson(source, path)) {
    const read = check(shape, document, path, record, ignored);
    if (ids.has(read._id)) throw archiveFailure('id_twice', { id: read._id }, path, record);
    ids.add(read._id);
    yield read;
  }
}

/** Subscriptions say who is in a room; without them, the rooms listed in the users do. */
async function membersOf(source: ArchiveSource, root: string, listed: Members): Promise<Members> {
  const members = new Members();
  const path = `${root}rocketchat_subscription.bson`;
  for await (const { document, record } of readBson(source, path)) {
    const { rid, u } = checkStrictly(RocketSubscription, document, path, record);
    members.add(rid, u._id);
  }
  return members.size === 0 ? listed : members;
}

async function avatarsOf(
  source: ArchiveSource,
  root: string,
  report: Report,
): Promise<ReadonlyMap<string, ArchiveFile>> {
  const grid = await gridFiles(source, `${root}rocketchat_avatars.chunks.bson`);
  const avatars = new Map<string, ArchiveFile>();
  for (const [id, { userId, name }] of await readById(
    source,
    `${root}rocketchat_avatars.bson`,
    RocketAvatar,
    reportIgnored(report, 'users'),
  )) {
    const open = grid.get(id);
    if (open !== undefined && userId !== '') avatars.set(userId, { name: name || id, open });
  }
  return avatars;
}

async function emojiOf(
  source: ArchiveSource,
  root: string,
  report: Report,
): Promise<{ emoji: ArchiveEmoji[]; names: Map<string, string> }> {
  const grid = await gridFiles(source, `${root}custom_emoji.chunks.bson`);
  const path = `${root}rocketchat_custom_emoji.bson`;
  const emoji: ArchiveEmoji[] = [];
  const names = new Map<string, string>();
  for (const [id, { name, aliases, extension }] of await readById(
    source,
    path,
    RocketEmoji,
    reportIgnored(report, 'emoji'),
  )) {
    const file_name = `${name}.${extension}`;
    const open = grid.get(file_name);
    if (open === undefined) {
      report({ kind: 'emoji', reason: 'its picture is not in the dump', file: path, record: id });
      continue;
    }
    emoji.push({ id: name, name, author: null, is_active: true, file: { name: file_name, open } });
    for (const each of [name, ...aliases]) names.set(each, name);
  }
  return { emoji, names };
}

function personOf(user: RocketUser, avatar: ArchiveFile | null): ArchiveUser {
  const isBot = user.type === 'bot' || user.roles.includes('bot');
  const role = user.roles.includes('admin') ? 'owner' : user.roles.includes('guest') ? 'guest' : 'member';
  return {
    id: user._id,
    email: user.emails[0]?.address || null,
    full_name: user.name || user.username || user._id,
    role: isBot ? 'member' : role,
    is_active: user.active !== false,
    bot: isBot ? { owner: null } : null,
    date_joined: user.createdAt,
    timezone: '',
    avatar,
    // The bcrypt hash is of the hexadecimal SHA-256 of the password.
    password: user.services?.password?.bcrypt ? `bcrypt_sha256$${user.services.password.bcrypt}` : null,
  };
}

function addUnlisted(people: People, id: string, name: string): void {
  if (people.has(id)) return;
  const full_name = name || `Unknown user ${id}`;
  const account = { id, email: null, full_name, role: 'member' as const, is_active: false, bot: null };
  people.set({ ...account, date_joined: null, timezone: '', avatar: null });
}
