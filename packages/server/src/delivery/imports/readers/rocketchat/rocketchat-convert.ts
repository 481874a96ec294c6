// Rocket.Chat's messages in the neutral form.
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
import { emojiByForeignName } from '../../content/emoji-names.rules.ts';
import { type RocketChatNames, readRocketChatText } from '../../content/rocketchat-text.rules.ts';
import { writeContent } from '../../content/write-content.rules.ts';
import type { People } from '../../people.ts';
import type { IdLookup } from '../../records/id-map.ts';
import { convertRecords, IdsAtTime, referenceText } from '../converting.ts';
import type { RocketRecord } from './rocketchat-messages.ts';
import { type Rooms, TOPIC } from './rocketchat-rooms.ts';

export interface RocketContext {
  readonly file: string;
  readonly people: Pick<People, 'has' | 'nameOf'>;
  /** Ids by user name. */
  readonly ids: IdLookup<string>;
  /** Each pass creates its own, because it holds the names of topics. */
  readonly rooms: () => Rooms;
  readonly uploads: ReadonlyMap<string, ArchiveUpload>;
  /** Custom emoji by name and alias. */
  readonly emoji: ReadonlyMap<string, string>;
  readonly report: (problem: Problem) => void;
}

const EVERYONE: ReadonlySet<string> = new Set(['all', 'here']);
const MESSAGE_ADDRESS =
  /^https?:\/\/[^/\s]+\/(?:[^?#\s]*\/)?(?:channel|group|direct)\/[^?#\s]*\?(?:[^#\s]*&)?msg=([A-Za-z0-9]{10,40})/;
/** A quoted message: a link without words before the text. */
const QUOTE_LINK = /^(?:\[\s*\]\([^)\s]{1,4000}\)\s*)+/;

export const convertMessages = (
  records: AsyncIterable<RocketRecord>,
  context: RocketContext,
): AsyncGenerator<ArchiveMessage> => convertRecords(records, new RocketConverter(context));

class RocketConverter {
  private readonly rooms: Rooms;
  private readonly channel_names: ReadonlyMap<string, string>;
  /** Topics by the id of a thread's first message. */
  private readonly threads = new Map<string, string>();
  private readonly ids = new IdsAtTime<number>();
  private position = 0;

  constructor(private readonly context: RocketContext) {
    this.rooms = context.rooms();
    this.channel_names = new Map(this.rooms.channels.map(({ id, name }) => [id, name]));
  }

  convert(record: RocketRecord): ArchiveMessage | null {
    const { message } = record;
    const { _id: id, ts } = message;
    if (this.ids.isTaken(id, ts)) throw archiveFailure('id_twice', { id }, this.context.file, record.record);
    if (message.t === 'e2e') return this.drop(record, 'it is encrypted');
    if (message.t !== '') return this.drop(record, 'it is a notice of Rocket.Chat, not a message');
    if (message._hidden) return this.drop(record, 'it was deleted or is an older version');
    const blocks = this.blocks(record);
    const place = this.place(record, blocks);
    if (place === null) return this.drop(record, 'its room is no channel or direct conversation of the dump');
    const content = writeContent(blocks);
    if (content.length === 0) return this.drop(record, 'it is empty');
    const { editedAt, editedBy } = message;
    const editor = editedBy && this.context.people.has(editedBy._id) ? editedBy._id : null;
    const stars = new Set(message.starred.map(({ _id }) => _id).filter((id) => this.context.people.has(id)));
    return {
      id: message._id,
      position: this.position++,
      sender: message.u._id,
      place,
      timestamp: Math.floor(message.ts / 1000),
      content,
      edits: editedAt === null ? [] : [{ time: editedAt, user: editor }],
      reactions: this.reactions(record),
      marks: [...stars].map((user) => ({ user, is_starred: true })),
    };
  }

  private drop({ record }: RocketRecord, reason: ArchiveNoteText): null {
    this.context.report({ kind: 'messages', reason, file: this.context.file, record });
    return null;
  }

  private place({ message }: RocketRecord, blocks: readonly Block[]): ArchivePlace | null {
    const room = this.rooms.places.get(message.rid);
    if (room === undefined) return null;
    if (room.kind === 'direct') return { users: [...new Set([...room.users, message.u._id])] };
    if (room.topic !== null) return { channel: room.id, topic: room.topic };
    const thread = message.tmid || ((message.tcount ?? 0) > 0 ? message._id : '');
    if (thread === '') return { channel: room.id, topic: TOPIC };
    let topic = this.threads.get(thread);
    if (topic === undefined) {
      const words = plainBlocks(blocks, (to) => this.nameOf(to));
      topic = this.rooms.topics.add(room.id, words, Math.floor(message.ts / 1000));
      this.threads.set(thread, topic);
    }
    return { channel: room.id, topic };
  }

  private nameOf(to: ArchiveReference): string {
    const { people } = this.context;
    return referenceText(to, { people, channelName: (id) => this.channel_names.get(id) });
  }

  private names({ message }: RocketRecord): RocketChatNames {
    const { ids, emoji } = this.context;
    const channels = new Map(message.channels.map(({ _id, name }) => [name, _id]));
    return {
      user: (name) => {
        const id = ids.get(name);
        return id === undefined ? null : { kind: 'user', id };
      },
      channel: (name) => {
        const place = this.rooms.places.get(channels.get(name) ?? '');
        if (place?.kind !== 'channel') return null;
        return place.topic === null
          ? { kind: 'channel', id: place.id }
          : { kind: 'channel', id: place.id, topic: place.topic };
      },
      customEmoji: (name) => emoji.get(name) ?? null,
      message: (url) => MESSAGE_ADDRESS.exec(url)?.[1] ?? null,
      everyone: EVERYONE,
      channel_sign: '#',
    };
  }

  private blocks(record: RocketRecord): Block[] {
    const { message } = record;
    const names = this.names(record);
    const quotes = message.attachments.flatMap(({ message_link, author_name, text: quoted }): Block[] => {
      const id = names.message(message_link);
      if (message_link === '') return [];
      const shown = author_name || 'Quoted message';
      const author = paragraph(
        id === null ? [text(shown)] : [{ kind: 'reference', to: { kind: 'message', id, text: shown } }],
      );
      return [{ kind: 'quote', blocks: [author, ...readRocketChatText(quoted, names)] }];
    });
    const source = quotes.length > 0 ? message.msg.replace(QUOTE_LINK, '') : message.msg;
    const files = new Map([message.file, ...message.files].flatMap((file) => (file ? [[file._id, file.name]] : [])));
    const others = message.attachments.filter(({ message_link }) => message_link === '');
    const described = others.flatMap(({ description, text: words, title, title_link }) => [
      ...(files.size === 0 && title !== ''
        ? [paragraph(title_link ? [{ kind: 'link', url: title_link, children: [text(title)] }] : [text(title)])]
        : []),
      ...readRocketChatText(description, names),
      ...readRocketChatText(words, names),
    ]);
    return [...quotes, ...readRocketChatText(source, names), ...described, ...this.files(files, record)];
  }

  private files(files: ReadonlyMap<string, string>, { record }: RocketRecord): Block[] {
    return [...files].flatMap(([id, name]) => {
      const shown = name || id;
      if (this.context.uploads.has(id))
        return [paragraph([{ kind: 'reference', to: { kind: 'file', id, text: shown } }])];
      // Previews of pictures are files of their own, which the dump lists beside the original.
      if (name.startsWith('thumb-')) return [];
      this.context.report({ kind: 'files', reason: 'its bytes are not in the dump', file: this.context.file, record });
      return [paragraph([text(`(missing file: ${shown})`)])];
    });
  }

  private reactions({ message, record }: RocketRecord): ArchiveReaction[] {
    return Object.entries(message.reactions ?? {}).flatMap(([written, { usernames }]) => {
      const name = written.replace(/^:|:$/g, '');
      const custom = this.context.emoji.get(name);
      const emoji = custom === undefined ? emojiByForeignName(name) : { custom };
      if (emoji !== null) return usernames.flatMap((username) => this.reaction(username, emoji));
      const found = `${record} (${name.slice(0, 100)})`;
      this.context.report({
        kind: 'reactions',
        reason: 'its emoji is unknown',
        file: this.context.file,
        record: found,
      });
      return [];
    });
  }

  private reaction(username: string, emoji: ArchiveReaction['emoji']): ArchiveReaction[] {
    const user = this.context.ids.get(username);
    return user === undefined ? [] : [{ user, emoji }];
  }
}
