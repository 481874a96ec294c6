// Slack's messages in the neutral form: senders, places, threads as topics, files, reactions, edits.
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
import { readMrkdwn, type SlackNames } from '../../content/mrkdwn.rules.ts';
import { readAttachment } from '../../content/slack-attachments.rules.ts';
import { readRichText } from '../../content/slack-rich-text.rules.ts';
import { TopicNames } from '../../content/topic-names.ts';
import { writeContent, writeStatus } from '../../content/write-content.rules.ts';
import type { People } from '../../people.ts';
import { readRecord, reportIgnored } from '../../records/optional-fields.ts';
import { convertRecords, IdsAtTime, referenceText } from '../converting.ts';
import type { SlackConversationPlace } from './slack-files.ts';
import type { SlackRecord } from './slack-messages.ts';
import { senderOf } from './slack-people.ts';
import { SlackAttachment, type SlackFile, type SlackMessage } from './slack-shapes.ts';

export interface SlackContext {
  readonly people: Pick<People, 'has' | 'nameOf'>;
  /** The users of integrations, by the integration's id. */
  readonly bots: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, SlackConversationPlace>;
  readonly uploads: ReadonlyMap<string, ArchiveUpload>;
  readonly emoji: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly report: (problem: Problem) => void;
}

const TOPIC = 'imported from Slack';
/** Notices of Slack in a conversation. */
const NOTICES =
  /^(?:(?:channel|group|mpim)_\w+|(?:un)?pinned_item|bot_(?:add|remove|enable|disable)|reminder_\w+|tombstone|\w+_join|\w+_leave|ekm_\w+|sh_room_\w+|huddle_thread|bookmark_\w+|message_deleted|joiner_notification\w*|reply_broadcast)$/;
/** As in `https://team.slack.com/archives/C123/p1516454398000074`. */
const PERMALINK = /^https:\/\/[\w-]+(?:\.enterprise)?\.slack\.com\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})(?:\?|$)/;
/** In older exports the text says who uploaded what, before the comment. */
const UPLOADED = /^<@\w+(?:\|[^>]*)?> uploaded a file: <[^>]*>(?: and commented: )?/;

const idOf = (conversation: string, ts: string) => `${conversation}/${ts}`;

export const convertMessages = (
  records: AsyncIterable<SlackRecord>,
  context: SlackContext,
): AsyncGenerator<ArchiveMessage> => convertRecords(records, new SlackConverter(context));

class SlackConverter {
  private readonly topics = new TopicNames(TOPIC);
  /** Topics by the id of a thread's first message. */
  private readonly threads = new Map<string, string>();
  private position = 0;
  private readonly ids = new IdsAtTime<string>();
  private readonly names: SlackNames;

  constructor(private readonly context: SlackContext) {
    const { people, places, emoji, aliases } = context;
    this.names = {
      user: (id) => (people.has(id) ? { kind: 'user', id } : null),
      channel: (id) => (places.has(id) && places.get(id)?.kind !== 'direct' ? { kind: 'channel', id } : null),
      customEmoji: (name) => {
        const real = emoji.has(name) ? name : (aliases.get(name) ?? name);
        return emoji.has(real) ? real : null;
      },
      message: (url) => {
        const [, place = '', seconds, micros] = PERMALINK.exec(url) ?? [];
        return places.has(place) ? idOf(place, `${seconds}.${micros}`) : null;
      },
    };
  }

  convert(record: SlackRecord): ArchiveMessage | null {
    const { message } = record;
    if (message.type !== 'message' || message.hidden || NOTICES.test(message.subtype))
      return this.drop(record, 'it is a notice of Slack, not a message');
    const sender = senderOf(message, this.context.bots);
    if (sender === null || !this.context.people.has(sender)) return this.drop(record, 'it names no sender');
    const id = this.idOf(record);
    const blocks = this.blocks(record);
    if (blocks.length === 0) return this.drop(record, 'it is empty');
    const timestamp = Math.floor(Number(message.ts));
    const edited_at = Math.floor(Number(message.edited?.ts ?? Number.NaN));
    return {
      id,
      position: this.position++,
      sender,
      place: this.place(record, blocks, timestamp, sender),
      timestamp,
      content: message.subtype === 'me_message' ? writeStatus(blocks) : writeContent(blocks),
      edits: edited_at > 0 ? [{ time: edited_at, user: this.person(message.edited?.user ?? '') }] : [],
      reactions: this.reactions(record),
      marks: [],
    };
  }

  private person(id: string): string | null {
    return this.context.people.has(id) ? id : null;
  }

  private drop({ file, record }: SlackRecord, reason: ArchiveNoteText): null {
    this.context.report({ kind: 'messages', reason, file, record });
    return null;
  }

  /** Ids are times, so only messages of one time can have the same. */
  private idOf({ conversation, message, file, record }: SlackRecord): string {
    const id = idOf(conversation, message.ts);
    if (this.ids.isTaken(id, message.ts)) throw archiveFailure('time_twice', { time: message.ts }, file, record);
    return id;
  }

  private place(record: SlackRecord, blocks: readonly Block[], timestamp: number, sender: string): ArchivePlace {
    const { conversation, message } = record;
    const { kind, members } = this.context.places.get(conversation) as SlackConversationPlace;
    if (kind === 'direct') return { users: [...new Set([...members, sender])] };
    const isThread = message.thread_ts !== '' && (message.thread_ts !== message.ts || (message.reply_count ?? 1) > 0);
    if (!isThread) return { channel: conversation, topic: TOPIC };
    const thread = idOf(conversation, message.thread_ts);
    let topic = this.threads.get(thread);
    if (topic === undefined) {
      const words = plainBlocks(blocks, (to) => this.nameOf(to));
      topic = this.topics.add(conversation, words, timestamp);
      this.threads.set(thread, topic);
    }
    return { channel: conversation, topic };
  }

  private nameOf(to: ArchiveReference): string {
    const { people, places } = this.context;
    return referenceText(to, { people, channelName: (id) => places.get(id)?.conversation.name });
  }

  private blocks(record: SlackRecord): Block[] {
    const { message } = record;
    const blocks = [...this.body(message)];
    for (const value of message.attachments) {
      const ignored = (field: string) => this.ignored(record, `attachments.${field}`);
      const attachment = readRecord(SlackAttachment, value, ignored);
      if ('data' in attachment)
        blocks.push(...readAttachment(attachment.data, (text) => [...readMrkdwn(text, this.names)]));
      else this.ignored(record, 'attachments');
    }
    const files = new Map([message.file, ...(message.files ?? [])].flatMap((file) => (file ? [[file.id, file]] : [])));
    for (const file of files.values()) blocks.push(this.file(file, record));
    return blocks;
  }

  private ignored({ file, record }: SlackRecord, field: string): void {
    reportIgnored(this.context.report, 'messages')(file, record, field);
  }

  private body(message: SlackMessage): readonly Block[] {
    if (message.subtype === 'file_comment') return readMrkdwn(message.comment?.comment ?? '', this.names);
    if (message.subtype === 'file_share' && message.file && message.files == null)
      return readMrkdwn(message.text.replace(UPLOADED, ''), this.names);
    const rich = message.blocks.length > 0 ? readRichText(message.blocks, this.names) : null;
    return rich ?? readMrkdwn(message.text, this.names);
  }

  private file(file: SlackFile, record: SlackRecord): Block {
    const shown = file.title || file.name || file.id;
    if (this.context.uploads.has(file.id))
      return paragraph([{ kind: 'reference', to: { kind: 'file', id: file.id, text: shown } }]);
    const isDeleted = file.mode === 'tombstone' || file.mode === 'hidden_by_limit';
    const reason = isDeleted ? 'Slack no longer has it' : 'it is not in the export';
    this.context.report({ kind: 'files', reason, file: record.file, record: file.id });
    if (isDeleted) return paragraph([text(`(deleted file: ${shown})`)]);
    // The query of the address in an export is a key, which readers must not see.
    const url = file.permalink || file.url_private.replace(/\?.*$/s, '');
    return paragraph(url === '' ? [text(shown)] : [{ kind: 'link', url, children: [text(shown)] }]);
  }

  private reactions({ message, file, record }: SlackRecord): ArchiveReaction[] {
    return message.reactions.flatMap(({ name, users }) => {
      const custom = this.names.customEmoji(name);
      const emoji = custom === null ? emojiByForeignName(name) : { custom };
      if (emoji === null) {
        const found = `${record} (${name.slice(0, 100)})`;
        this.context.report({ kind: 'reactions', reason: 'its emoji is unknown', file, record: found });
        return [];
      }
      return users.filter((user) => this.context.people.has(user)).map((user) => ({ user, emoji }));
    });
  }
}
