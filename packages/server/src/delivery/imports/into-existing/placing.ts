// Decides where imported messages go: into their own channel or conversation while nobody else has written there, otherwise into a
// channel of the import. New ids are above all others, so order by id stays order by time. [IM32] [IM34]
import { type ChannelId, type GroupId, type RecipientId, topicKey, type UserId } from '@stoa/contract';
import type { ChannelRow } from '../../../conversation/channels/channels.queries.ts';
import { findChannelsById } from '../../../conversation/channels/importing.queries.ts';
import { findMessageAfter, hasMessagesOfPeople } from '../../../conversation/messages/importing.queries.ts';
import { findDirectRecipient } from '../../../conversation/recipients/recipients.queries.ts';
import type { WriteContext } from '../../../kit/write/write-context.ts';
import type { ArchiveChannel, ArchiveMessage, ArchivePlace } from '../archive.ts';
import { findMadeIds } from '../import-ids.actions.ts';
import type { ImportParts } from '../import-parts.ts';
import { importChannel } from '../import-people-and-channels.ts';
import type { IdLookup } from '../records/id-map.ts';
import { FreeNames } from './free-names.ts';
import type { MatchedArchive } from './matching.ts';

/** The ids of messages that the import wrote where others can write, too. */
export interface Written {
  readonly first_id: number;
  readonly last_id: number;
}

interface PlacedChannel {
  readonly id: string;
  readonly channel: ArchiveChannel;
  readonly row: ChannelRow;
}

const NO_GROUPS: ReadonlyMap<string, GroupId> = new Map();
const APART = ' (imported)';
const DIRECT = 'direct ';
const DIRECT_TOPIC = 'Direct messages';

export class Placing {
  /** Channels of the import beside those of the archive, by ids that no channel of the archive has. */
  readonly channels = new Map<string, Omit<PlacedChannel, 'id'>>();
  /** Matched channels and direct conversations, keyed by recipient. */
  readonly written = new Map<RecipientId, Written>();
  private readonly apart = new Set<string>();
  private readonly by_id: ReadonlyMap<string, ArchiveChannel>;
  private readonly names: FreeNames;
  /** The recipients of matched channels. */
  private readonly recipients: ReadonlySet<RecipientId>;
  /** Channels of the import that were not taken yet. */
  private untold: string[] = [];
  private known: ReadonlyMap<string, number> = new Map();
  /** Recipients that this write has checked. */
  private readonly looked_at = new Set<RecipientId>();

  private constructor(
    private readonly parts: ImportParts,
    private readonly matched: MatchedArchive,
    private readonly users: IdLookup<UserId>,
  ) {
    this.names = new FreeNames(parts.realm.realm_id);
    this.recipients = new Set(Array.from(matched.matches.channels.values(), (row) => row.recipient_id));
    this.by_id = new Map(matched.archive.channels.map((channel) => [channel.id, channel]));
  }

  /** Including the channels that an earlier attempt created. */
  static async open(parts: ImportParts, matched: MatchedArchive, users: IdLookup<UserId>): Promise<Placing> {
    const placing = new Placing(parts, matched, users);
    const { store, realm } = parts;
    const made = await findMadeIds<ChannelId>(store.db, realm.realm_id, 'channels');
    const own = [...made].filter(([id]) => !placing.by_id.has(id));
    placing.known = new Map(own);
    const rows = await findChannelsById(
      store.db,
      own.map(([, stream_id]) => stream_id),
    );
    const by_row = new Map(rows.map((row) => [row.stream_id, row]));
    for (const [id, stream_id] of own) {
      const row = by_row.get(stream_id)!;
      const place = placing.placeOf(id);
      placing.addChannel(id, { channel: { ...placing.channelFor(id, place), name: row.name }, row });
    }
    return placing;
  }

  /** Channels of the import since the last call. */
  takeNewChannels(): PlacedChannel[] {
    const ids = this.untold;
    if (ids.length > 0) this.untold = [];
    return ids.map((id) => ({ id, ...this.channels.get(id)! }));
  }

  private addChannel(id: string, made: Omit<PlacedChannel, 'id'>): void {
    this.channels.set(id, made);
    this.untold.push(id);
  }

  /** Called once at the beginning of each write. */
  beginWrite(): void {
    this.looked_at.clear();
  }

  /** The message with its destination. */
  async place(context: WriteContext, message: ArchiveMessage): Promise<ArchiveMessage> {
    const { place } = message;
    const key = keyOf(place);
    if (!this.apart.has(key)) {
      if (this.isTopicThere(place)) return this.movedApart(context, message);
      const recipient_id = await this.sharedRecipient(context, place);
      if (recipient_id === null || !(await this.isTaken(context, recipient_id))) return message;
      this.apart.add(key);
    }
    return this.movedApart(context, message);
  }

  /** Where an earlier attempt wrote it: a channel of the import, or its place in the archive. */
  placedBefore(message: ArchiveMessage, stream_id: number | null): ArchiveMessage {
    const id = apartOf(message.place);
    if (stream_id === null || this.known.get(id) !== stream_id) return message;
    if (!this.isTopicThere(message.place)) this.apart.add(keyOf(message.place));
    return this.at(id, message);
  }

  /** Called for every message that is stored. */
  note(recipient_id: RecipientId, place: ArchivePlace, id: number): void {
    const is_shared = 'users' in place || this.matched.matches.channels.has(place.channel);
    if (!is_shared) return;
    this.written.set(recipient_id, { first_id: this.written.get(recipient_id)?.first_id ?? id, last_id: id });
  }

  private isTopicThere(place: ArchivePlace): boolean {
    if (!('channel' in place)) return false;
    return this.matched.matches.topics.get(place.channel)?.has(topicKey(place.topic.trim())) === true;
  }

  /** Null: only the import can write there. */
  private async sharedRecipient({ tx }: WriteContext, place: ArchivePlace): Promise<RecipientId | null> {
    if ('channel' in place) return this.matched.matches.channels.get(place.channel)?.recipient_id ?? null;
    const users = place.users.map((user) => this.users.get(user)!);
    return findDirectRecipient(tx, this.parts.realm.realm_id, users);
  }

  /** Whether somebody other than the import has written there. */
  private async isTaken({ tx }: WriteContext, recipient_id: RecipientId): Promise<boolean> {
    if (this.looked_at.has(recipient_id)) return false;
    this.looked_at.add(recipient_id);
    const own = this.written.get(recipient_id);
    if (own) return (await findMessageAfter(tx, recipient_id, own.last_id)) !== null;
    // A matched channel may have notices of the server, in separate topics.
    if (this.recipients.has(recipient_id)) return hasMessagesOfPeople(tx, recipient_id);
    return (await findMessageAfter(tx, recipient_id, 0)) !== null;
  }

  private async movedApart(context: WriteContext, message: ArchiveMessage): Promise<ArchiveMessage> {
    const id = apartOf(message.place);
    if (!this.channels.has(id)) {
      const draft = this.channelFor(id, message.place);
      const channel = { ...draft, name: await this.names.add(context.tx, draft.name) };
      const row = await importChannel(context, this.parts, channel, { users: this.users, groups: NO_GROUPS });
      this.addChannel(id, { channel, row });
    }
    return this.at(id, message);
  }

  private at(id: string, message: ArchiveMessage): ArchiveMessage {
    const topic = 'channel' in message.place ? message.place.topic : DIRECT_TOPIC;
    return { ...message, place: { channel: id, topic } };
  }

  private placeOf(id: string): ArchivePlace {
    if (id.startsWith(DIRECT)) return { users: JSON.parse(id.slice(DIRECT.length)) };
    return { channel: id.slice(0, -APART.length), topic: '' };
  }

  /** As private as the conversation that it replaces: people who join later can't read direct messages. [IM33] */
  private channelFor(id: string, place: ArchivePlace): ArchiveChannel {
    if ('channel' in place) return { ...this.by_id.get(place.channel)!, id };
    return {
      id,
      name: DIRECT_TOPIC,
      description: '',
      date_created: null,
      creator: null,
      is_private: true,
      is_web_public: false,
      shares_history: false,
      is_archived: false,
      is_default: false,
      posting: 'everyone',
      subscriptions: [...new Set(place.users)].map((user) => ({ user, is_active: true })),
    };
  }
}

const keyOf = (place: ArchivePlace): string =>
  'channel' in place ? `channel ${place.channel}` : directKey(place.users);
const directKey = (users: readonly string[]) => DIRECT + JSON.stringify([...new Set(users)].sort());
const apartOf = (place: ArchivePlace): string =>
  'channel' in place ? `${place.channel}${APART}` : directKey(place.users);
