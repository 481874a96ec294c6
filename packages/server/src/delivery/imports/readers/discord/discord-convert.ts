// Discord's messages in the neutral form.
import type { ArchiveNoteText } from '@stoa/contract';
import type {
  ArchiveMessage,
  ArchivePlace,
  ArchiveReaction,
  ArchiveReference,
  ArchiveUpload,
  Problem,
} from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { type Block, paragraph, plainBlocks, text } from '../../content/content.ts';
import { readEmbed } from '../../content/discord-embeds.rules.ts';
import { type DiscordNames, readDiscordText } from '../../content/discord-text.rules.ts';
import { emojiByCharacters, emojiByForeignName } from '../../content/emoji-names.rules.ts';
import { writeContent } from '../../content/write-content.rules.ts';
import type { People } from '../../people.ts';
import { convertRecords, IdsAtTime, referenceText } from '../converting.ts';
import { type AssetOf, type DiscordRecord, idTime } from './discord-exports.ts';
import { type DiscordPlaces, TOPIC } from './discord-places.ts';
import type { Emoji, Message, MessageParts } from './discord-shapes.ts';

export interface DiscordContext {
  readonly people: Pick<People, 'has' | 'nameOf'>;
  /** Names by id. */
  readonly roles: ReadonlyMap<string, string>;
  /** Our names of custom emoji by id. */
  readonly emoji: ReadonlyMap<string, string>;
  /** Keyed by the path of the asset. */
  readonly uploads: ReadonlyMap<string, ArchiveUpload>;
  readonly assetOf: AssetOf;
  readonly has_ids: boolean;
  readonly places: DiscordPlaces;
  readonly report: (problem: Problem) => void;
}

/** Messages, replies, and the responses to commands; everything else is a notice of Discord. */
const TYPES: ReadonlySet<string> = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  '0',
  '19',
  '20',
  '23',
]);
const MESSAGE_ADDRESS = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:@me|\d+)\/\d+\/(\d+)\/?$/;
/** How many recent messages are remembered, so that replies can quote their beginning. */
const RECENT_MAX = 10_000;
const EXCERPT_MAX = 200;

export const isNotice = ({ type }: Message): boolean => !TYPES.has(type);

export const convertMessages = (
  records: AsyncIterable<DiscordRecord>,
  context: DiscordContext,
): AsyncGenerator<ArchiveMessage> => convertRecords(records, new DiscordConverter(context));

class DiscordConverter {
  private readonly recent = new Map<string, { readonly sender: string; readonly excerpt: string }>();
  private readonly ids = new IdsAtTime<number>();
  private position = 0;
  private readonly role_names: DiscordNames['mentioned'];
  private readonly channel_names: ReadonlyMap<string, string>;

  constructor(private readonly context: DiscordContext) {
    this.channel_names = new Map(context.places.channels.map(({ id, name }) => [id, name]));
    this.role_names = [...context.roles].map(([id, name]) => [name, { kind: 'group', id }] as const);
  }

  convert(record: DiscordRecord): ArchiveMessage | null {
    const { message } = record;
    const { id } = message;
    if (this.ids.isTaken(id, idTime(id))) throw archiveFailure('id_twice', { id }, record.file, record.record);
    if (isNotice(message)) return this.drop(record, 'it is a notice of Discord, not a message');
    const names = this.names(message);
    const own = this.blocks(message, names, record);
    const forwarded = message.forwardedMessage ? this.blocks(message.forwardedMessage, names, record) : [];
    if (forwarded.length > 0) own.push(paragraph([text('Forwarded:')]), { kind: 'quote', blocks: forwarded });
    const content = writeContent([...this.reply(message), ...own]);
    if (own.length === 0 || content.length === 0) return this.drop(record, 'it is empty');
    this.remember(message, own);
    return {
      id,
      position: this.position++,
      sender: message.author.id,
      place: this.place(record),
      timestamp: Math.floor(message.timestamp),
      content,
      edits:
        message.timestampEdited == null ? [] : [{ time: Math.floor(message.timestampEdited), user: message.author.id }],
      reactions: this.reactions(record),
      marks: [],
    };
  }

  private drop({ file, record }: DiscordRecord, reason: ArchiveNoteText): null {
    this.context.report({ kind: 'messages', reason, file, record });
    return null;
  }

  private place({ channel, message }: DiscordRecord): ArchivePlace {
    const place = this.context.places.places.get(channel)!;
    if (place.kind === 'direct') return { users: [...new Set([...place.users, message.author.id])] };
    const started = this.context.places.starters.get(message.id);
    if (started?.channel === place.id) return started;
    return { channel: place.id, topic: place.topic ?? TOPIC };
  }

  private names({ mentions, inlineEmojis }: Message): DiscordNames {
    const { people, roles, emoji, places, has_ids } = this.context;
    const channel = (id: string | null): ArchiveReference | null => {
      const place = id === null ? undefined : places.places.get(id);
      if (id === null || place?.kind !== 'channel') return null;
      return place.topic === null ? { kind: 'channel', id } : { kind: 'channel', id: place.id, topic: place.topic };
    };
    const emojiOf = (id: string) => emoji.get(id) ?? null;
    const people_named = mentions.flatMap(({ id, name, nickname }) =>
      [nickname, name].filter(Boolean).map((shown) => [shown, { kind: 'user', id }] as const),
    );
    return {
      user: (id) => (people.has(id) ? { kind: 'user', id } : null),
      role: (id) => (roles.has(id) ? { kind: 'group', id } : null),
      channel,
      emoji: emojiOf,
      message: (url) => MESSAGE_ADDRESS.exec(url)?.[1] ?? null,
      channelNamed: (name) => (has_ids ? null : channel(places.named(name))),
      emojiNamed: (name) => {
        const found = has_ids ? undefined : inlineEmojis.find((emoji) => emoji.id !== '' && emoji.name === name);
        return found === undefined ? null : emojiOf(found.id);
      },
      mentioned: has_ids ? [] : [...people_named, ...this.role_names],
    };
  }

  private blocks(parts: MessageParts, names: DiscordNames, record: DiscordRecord): Block[] {
    return [
      ...readDiscordText(parts.content, names),
      ...parts.embeds.flatMap((embed) => readEmbed(embed, parts.content, names)),
      ...parts.attachments.map(({ id, url, fileName }) => this.file(url, fileName || id, record)),
      ...parts.stickers.map(
        ({ name, sourceUrl }) => this.upload(sourceUrl, name, record) ?? paragraph([text(`(sticker: ${name})`)]),
      ),
    ];
  }

  private upload(url: string, shown: string, { file }: DiscordRecord): Block | null {
    const path = this.context.assetOf(url, file)?.path;
    if (path === undefined || !this.context.uploads.has(path)) return null;
    return paragraph([{ kind: 'reference', to: { kind: 'file', id: path, text: shown } }]);
  }

  private file(url: string, shown: string, record: DiscordRecord): Block {
    const uploaded = this.upload(url, shown, record);
    if (uploaded !== null) return uploaded;
    this.context.report({ kind: 'files', reason: 'it is not in the export', file: record.file, record: record.record });
    // The query of an address is a key that has expired.
    if (!/^https?:/i.test(url)) return paragraph([text(`(missing file: ${shown})`)]);
    return paragraph([{ kind: 'link', url: url.replace(/\?.*$/s, ''), children: [text(shown)] }]);
  }

  /** A reply as written here: the author and the beginning of the original message. */
  private reply({ type, reference }: Message): Block[] {
    const id = reference?.messageId ?? '';
    if ((type !== 'Reply' && type !== '19') || id === '') return [];
    const said = this.recent.get(id);
    if (said === undefined)
      return [paragraph([{ kind: 'reference', to: { kind: 'message', id, text: 'Reply to an earlier message' } }])];
    const to = { kind: 'message', id, text: 'said' } as const;
    const author = { kind: 'user', id: said.sender, silent: true } as const;
    return [
      paragraph([{ kind: 'reference', to: author }, text(' '), { kind: 'reference', to }, text(':')]),
      { kind: 'quote', blocks: [paragraph([text(said.excerpt)])] },
    ];
  }

  private remember({ id, author }: Message, blocks: readonly Block[]): void {
    const words = plainBlocks(blocks, (to) => this.nameOf(to)).toWellFormed();
    const excerpt = words.length > EXCERPT_MAX ? `${words.slice(0, EXCERPT_MAX - 1)}…` : words;
    this.recent.set(id, { sender: author.id, excerpt: excerpt || '…' });
    if (this.recent.size > RECENT_MAX) this.recent.delete(this.recent.keys().next().value!);
  }

  private nameOf(to: ArchiveReference): string {
    const { people, roles } = this.context;
    const channelName = (id: string) => this.channel_names.get(id);
    return referenceText(to, { people, channelName, groupName: (id) => roles.get(id) });
  }

  private reactions({ message, file, record }: DiscordRecord): ArchiveReaction[] {
    return message.reactions.flatMap(({ emoji: written, users }) => {
      const emoji = this.reactionEmoji(written);
      const drop = (reason: ArchiveNoteText): ArchiveReaction[] => {
        const found = `${record} (${(written.code || written.name).slice(0, 100)})`;
        this.context.report({ kind: 'reactions', reason, file, record: found });
        return [];
      };
      if (emoji === null) return drop('its emoji is unknown');
      if (users.length === 0) return drop('the export does not say who reacted');
      return users.map(({ id }) => ({ user: id, emoji }));
    });
  }

  private reactionEmoji({ id, name, code }: Emoji): ArchiveReaction['emoji'] | null {
    if (id !== '') return this.context.emoji.has(id) ? { custom: id } : null;
    return emojiByCharacters(name) ?? emojiByForeignName(code);
  }
}
