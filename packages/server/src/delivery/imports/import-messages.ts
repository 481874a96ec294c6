// Writes the messages of an archive in batches: each with its flags, reactions, history, links to files, search index, read
// ranges and new ids in one transaction.
import { type ChannelId, type MessageId, type RecipientId, resolutionOf, topicKey, type UserId } from '@stoa/contract';
import { emojiNames, extraEmoji, render } from '@stoa/markdown';
import type { ChannelRow } from '../../conversation/channels/channels.queries.ts';
import { FLAG, WILDCARD } from '../../conversation/message-rules/flags.rules.ts';
import { normalizeTopic } from '../../conversation/message-rules/topics.rules.ts';
import { normalizeContent } from '../../conversation/messages/content.rules.ts';
import {
  type ImportedEdit,
  type ImportedMessage,
  type ImportedReaction,
  insertImportedMessages,
} from '../../conversation/messages/importing.actions.ts';
import { findPlacesOf } from '../../conversation/messages/places.queries.ts';
import { widgetOf } from '../../conversation/messages/submessages.rules.ts';
import { insertImportedMarks, insertImportedRanges } from '../../conversation/read-ranges/importing.actions.ts';
import { directRecipient } from '../../conversation/recipients/recipients.actions.ts';
import { userKey } from '../../conversation/recipients/recipients.queries.ts';
import { entryOf } from '../../conversation/search/full-text.rules.ts';
import { BatchSize } from '../../kit/bulk-writes/batch-size.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { type ArchiveChannel, type ArchiveMessage, WHOLE_ARCHIVE } from './archive.ts';
import { countMessageIds, findMessageIds, recordIds } from './import-ids.actions.ts';
import { findRenderContexts } from './import-names.ts';
import type { Imported, ImportParts } from './import-parts.ts';
import { bitsOf, isIn, SharedTimes, staysSince } from './import-spans.rules.ts';
import { addressOf, messagesNamedIn, type Names, plainText, type renderContexts } from './import-texts.ts';
import type { Placing } from './into-existing/placing.ts';
import { limitMemory } from './memory-limit.ts';
import { ReadRangeBuilder } from './read-range-builder.ts';
import { SubscriberTimes } from './subscriber-times.ts';

type MakeRecipient = (users: readonly UserId[]) => Promise<RecipientId>;

interface Ready {
  readonly message: ArchiveMessage;
  readonly recipient_id: RecipientId;
  readonly row: ImportedMessage;
  /** Those for whom it is unread by its range, and those who need a mark. */
  readonly unread: ReadonlySet<UserId>;
  readonly marked: readonly UserId[];
}

/** Rendering a message leaves as much garbage as reading this many records. */
const RECORDS_PER_MESSAGE = 5;

export class MessageImport {
  readonly read_ranges = new ReadRangeBuilder();
  /** The people of each direct conversation. */
  readonly direct = new Map<string, { readonly recipient_id: RecipientId; readonly users: readonly UserId[] }>();
  private readonly channels_by_row: Map<number, string>;
  private readonly subscriptions = new Map<string, SubscriberTimes>();
  private readonly times = new SharedTimes();
  private readonly emoji_names: ReadonlyMap<string, string>;
  private readonly group_members: ReadonlyMap<number, readonly UserId[]>;
  private readonly size = new BatchSize();

  private constructor(
    private readonly parts: ImportParts,
    private readonly imported: Imported,
    private readonly names: Names,
    private readonly contextOf: ReturnType<typeof renderContexts>,
    private readonly placing: Placing | null,
  ) {
    this.channels_by_row = new Map([...imported.channels].map(([id, { stream_id }]) => [stream_id as number, id]));
    for (const { id, subscriptions } of parts.archive.channels) this.subscriptions.set(id, this.timesOf(subscriptions));
    this.emoji_names = new Map(parts.archive.emoji.map(({ id, name }) => [id, name]));
    this.group_members = new Map(
      parts.archive.groups.map(({ id, members }) => [
        imported.groups.get(id)! as number,
        Array.from(members, (user) => imported.users.get(user)!),
      ]),
    );
  }

  /** `placing`: for an existing organization. */
  static async open(
    parts: ImportParts,
    imported: Imported,
    names: Names,
    placing: Placing | null = null,
  ): Promise<MessageImport> {
    const contextOf = await findRenderContexts(parts.store.db, parts.realm, names);
    return new MessageImport(parts, imported, names, contextOf, placing);
  }

  /** `progress` is called with the number of messages so far, those of an earlier attempt included. */
  async run(progress: (messages: number) => void): Promise<void> {
    const { archive, store, realm } = this.parts;
    const done = await countMessageIds(store.db, realm.realm_id);
    let seen = 0;
    let batch: ArchiveMessage[] = [];
    const flush = async () => {
      if (batch.length === 0) return;
      // A batch is written completely, so an earlier attempt ended at the end of a batch.
      await this.writeBatch(batch, seen <= done);
      limitMemory(RECORDS_PER_MESSAGE * batch.length);
      batch = [];
      progress(seen);
    };
    for await (const message of archive.messages()) {
      batch.push(message);
      seen++;
      if (batch.length >= this.size.records || seen === done) await flush();
    }
    await flush();
  }

  private async writeBatch(batch: readonly ArchiveMessage[], is_done: boolean): Promise<void> {
    const { store, realm, writer } = this.parts;
    const makeApart = (users: readonly UserId[]) =>
      writer.write(realm.realm_id, ({ tx }) => directRecipient(tx, realm.realm_id, users));
    if (is_done) {
      const known = await findMessageIds(
        store.db,
        realm.realm_id,
        batch.map(({ id }) => id),
      );
      const places = this.placing && (await findPlacesOf(store.db, [...known.values()]));
      for (const original of batch) {
        const id = known.get(original.id)!;
        // A message that was deleted since has no id.
        const message = this.placing
          ? this.placing.placedBefore(original, places!.get(id)?.stream_id ?? null)
          : original;
        this.learnPlaced();
        const recipient_id = await this.recipientOf(message, makeApart);
        this.read_ranges.next(recipient_id, id, this.readStateOf(message).unread);
        this.placing?.note(recipient_id, message.place, id);
      }
      return;
    }
    // Messages that refer to others need ids of this transaction, and placement needs its channels.
    const rendered = new Map<ArchiveMessage, Ready>();
    for (const message of this.placing ? [] : batch)
      if (messagesNamedIn(message.content).length === 0)
        rendered.set(message, await this.prepare(store.db, message, [], makeApart));
    let began_at = 0;
    await writer.write(realm.realm_id, async (context) => {
      const { tx } = context;
      began_at = performance.now();
      this.placing?.beginWrite();
      let part: Ready[] = [];
      const store_part = async () => {
        const stored = part;
        part = [];
        await this.writeMessages(tx, stored);
      };
      for (const original of batch) {
        const known = rendered.get(original);
        if (known) {
          part.push(known);
          continue;
        }
        const message = this.placing ? await this.placing.place(context, original) : original;
        this.learnPlaced();
        const named = messagesNamedIn(message.content);
        if (part.some((ready) => named.includes(ready.message.id))) await store_part();
        part.push(await this.prepare(tx, message, named, (users) => directRecipient(tx, realm.realm_id, users)));
      }
      await store_part();
    });
    this.size.note(batch.length, performance.now() - began_at);
  }

  private async writeMessages(tx: Transaction, ready: readonly Ready[]): Promise<void> {
    const { realm } = this.parts;
    const ids = await insertImportedMessages(
      tx,
      realm.realm_id,
      ready.map(({ row }) => row),
    );
    await recordIds(
      tx,
      realm.realm_id,
      'messages',
      ready.map(({ message: { id, position } }, at) => [id, ids[at]!, position] as const),
    );
    for (const [at, { recipient_id, message }] of ready.entries())
      this.placing?.note(recipient_id, message.place, ids[at]!);
    await insertImportedRanges(
      tx,
      ready.flatMap(({ recipient_id, unread }, at) => this.read_ranges.next(recipient_id, ids[at]!, unread)),
    );
    await insertImportedMarks(
      tx,
      ready.flatMap(({ marked }, at) => marked.map((user_id) => [user_id, ids[at]! as MessageId] as const)),
    );
  }

  /** Channels that placement has created. */
  private learnPlaced(): void {
    for (const { id, channel, row } of this.placing?.takeNewChannels() ?? []) this.addChannel(channel, row, id);
  }

  private addChannel({ name, is_private, subscriptions }: ArchiveChannel, row: ChannelRow, id: string): void {
    const subscribers = this.timesOf(subscriptions);
    this.subscriptions.set(id, subscribers);
    this.channels_by_row.set(row.stream_id, id);
    this.imported.channels.set(id, row);
    const known_to = is_private ? subscribers : null;
    this.names.channels.set(id, { id: row.stream_id, name, known_to });
  }

  private timesOf(subscriptions: ArchiveChannel['subscriptions']): SubscriberTimes {
    return new SubscriberTimes(subscriptions, this.imported.users, this.times);
  }

  private async recipientOf({ place }: ArchiveMessage, make: MakeRecipient): Promise<RecipientId> {
    if ('channel' in place) return this.imported.channels.get(place.channel)!.recipient_id;
    const users = [...new Set(place.users.map((user) => this.imported.users.get(user)!))];
    const key = userKey(users);
    const known = this.direct.get(key);
    if (known) return known.recipient_id;
    const recipient_id = await make(users);
    this.direct.set(key, { recipient_id, users });
    return recipient_id;
  }

  private async prepare(
    db: Connection,
    message: ArchiveMessage,
    named: readonly string[],
    makeRecipient: MakeRecipient,
  ): Promise<Ready> {
    const { realm_id } = this.parts.realm;
    const { place, sender } = message;
    const recipient_id = await this.recipientOf(message, makeRecipient);
    const sender_id = this.imported.users.get(sender)!;
    const addresses = named.length === 0 ? new Map<string, string>() : await this.addressesOf(db, named);
    const is_channel_message = 'channel' in place;
    const context = this.contextOf(sender_id, is_channel_message);
    const content = normalizeContent(wellFormed(plainText(message.content, this.names, addresses)) || '(empty)');
    const { html, ...found } = render(content, context);
    const shared = this.sharedFiles(message, found.upload_path_ids);
    const edits = this.editsOf(message, (text) => render(text, context).html);
    const newest = (which: (edit: ImportedEdit) => boolean) => edits.findLast(which)?.timestamp ?? null;
    const { flags, ...read_state } = this.readStateOf(message, found);
    const subject = 'channel' in place ? topicOf(place.topic) : '';
    const indexed = {
      realm_id,
      recipient_id,
      sender_id,
      subject,
      topic_key: topicKey(subject),
      rendered_content: html,
    };
    const row: ImportedMessage = {
      recipient_id,
      sender_id,
      subject,
      content,
      rendered_content: html,
      timestamp: message.timestamp,
      last_edit_timestamp: newest(({ prev_content }) => prev_content !== null),
      last_moved_timestamp: newest(isMove),
      has_link: found.has_link,
      has_image: found.has_image,
      has_attachment: shared.length > 0,
      wildcards: is_channel_message
        ? (found.stream_wildcard ? WILDCARD.everyone : 0) | (found.topic_wildcard ? WILDCARD.topic : 0)
        : 0,
      flags,
      attachment_ids: shared,
      reactions: this.reactionsOf(message),
      edits,
      words: entryOf(db.engine, indexed),
      widget: widgetOf(found.widget, undefined),
    };
    return { message, recipient_id, row, ...read_state };
  }

  private sharedFiles({ content }: ArchiveMessage, path_ids: readonly string[]): number[] {
    const shown = new Set(path_ids);
    const ids = content.flatMap((part) => {
      if (typeof part === 'string' || (part.kind !== 'file' && part.kind !== 'file-address')) return [];
      const known = this.names.uploads.get(part.id);
      return known && shown.has(known.path_id) ? [known.attachment_id] : [];
    });
    return [...new Set(ids)];
  }

  /** The addresses of imported messages, by their ids in the archive. */
  private async addressesOf(db: Connection, named: readonly string[]): Promise<Map<string, string>> {
    const ids = await findMessageIds(db, this.parts.realm.realm_id, named);
    const places = await findPlacesOf(db, [...ids.values()]);
    const addresses = new Map<string, string>();
    for (const [from, id] of ids) {
      const place = places.get(id);
      const channel = place?.stream_id == null ? undefined : this.channels_by_row.get(place.stream_id);
      if (!place) continue;
      if (channel === undefined) addresses.set(from, addressOf(id, { users: place.user_ids }));
      else addresses.set(from, addressOf(id, { channel: this.names.channels.get(channel)!, topic: place.subject }));
    }
    return addresses;
  }

  private reactionsOf({ id, reactions }: ArchiveMessage): ImportedReaction[] {
    return reactions.flatMap(({ user, emoji }) => {
      const user_id = this.imported.users.get(user)!;
      if ('custom' in emoji) {
        const own = this.imported.emoji.get(emoji.custom);
        const emoji_name = this.emoji_names.get(emoji.custom)!;
        if (own !== undefined) return [{ user_id, emoji_name, emoji_code: String(own), reaction_type: 'realm_emoji' }];
      } else if (extraEmoji.has(emoji.code))
        return [{ user_id, emoji_name: emoji.code, emoji_code: emoji.code, reaction_type: 'zulip_extra_emoji' }];
      else {
        const names = emojiNames(emoji.code);
        const emoji_name = names.includes(emoji.name) ? emoji.name : names[0];
        if (emoji_name !== undefined)
          return [{ user_id, emoji_name, emoji_code: emoji.code, reaction_type: 'unicode_emoji' }];
      }
      this.parts.report({
        kind: 'reactions',
        reason: 'its emoji does not exist here',
        file: WHOLE_ARCHIVE,
        record: id,
      });
      return [];
    });
  }

  /** Oldest first, each with the new value, which is the old value of the next. */
  private editsOf({ place, edits }: ArchiveMessage, rendered: (text: string) => string): ImportedEdit[] {
    let topic = 'channel' in place ? topicOf(place.topic) : null;
    let channel = 'channel' in place ? this.imported.channels.get(place.channel)!.stream_id : null;
    const changed = edits.map(({ time, user, prev_content, prev_topic, prev_channel }): ImportedEdit => {
      const content = prev_content === undefined ? null : wellFormed(plainText(prev_content, this.names, new Map()));
      const from_channel = prev_channel === undefined ? null : this.imported.channels.get(prev_channel)!.stream_id;
      const edit = {
        user_id: user === null ? null : this.imported.users.get(user)!,
        timestamp: Math.floor(time),
        prev_content: content,
        prev_rendered_content: content === null ? null : rendered(content),
        prev_topic: prev_topic === undefined || topic === null ? null : topicOf(prev_topic),
        topic: prev_topic === undefined ? null : topic,
        prev_stream: channel === null ? null : from_channel,
        stream: from_channel === null ? null : channel,
      };
      if (prev_topic !== undefined && topic !== null) topic = topicOf(prev_topic);
      if (from_channel !== null && channel !== null) channel = from_channel as ChannelId;
      return edit;
    });
    return changed.reverse();
  }

  /** The message's flags for its readers. */
  private readStateOf(
    { place, sender, position, marks }: ArchiveMessage,
    found?: { readonly mentioned_user_ids: readonly number[]; readonly mentioned_group_ids: readonly number[] },
  ): Pick<Ready, 'unread' | 'marked'> & { flags: Map<UserId, number> } {
    const unread = new Set<UserId>();
    const marked: UserId[] = [];
    const flags = new Map<UserId, number>();
    const subscriptions = 'channel' in place ? this.subscriptions.get(place.channel)! : null;
    const people = 'channel' in place ? null : new Set(place.users.map((user) => this.imported.users.get(user)!));
    const received = (user_id: UserId) =>
      subscriptions ? isIn(subscriptions.get(user_id), position) : people!.has(user_id);
    for (const mark of marks) {
      const user_id = this.imported.users.get(mark.user)!;
      const is_there = subscriptions ? subscriptions.get(user_id)?.is_active === true : people!.has(user_id);
      if (mark.is_unread && is_there) {
        const stays = subscriptions ? staysSince(subscriptions.get(user_id)!, position) : true;
        if (mark.user !== sender && stays) unread.add(user_id);
        else marked.push(user_id);
      }
      const bits = bitsOf(mark);
      if (bits !== 0) flags.set(user_id, bits | (received(user_id) ? 0 : FLAG.historical));
    }
    if (found && !this.parts.archive.has_mention_marks) {
      const groups = found.mentioned_group_ids.flatMap((id) => this.group_members.get(id) ?? []);
      for (const user_id of [...(found.mentioned_user_ids as UserId[]), ...groups])
        if (received(user_id)) flags.set(user_id, (flags.get(user_id) ?? 0) | FLAG.mentioned);
    }
    return { unread, marked, flags };
  }
}

/** Resolving is no move. [IM72] */
function isMove({ prev_topic, topic, prev_stream }: ImportedEdit): boolean {
  if (prev_stream !== null) return true;
  return prev_topic !== null && resolutionOf(topicKey(prev_topic), topicKey(topic ?? '')) === null;
}

const wellFormed = (text: string) => text.replaceAll('\0', '').toWellFormed();
const topicOf = (topic: string) => normalizeTopic(wellFormed(topic).replace(/\p{Cc}/gu, ' '));
