// Mattermost's posts in the neutral form.
import type { ArchiveNoteText } from '@stoa/contract';
import type { ArchiveMessage, ArchivePlace, ArchiveReaction, ArchiveUpload, Problem } from '../../archive.ts';
import { type Block, paragraph, plainBlocks, text } from '../../content/content.ts';
import { emojiByForeignName } from '../../content/emoji-names.rules.ts';
import { readMarkdown } from '../../content/markdown.rules.ts';
import type { MarkdownNames } from '../../content/names-in-text.rules.ts';
import { readAttachment } from '../../content/slack-attachments.rules.ts';
import { TopicNames } from '../../content/topic-names.ts';
import { writeContent, writeStatus } from '../../content/write-content.rules.ts';
import type { People } from '../../people.ts';
import { readRecord, reportIgnored } from '../../records/optional-fields.ts';
import { convertRecords } from '../converting.ts';
import type { MattermostRecord } from './mattermost-posts.ts';
import { PostedAttachment } from './mattermost-shapes.ts';

export interface MattermostContext {
  readonly file: string;
  readonly people: Pick<People, 'has' | 'nameOf'>;
  /** Names of channels by id. */
  readonly channels: ReadonlyMap<string, string>;
  /** Keyed by the path in the export. */
  readonly uploads: ReadonlyMap<string, ArchiveUpload>;
  readonly emoji: ReadonlySet<string>;
  readonly report: (problem: Problem) => void;
}

const TOPIC = 'imported from Mattermost';
const EVERYONE: ReadonlySet<string> = new Set(['all', 'channel', 'here']);

export const channelId = (team: string, channel: string) => `${team}/${channel}`;

export const convertPosts = (
  records: AsyncIterable<MattermostRecord>,
  context: MattermostContext,
): AsyncGenerator<ArchiveMessage> => convertRecords(records, new MattermostConverter(context));

class MattermostConverter {
  private readonly topics = new TopicNames(TOPIC);
  /** Topics by the line of the thread. */
  private readonly threads = new Map<number, string>();
  private position = 0;

  constructor(private readonly context: MattermostContext) {}

  convert(record: MattermostRecord): ArchiveMessage | null {
    const { body, line, reply } = record;
    if (body.type.startsWith('system_')) return this.drop(record, 'it is a notice of Mattermost, not a message');
    const place = this.place(record);
    if (place === null) return this.drop(record, 'its channel is not in the export');
    const blocks = [...readMarkdown(body.message, this.names(record)), ...this.posted(record), ...this.files(record)];
    const content = body.type === 'me' ? writeStatus(blocks) : writeContent(blocks);
    if (content.length === 0) return this.drop(record, 'it is empty');
    const edited_at = Math.floor(body.edit_at / 1000);
    return {
      id: reply === 0 ? String(line) : `${line}.${reply}`,
      position: this.position++,
      sender: body.user,
      place,
      timestamp: Math.floor(body.create_at / 1000),
      content,
      edits: edited_at > 0 ? [{ time: edited_at, user: body.user }] : [],
      reactions: this.reactions(record),
      marks: [...new Set(body.flagged_by)]
        .filter((user) => this.context.people.has(user))
        .map((user) => ({ user, is_starred: true })),
    };
  }

  private drop(record: MattermostRecord, reason: ArchiveNoteText): null {
    this.context.report({ kind: 'messages', reason, file: this.context.file, record: record.line });
    return null;
  }

  private names({ place }: MattermostRecord): MarkdownNames {
    const { people, channels, emoji } = this.context;
    return {
      user: (name) => (people.has(name.toLowerCase()) ? { kind: 'user', id: name.toLowerCase() } : null),
      channel: (name) => {
        const id = 'team' in place ? channelId(place.team, name) : '';
        return channels.has(id) ? { kind: 'channel', id } : null;
      },
      customEmoji: (name) => (emoji.has(name) ? name : null),
      everyone: EVERYONE,
      channel_sign: '~',
    };
  }

  private place(record: MattermostRecord): ArchivePlace | null {
    const { place, body, line, thread } = record;
    if ('members' in place) return { users: [...new Set([...place.members, body.user])] };
    const channel = channelId(place.team, place.channel);
    if (!this.context.channels.has(channel)) return null;
    if (thread === null) return { channel, topic: TOPIC };
    let topic = this.threads.get(line);
    if (topic === undefined) {
      const blocks = readMarkdown(thread, this.names(record));
      const words = plainBlocks(blocks, (to) => ('id' in to ? this.nameOf(to.kind, to.id) : ''));
      topic = this.topics.add(channel, words, Math.floor(body.create_at / 1000));
      this.threads.set(line, topic);
    }
    return { channel, topic };
  }

  private nameOf(kind: string, id: string): string {
    return kind === 'user' ? `@${this.context.people.nameOf(id)}` : `#${this.context.channels.get(id)}`;
  }

  private posted(record: MattermostRecord): Block[] {
    return (record.body.props?.attachments ?? []).flatMap((value) => {
      const ignored = (field: string) =>
        reportIgnored(this.context.report, 'messages')(this.context.file, record.line, `props.attachments.${field}`);
      const attachment = readRecord(PostedAttachment, value, ignored);
      const names = this.names(record);
      if ('data' in attachment) return readAttachment(attachment.data, (text) => [...readMarkdown(text, names)]);
      reportIgnored(this.context.report, 'messages')(this.context.file, record.line, 'props.attachments');
      return [];
    });
  }

  private files({ body, line }: MattermostRecord): Block[] {
    return body.attachments.map(({ path }) => {
      const shown = path.slice(path.lastIndexOf('/') + 1) || path;
      if (this.context.uploads.has(path))
        return paragraph([{ kind: 'reference', to: { kind: 'file', id: path, text: shown } }]);
      this.context.report({ kind: 'files', reason: 'it is not in the export', file: this.context.file, record: line });
      return paragraph([text(`(missing file: ${shown})`)]);
    });
  }

  private reactions({ body, line }: MattermostRecord): ArchiveReaction[] {
    return body.reactions.flatMap(({ user, emoji_name }) => {
      const emoji = this.context.emoji.has(emoji_name) ? { custom: emoji_name } : emojiByForeignName(emoji_name);
      if (emoji !== null) return this.context.people.has(user) ? [{ user, emoji }] : [];
      const record = `${line} (${emoji_name.slice(0, 100)})`;
      this.context.report({ kind: 'reactions', reason: 'its emoji is unknown', file: this.context.file, record });
      return [];
    });
  }
}
