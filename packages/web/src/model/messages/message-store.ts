// The messages this client has seen, each once, and the effect of events on them. Lists contain only ids.
import type {
  flagsAdd,
  messageEvent,
  ReadMessage,
  ReceivedEvent,
  reactionAdd,
  submessageEvent,
  updateMessage,
} from '@stoa/contract';
import { resolutionOf } from '@stoa/contract/topics';
import { Emitter } from '../../base/cells/cell.ts';
import { type Fields, fieldsOf } from '../state/event-fields.ts';

export type StoredMessage = ReadMessage;
type Reaction = StoredMessage['reactions'][number];

const isSame = (a: Reaction, b: Reaction) =>
  a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type && a.user_id === b.user_id;

/** Above 10,000 messages in memory, all but 8,000 are dropped. */
export const MESSAGES_MOST = 10_000;
const MESSAGES_LEFT = 8000;

export class MessageStore extends Emitter {
  private readonly byId = new Map<number, StoredMessage>();

  /** Incremented when messages are added, removed or moved, but not for flags, reactions and content. */
  arrangement = 0;
  private readonly by_channel = new Map<number, number>();
  private of_all_channels = 0;
  /** A running request may still return them. */
  private readonly deleted = new Set<number>();

  /** Incremented per channel when messages arrive, disappear or move. */
  readonly arrangementOf = (channel_id: number): number =>
    Math.max(this.by_channel.get(channel_id) ?? 0, this.of_all_channels);

  /** Incremented with every change. */
  changes = 0;

  override emit(): void {
    this.changes++;
    super.emit();
  }

  newestIds(most: number): number[] {
    return [...this.byId.keys()].sort((a, b) => b - a).slice(0, most);
  }

  private rearranged(...channel_ids: (number | undefined)[]): void {
    this.arrangement++;
    for (const id of channel_ids) if (id !== undefined) this.by_channel.set(id, this.arrangement);
  }

  readonly get = (id: number): StoredMessage | undefined => this.byId.get(id);

  /** Since this page was opened: deleted, or moved to where the reader may not read it. */
  readonly isDeleted = (id: number): boolean => this.deleted.has(id);

  all(): IterableIterator<StoredMessage> {
    return this.byId.values();
  }

  /** The newest known direct message; 0 for none. */
  newest_direct = 0;

  direct_ids(): number[] {
    return [...this.byId.values()].filter(({ stream_id }) => stream_id === undefined).map(({ id }) => id);
  }

  put(messages: readonly StoredMessage[]): void {
    for (const message of messages) {
      if (this.deleted.has(message.id)) continue;
      const known = this.byId.get(message.id);
      if (known?.subject !== message.subject || known?.stream_id !== message.stream_id) this.arrangement++;
      this.byId.set(message.id, message);
      if (message.stream_id === undefined) this.newest_direct = Math.max(this.newest_direct, message.id);
    }
    this.emit();
  }

  /** Events were missed: drops everything but `ids`, which are kept until fetched again. */
  startOver(ids: ReadonlySet<number>): void {
    for (const id of this.byId.keys()) if (!ids.has(id)) this.byId.delete(id);
    this.rearranged();
    this.of_all_channels = this.arrangement;
    this.emit();
  }

  /** Deleted, or access to them may be lost. */
  drop(ids: Iterable<number>): void {
    for (const id of ids) this.byId.delete(id);
    this.rearranged();
    this.emit();
  }

  get size(): number {
    return this.byId.size;
  }

  /**
   * Drops the oldest messages that no list contains, direct messages last, because they tell whom the reader writes to.
   * Lists that need dropped messages fetch them again.
   */
  trim(held: ReadonlySet<number>): void {
    const loose = [...this.byId.values()].filter(({ id }) => !held.has(id));
    const isDirect = ({ stream_id }: StoredMessage) => (stream_id === undefined ? 1 : 0);
    loose.sort((a, b) => isDirect(a) - isDirect(b) || a.id - b.id);
    for (const { id } of loose.slice(0, Math.max(0, this.byId.size - MESSAGES_LEFT))) this.byId.delete(id);
  }

  private change(ids: readonly number[], make: (message: StoredMessage) => StoredMessage): void {
    for (const id of ids) {
      const message = this.byId.get(id);
      if (message) this.byId.set(id, make(message));
    }
    this.emit();
  }

  setFlag(ids: readonly number[], flag: string, on: boolean): void {
    this.change(ids, (message) => {
      const rest = message.flags.filter((present) => present !== flag);
      return { ...message, flags: on ? [...rest, flag] : rest };
    });
  }

  private react(id: number, reaction: Reaction, on: boolean): void {
    this.change([id], (message) => {
      const rest = message.reactions.filter((present) => !isSame(present, reaction));
      return { ...message, reactions: on ? [...rest, reaction] : rest };
    });
  }

  apply(event: ReceivedEvent): void {
    switch (event.type) {
      case 'message': {
        const { message, flags } = fieldsOf<typeof messageEvent>(event);
        this.put([{ ...message, flags }]);
        this.rearranged(message.stream_id);
        return;
      }
      case 'update_message_flags': {
        const { messages, flag, all } = fieldsOf<typeof flagsAdd>(event);
        this.setFlag(all ? [...this.byId.keys()] : messages, flag, event.op === 'add');
        return;
      }
      case 'reaction': {
        const { message_id, emoji_name, emoji_code, reaction_type, user_id } = fieldsOf<typeof reactionAdd>(event);
        this.react(message_id, { emoji_name, emoji_code, reaction_type, user_id }, event.op === 'add');
        return;
      }
      case 'update_message':
        this.edit(fieldsOf<typeof updateMessage>(event));
        return;
      case 'submessage': {
        const submessage = fieldsOf<typeof submessageEvent>(event);
        const { message_id, submessage_id: id, sender_id, msg_type, content } = submessage;
        this.change([message_id], (message) => ({
          ...message,
          submessages: [
            ...message.submessages.filter((submessage) => submessage.id !== id),
            { id, message_id: message.id, sender_id, msg_type, content },
          ],
        }));
        return;
      }
      case 'delete_message': {
        for (const id of event.message_ids as number[]) {
          this.deleted.add(id);
          this.byId.delete(id);
        }
        this.rearranged(event.stream_id as number | undefined);
        this.emit();
        return;
      }
      // Channels that the reader can no longer see.
      case 'stream': {
        if (event.op !== 'delete') return;
        const removed = new Set(event.stream_ids as number[]);
        this.drop([...this.byId.values()].filter(({ stream_id }) => removed.has(stream_id!)).map(({ id }) => id));
      }
    }
  }

  private edit(event: Fields<typeof updateMessage>): void {
    const { message_id, message_ids, rendered_content, subject, new_stream_id, stream_id, stream_name, flags } = event;
    if (rendered_content !== undefined)
      this.change([message_id], (message) => ({
        ...message,
        content: rendered_content,
        // What a search has marked is the text before the edit.
        match_content: undefined,
        flags,
        is_me_message: event.is_me_message ?? message.is_me_message,
        ...(event.rendering_only ? {} : { last_edit_timestamp: event.edit_timestamp }),
      }));
    const moved = new_stream_id !== undefined || subject !== undefined;
    if (moved) this.rearranged(stream_id, new_stream_id);
    const last_moved = isResolution(event) ? {} : { last_moved_timestamp: event.edit_timestamp };
    if (moved)
      this.change(message_ids, (message) => ({
        ...message,
        subject: subject ?? message.subject,
        topic_links: event.topic_links ?? message.topic_links,
        stream_id: new_stream_id ?? stream_id ?? message.stream_id,
        display_recipient:
          new_stream_id === undefined ? (stream_name ?? message.display_recipient) : message.display_recipient,
        ...last_moved,
      }));
  }
}

/** Marking a whole topic as resolved or unresolved is no move. */
function isResolution({ orig_subject, subject, new_stream_id, propagate_mode }: Fields<typeof updateMessage>): boolean {
  if (orig_subject === undefined || subject === undefined || new_stream_id !== undefined) return false;
  return propagate_mode === 'change_all' && resolutionOf(orig_subject, subject) !== null;
}
