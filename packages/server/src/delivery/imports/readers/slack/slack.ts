// Slack's export: users, conversations and messages by day.
import { basename } from 'node:path/posix';
import type {
  Archive,
  ArchiveChannel,
  ArchiveEmoji,
  ArchiveReader,
  ArchiveSource,
  ArchiveUpload,
} from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { Members } from '../../members.ts';
import { limitMemory } from '../../memory-limit.ts';
import { activeMembers, type People } from '../../people.ts';
import { readElements } from '../../records/json-records.ts';
import { type OnIgnored, reportIgnored, UNREPORTED } from '../../records/optional-fields.ts';
import { joinLists } from '../../records/packed-list.ts';
import { convertMessages, type SlackContext } from './slack-convert.ts';
import {
  customEmoji,
  dayFiles,
  rootOf,
  type SlackConversationPlace,
  type SlackDays,
  uploadPaths,
} from './slack-files.ts';
import { rawMessages } from './slack-messages.ts';
import { readPeople, senderOf, unlisted } from './slack-people.ts';
import { SlackConversation } from './slack-shapes.ts';

const GROUPS = [
  ['channels.json', 'public'],
  ['groups.json', 'private'],
  ['mpims.json', 'direct'],
  ['dms.json', 'direct'],
] as const;

/** Canvases, lists, transcripts of huddles, logs of integrations. */
const UNREAD = /^(?!(?:users|channels|groups|mpims|dms|emoji)\.json$)[^/]+\.json$/;

export const readSlack: ArchiveReader = async (source, report) => {
  const root = rootOf(source);
  const { people, bots } = await readPeople(source, `${root}users.json`, reportIgnored(report, 'users'));
  const places = await readPlaces(source, root, reportIgnored(report, 'channels'));
  const { days, unknown } = dayFiles(source, root, places);
  for (const folder of unknown)
    report({ kind: 'messages', reason: 'no conversation has the name of its folder', file: folder, record: folder });
  for (const path of source.paths)
    if (path.startsWith(root) && UNREAD.test(path.slice(root.length)))
      report({
        kind: 'settings',
        reason: 'nothing here corresponds to it',
        file: path,
        record: path.slice(root.length),
      });
  const { emoji, aliases, missing } = await customEmoji(source, root, reportIgnored(report, 'emoji'));
  for (const name of missing)
    report({ kind: 'emoji', reason: 'its picture is not in the export', file: `${root}emoji.json`, record: name });

  const listed = new Set(Array.from(people, ({ id }) => id));
  for (const { conversation, members } of places)
    for (const id of joinLists(members, [conversation.creator]))
      if (id !== '' && !people.has(id)) people.set(unlisted(id, null));
  const uploads = await findUnlisted(source, { root, days, people, bots, listed });

  const context: SlackContext = {
    people,
    bots,
    places: new Map(places.map((place) => [place.conversation.id, place])),
    uploads,
    emoji: new Set(emoji.map(({ name }) => name)),
    aliases,
    report,
  };
  const archive = {
    organization: { name: 'Slack', description: '', date_created: null, icon: null },
    users: people,
    groups: [],
    channels: places.filter(({ kind }) => kind !== 'direct').map(channelOf),
    emoji: emoji.map(
      ({ name, path }): ArchiveEmoji => ({
        id: name,
        name,
        author: null,
        is_active: true,
        file: { name: basename(path), open: () => source.open(path) },
      }),
    ),
    uploads: [...uploads.values()],
    has_mention_marks: false,
    are_stubs: true,
    messages: () => convertMessages(rawMessages(source, days, reportIgnored(report, 'messages')), context),
  } satisfies Archive & { has_mention_marks: boolean };
  return archive;
};

interface Listed {
  readonly root: string;
  readonly days: SlackDays;
  readonly people: People;
  readonly bots: ReadonlyMap<string, string>;
  /** The accounts that the users list. */
  readonly listed: ReadonlySet<string>;
}

/** Adds accounts to `people` that only messages name, and returns the uploads, keyed by file. Reads each message once. */
async function findUnlisted(
  source: ArchiveSource,
  { root, days, people, bots, listed }: Listed,
): Promise<Map<string, ArchiveUpload>> {
  const paths = uploadPaths(source, root);
  const uploads = new Map<string, ArchiveUpload>();
  const described = new Set<string>();
  for await (const { message } of rawMessages(source, days, UNREPORTED)) {
    const sender = senderOf(message, bots);
    if (sender !== null && !listed.has(sender) && !described.has(sender)) {
      people.set(unlisted(sender, message));
      if (message.user_profile || message.bot_id !== '') described.add(sender);
    }
    for (const file of [message.file, ...(message.files ?? [])]) {
      const path = file ? paths.get(file.id) : undefined;
      const owner = file?.user || sender;
      if (!file || path === undefined || owner === null || uploads.has(file.id)) continue;
      if (!people.has(owner)) people.set(unlisted(owner, null));
      uploads.set(file.id, {
        id: file.id,
        owner,
        content_type: file.mimetype || null,
        create_time: file.created,
        file: { name: file.name || basename(path), open: () => source.open(path) },
      });
    }
  }
  return uploads;
}

async function readPlaces(source: ArchiveSource, root: string, ignored: OnIgnored): Promise<SlackConversationPlace[]> {
  const all = new Members();
  const places: SlackConversationPlace[] = [];
  const ids = new Set<string>();
  for (const [name, kind] of GROUPS) {
    const path = root + name;
    if (source.size(path) === null) continue;
    for await (const { value, record } of readElements(source, path, SlackConversation, ignored)) {
      const { members, ...conversation } = value;
      const { id } = conversation;
      if (ids.has(id)) throw archiveFailure('id_twice', { id }, path, record);
      ids.add(id);
      for (const member of members) all.add(id, member);
      places.push({ conversation, members: all.of(id), kind });
    }
  }
  return places;
}

function channelOf({ conversation, members, kind }: SlackConversationPlace): ArchiveChannel {
  limitMemory();
  return {
    id: conversation.id,
    name: conversation.name || conversation.id,
    description: conversation.purpose || conversation.topic,
    date_created: conversation.created,
    creator: conversation.creator || null,
    is_private: kind === 'private',
    is_web_public: false,
    shares_history: true,
    is_archived: conversation.is_archived,
    is_default: conversation.is_general,
    posting: 'everyone',
    subscriptions: activeMembers(members),
  };
}
