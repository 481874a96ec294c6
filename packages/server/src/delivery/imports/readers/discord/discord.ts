// The JSON of DiscordChatExporter: channels, threads, forum posts and direct messages, with the assets it downloaded.
import type {
  Archive,
  ArchiveEmoji,
  ArchiveFile,
  ArchiveGroup,
  ArchiveReader,
  ArchiveSource,
  ArchiveUpload,
  Problem,
} from '../../archive.ts';
import { NumberedNames } from '../../content/numbered-names.ts';
import { Members } from '../../members.ts';
import { People } from '../../people.ts';
import { UNREPORTED } from '../../records/optional-fields.ts';
import { joinLists } from '../../records/packed-list.ts';
import { convertMessages, isNotice } from './discord-convert.ts';
import {
  type AssetOf,
  assetsIn,
  type DiscordExport,
  type DiscordRecord,
  findExports,
  idTime,
  messagesOf,
  sortedMessages,
} from './discord-exports.ts';
import { DiscordPlaces, unnamedPeople } from './discord-places.ts';
import type { Emoji, Message, MessageParts, Person } from './discord-shapes.ts';

export const readDiscord: ArchiveReader = async (source, report) => {
  const exports = await findExports(source, report);
  const head = new Head(assetsIn(source), report);
  for (const each of exports) for await (const record of messagesOf(source, each, UNREPORTED)) head.add(record);
  const places = new DiscordPlaces(exports, head.participants);
  const guild = exports.find(({ guild: { id } }) => BigInt(id) !== 0n) ?? exports[0]!;
  const archive = {
    organization: {
      name: guild.guild.name,
      description: '',
      date_created: BigInt(guild.guild.id) === 0n ? null : Math.floor(idTime(guild.guild.id) / 1000),
      icon: head.assetOf(guild.guild.iconUrl, guild.path),
    },
    users: joinLists(unnamedPeople(exports, places), head.people),
    groups: head.groups(),
    channels: places.channels,
    emoji: [...head.emoji.values()],
    uploads: [...head.uploads.values()],
    has_mention_marks: false,
    are_stubs: true,
    messages: () => messagesIn(source, exports, head, places, report),
  } satisfies Archive;
  return archive;
};

function messagesIn(
  source: ArchiveSource,
  exports: readonly DiscordExport[],
  head: Head,
  places: DiscordPlaces,
  report: (problem: Problem) => void,
) {
  return convertMessages(sortedMessages(source, exports, report), {
    people: head.people,
    roles: head.roles,
    emoji: new Map([...head.emoji].map(([id, { name }]) => [id, name])),
    uploads: head.uploads,
    assetOf: head.assetOf,
    has_ids: head.has_ids,
    places,
    report,
  });
}

/** People, roles and emoji as the messages mention them: an export has no lists of them. */
class Head {
  readonly people = new People();
  /** Names by id. */
  readonly roles = new Map<string, string>();
  readonly emoji = new Map<string, ArchiveEmoji>();
  readonly uploads = new Map<string, ArchiveUpload>();
  /** People who wrote or reacted, by channel or thread. */
  readonly participants = new Members();
  /** Whether the texts mention by id, as Discord stores them, and not by the names that the exporter inserts. */
  has_ids = false;
  private readonly role_members = new Members();
  private readonly emoji_names = new NumberedNames((name) => name);
  private readonly missing_emoji = new Set<string>();

  constructor(
    readonly assetOf: AssetOf,
    private readonly report: (problem: Problem) => void,
  ) {}

  add({ message, channel, file, record }: DiscordRecord): void {
    const { author, mentions, reactions, content } = message;
    if (isNotice(message)) return;
    for (const person of [author, ...mentions]) this.addPerson(person, file);
    this.participants.add(channel, author.id);
    for (const { emoji, users } of reactions) {
      this.addEmoji(emoji, file, record);
      for (const person of users) {
        this.addPerson(person, file);
        this.participants.add(channel, person.id);
      }
    }
    this.has_ids ||= mentions.some(({ id }) => content.includes(`<@${id}>`) || content.includes(`<@!${id}>`));
    for (const emoji of [message.inlineEmojis, ...message.embeds.map(({ inlineEmojis }) => inlineEmojis)].flat())
      this.addEmoji(emoji, file, record);
    this.addUploads(message, message, file);
    if (message.forwardedMessage) this.addUploads(message, message.forwardedMessage, file);
  }

  groups(): ArchiveGroup[] {
    return [...this.roles].map(([id, name]) => ({
      id,
      name,
      description: '',
      members: this.role_members.of(id),
      subgroups: [],
      is_active: true,
    }));
  }

  private addPerson({ id, name, nickname, isBot, avatarUrl, roles }: Person, file: string): void {
    for (const role of roles) {
      if (!this.roles.has(role.id)) this.roles.set(role.id, role.name || role.id);
      this.role_members.add(role.id, id);
    }
    if (this.people.has(id)) return;
    this.people.set({
      id,
      email: null,
      full_name: nickname || name || `Unknown user ${id}`,
      role: 'member',
      is_active: true,
      bot: isBot ? { owner: null } : null,
      date_joined: Math.floor(idTime(id) / 1000),
      timezone: '',
      avatar: this.assetOf(avatarUrl, file),
    });
  }

  private addEmoji({ id, name, imageUrl }: Emoji, file: string, record: number): void {
    if (id === '' || this.emoji.has(id)) return;
    const picture = this.assetOf(imageUrl, file);
    if (picture === null) {
      if (!this.missing_emoji.has(id))
        this.report({ kind: 'emoji', reason: 'its picture is not in the export', file, record });
      this.missing_emoji.add(id);
      return;
    }
    this.emoji.set(id, { id, name: this.emojiName(name, id), author: null, is_active: true, file: picture });
  }

  /** Other servers' emoji may have the same name. */
  private emojiName(written: string, id: string): string {
    const name =
      written
        .toLowerCase()
        .replace(/[^0-9a-z_-]/g, '')
        .replace(/[_-]+$/, '') || `emoji_${id}`;
    return this.emoji_names.add(name, (number) => `${name}_${number}`);
  }

  private addUploads({ author, timestamp }: Message, { attachments, stickers }: MessageParts, file: string): void {
    for (const [url, name] of filesOf({ attachments, stickers })) {
      const asset: (ArchiveFile & { path: string }) | null = this.assetOf(url, file);
      if (asset === null || this.uploads.has(asset.path)) continue;
      this.uploads.set(asset.path, {
        id: asset.path,
        owner: author.id,
        content_type: null,
        create_time: Math.floor(timestamp),
        file: { ...asset, name: name || asset.name },
      });
    }
  }
}

const filesOf = ({ attachments, stickers }: Pick<MessageParts, 'attachments' | 'stickers'>) => [
  ...attachments.map(({ url, fileName }) => [url, fileName] as const),
  ...stickers.map(({ sourceUrl }) => [sourceUrl, ''] as const),
];
