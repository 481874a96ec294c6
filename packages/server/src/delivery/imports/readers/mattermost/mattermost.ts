// Mattermost's bulk export: JSON lines and a directory of files beside them.
import { basename } from 'node:path/posix';
import type {
  Archive,
  ArchiveChannel,
  ArchiveEmoji,
  ArchiveFile,
  ArchiveReader,
  ArchiveSource,
  ArchiveUpload,
  ArchiveUser,
  Problem,
} from '../../archive.ts';
import { ArchiveError, archiveFailure } from '../../archive-error.ts';
import { UniqueNames } from '../../content/unique-names.ts';
import { Members } from '../../members.ts';
import { limitMemory } from '../../memory-limit.ts';
import { activeMembers, People } from '../../people.ts';
import { check, checkStrictly, readLines } from '../../records/json-records.ts';
import { reportIgnored, UNREPORTED } from '../../records/optional-fields.ts';
import { channelId, convertPosts, type MattermostContext } from './mattermost-convert.ts';
import { entryOf, postsOf, sortedPosts } from './mattermost-posts.ts';
import { Bot, Channel, DirectChannel, Emoji, Team, User, Version } from './mattermost-shapes.ts';

/** Read later; `info` says which version wrote the export. */
const POSTS: ReadonlySet<string> = new Set(['post', 'direct_post', 'info']);

type FileAt = (name: string) => ArchiveFile | null;

/** Files are beside the lines, or in a directory `data`. */
function filesBeside(source: ArchiveSource, path: string): FileAt {
  const root = path.slice(0, path.lastIndexOf('/') + 1);
  return (name) => {
    const found =
      name === '' ? undefined : [`${root}data/${name}`, root + name].find((each) => source.size(each) !== null);
    return found === undefined ? null : { name: basename(found), open: () => source.open(found) };
  };
}

/** Everything but the posts, line by line. */
class Head {
  readonly teams = new Map<string, string>();
  readonly channels = new Map<string, Channel>();
  /** Keyed by the id of the channel. */
  readonly members = new Members();
  readonly people = new People();
  readonly emoji: ArchiveEmoji[] = [];
  private readonly bots = new Map<string, ArchiveUser>();

  constructor(
    private readonly path: string,
    private readonly fileAt: FileAt,
    private readonly report: (problem: Problem) => void,
  ) {}

  add(value: unknown, line: number): void {
    const { path, report } = this;
    const { kind, entry } = entryOf(value, path, line);
    switch (kind) {
      case 'version':
        checkStrictly(Version, entry, path, line);
        return;
      case 'team': {
        const team = check(Team, entry, path, line, reportIgnored(report, 'channels'));
        this.teams.set(team.name, team.display_name || team.name);
        return;
      }
      case 'channel':
        this.addChannel(check(Channel, entry, path, line, reportIgnored(report, 'channels')), line);
        return;
      case 'user':
        this.addPerson(check(User, entry, path, line, reportIgnored(report, 'users')), line);
        return;
      case 'bot':
        this.addBot(check(Bot, entry, path, line, reportIgnored(report, 'users')));
        return;
      case 'direct_channel':
        for (const member of check(DirectChannel, entry, path, line, reportIgnored(report, 'channels')))
          addUnlisted(this.people, member);
        return;
      case 'emoji':
        this.addEmoji(check(Emoji, entry, path, line, reportIgnored(report, 'emoji')), line);
        return;
      default:
        if (POSTS.has(kind)) return;
        report({ kind: 'settings', reason: 'nothing here corresponds to it', file: path, record: line });
    }
  }

  /** Owners of bots must be people of the export. */
  checkOwners(): void {
    const { people, bots } = this;
    for (const bot of bots.values()) {
      const owner = bot.bot?.owner ?? null;
      if (owner !== null && (!people.has(owner) || bots.has(owner))) people.set({ ...bot, bot: { owner: null } });
    }
  }

  private twice(name: string, line: number): ArchiveError {
    return archiveFailure('name_twice', { name }, this.path, line);
  }

  private addChannel(channel: Channel, line: number): void {
    const id = channelId(channel.team, channel.name);
    if (this.channels.has(id)) throw this.twice(id, line);
    this.channels.set(id, channel);
  }

  private addPerson(user: User, line: number): void {
    if (this.people.has(user.username)) throw this.twice(user.username, line);
    this.people.set(personOf(user, this.fileAt(user.profile_image)));
    for (const team of user.teams)
      for (const { name } of team.channels) this.members.add(channelId(team.name, name), user.username);
  }

  private addBot({ username, display_name, delete_at, owner }: Bot): void {
    const person = unlisted(username, display_name || username);
    const bot = { ...person, is_active: delete_at === 0, bot: { owner: owner || null } };
    this.bots.set(username, bot);
    this.people.set(bot);
  }

  private addEmoji({ name, image }: Emoji, line: number): void {
    const file = this.fileAt(image);
    if (file) this.emoji.push({ id: name, name, author: null, is_active: true, file });
    else this.report({ kind: 'emoji', reason: 'its picture is not in the export', file: this.path, record: line });
  }
}

export const readMattermost: ArchiveReader = async (source, report) => {
  const path = await findExport(source);
  const fileAt = filesBeside(source, path);
  const head = new Head(path, fileAt, report);
  for await (const { value, line } of readLines(source, path)) head.add(value, line);
  head.checkOwners();
  const uploads = await findUploads(source, path, head.people, fileAt);
  const channels = channelsOf(head);
  const context: MattermostContext = {
    file: path,
    people: head.people,
    channels: new Map(channels.map(({ id, name }) => [id, name])),
    uploads,
    emoji: new Set(head.emoji.map(({ name }) => name)),
    report,
  };
  const [name = 'Mattermost'] = head.teams.values();
  const archive = {
    organization: { name, description: '', date_created: null, icon: null },
    users: head.people,
    groups: [],
    channels,
    emoji: head.emoji,
    uploads: [...uploads.values()],
    has_mention_marks: false,
    are_stubs: true,
    messages: () => convertPosts(sortedPosts(source, path, report), context),
  } satisfies Archive;
  return archive;
};

/** The shallowest file of JSON lines that begins as a bulk export does. */
async function findExport(source: ArchiveSource): Promise<string> {
  const depth = (path: string) => path.split('/').length;
  const candidates = source.paths.filter((path) => /\.jsonl?$/.test(path)).sort((a, b) => depth(a) - depth(b));
  for (const path of candidates.slice(0, 20)) if (await beginsWithVersion(source, path)) return path;
  throw archiveFailure('mattermost_none', {});
}

/** Attached files may be of any form. */
async function beginsWithVersion(source: ArchiveSource, path: string): Promise<boolean> {
  try {
    for await (const { value, line } of readLines(source, path)) return entryOf(value, path, line).kind === 'version';
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
  }
  return false;
}

function roleOf(roles: string): ArchiveUser['role'] {
  if (/\bsystem_admin\b/.test(roles)) return 'owner';
  return /\bsystem_guest\b/.test(roles) ? 'guest' : 'member';
}

function personOf(user: User, avatar: ArchiveFile | null): ArchiveUser {
  const { timezone } = user;
  const isAutomatic = String(timezone?.useAutomaticTimezone) === 'true';
  return {
    id: user.username,
    email: user.email || null,
    full_name: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.nickname || user.username,
    role: roleOf(user.roles),
    is_active: user.delete_at === 0,
    bot: null,
    date_joined: null,
    timezone: (isAutomatic ? timezone?.automaticTimezone : timezone?.manualTimezone) ?? '',
    avatar,
  };
}

function unlisted(id: string, full_name: string): ArchiveUser {
  return {
    id,
    email: null,
    full_name,
    role: 'member',
    is_active: false,
    bot: null,
    date_joined: null,
    timezone: '',
    avatar: null,
  };
}

function addUnlisted(people: People, name: string): void {
  if (!people.has(name)) people.set(unlisted(name, `Unknown user ${name}`));
}

/** Also adds the accounts that only posts name. */
async function findUploads(
  source: ArchiveSource,
  path: string,
  people: People,
  fileAt: (name: string) => ArchiveFile | null,
): Promise<Map<string, ArchiveUpload>> {
  const uploads = new Map<string, ArchiveUpload>();
  for await (const { body, place } of postsOf(readLines(source, path), path, UNREPORTED)) {
    addUnlisted(people, body.user);
    if ('members' in place) for (const member of place.members) addUnlisted(people, member);
    for (const attachment of body.attachments) {
      const file = uploads.has(attachment.path) ? null : fileAt(attachment.path);
      if (file === null) continue;
      const create_time = Math.floor(body.create_at / 1000);
      uploads.set(attachment.path, { id: attachment.path, owner: body.user, content_type: null, create_time, file });
    }
  }
  return uploads;
}

/** Channels of several teams may have the same name; then the team is added. */
function channelsOf({ channels, members, teams }: Head): ArchiveChannel[] {
  const shown = ({ display_name, name }: Channel) => display_name || name;
  const names = new UniqueNames();
  return [...channels].map(([id, channel]) => {
    limitMemory();
    return {
      id,
      name: names.add(shown(channel), teams.get(channel.team) ?? channel.team),
      description: channel.purpose || channel.header,
      date_created: null,
      creator: null,
      is_private: channel.type === 'P',
      is_web_public: false,
      shares_history: true,
      is_archived: channel.deleted_at > 0,
      is_default: channel.name === 'town-square',
      posting: 'everyone' as const,
      subscriptions: activeMembers(members.of(id)),
    };
  });
}
