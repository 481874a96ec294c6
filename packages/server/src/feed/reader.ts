// An account as the feed knows it: role, subscription spans and notification settings. Decides who receives an entry; never reads
// rows itself.
import { type ChannelId, type ChannelNotification, type EventId, ROLE, type Role, type UserId } from '@stoa/contract';
import { getOrSet } from '../kit/collections/get-or-set.ts';
import type { Audience, LogEntry } from '../kit/write/log-entry.ts';

/** The log positions between which an account was subscribed; `until` is null while it still is. */
export interface Span {
  readonly stream_id: ChannelId;
  readonly after_event_id: EventId;
  readonly until_event_id: EventId | null;
}

export interface Reader {
  readonly user_id: UserId;
  readonly role: Role;
  readonly is_active: boolean;
  readonly receives_typing_notifications: boolean;
  /** The account's settings for channels without their own. */
  readonly channel_defaults: Readonly<Record<ChannelNotification, boolean>>;
  readonly spans: readonly Span[];
}

export type Concerning = Pick<LogEntry, 'audience' | 'invalidated_user_ids'>;

export type LoadReader = (user_id: UserId) => Promise<Reader | null>;

/** Whether the reader was subscribed at this log position. */
export function wasSubscribed(reader: Reader, stream_id: ChannelId, at: EventId): boolean {
  // No closure: one message asks this for ten thousand readers.
  for (const span of reader.spans) {
    if (span.stream_id !== stream_id || span.after_event_id >= at) continue;
    if (span.until_event_id === null || at <= span.until_event_id) return true;
  }
  return false;
}

function isAmongGuests(reader: Reader, { id }: LogEntry, guests: NonNullable<Audience['guests']>): boolean {
  return (
    guests.users.includes(reader.user_id) || guests.stream_ids.some((stream_id) => wasSubscribed(reader, stream_id, id))
  );
}

/** The one delivery rule. [EV4] */
export function mayReceive(reader: Reader, entry: LogEntry, all_public_streams: boolean): boolean {
  const { audience } = entry;
  if (audience.except?.includes(reader.user_id)) return false;
  if (audience.guests && reader.role === ROLE.guest && !isAmongGuests(reader, entry, audience.guests)) return false;
  if (audience.everyone) return true;
  if (audience.role_at_most !== undefined && reader.role <= audience.role_at_most) return true;
  if (audience.role_above !== undefined && reader.role > audience.role_above) return true;
  if (audience.users?.includes(reader.user_id)) return true;
  if (audience.stream_id === undefined) return false;
  if (audience.public && all_public_streams && reader.role !== ROLE.guest) return true;
  return wasSubscribed(reader, audience.stream_id, entry.id);
}

/** Readers of live queues, loaded once and dropped when a write concerns them. */
export class Readers {
  private readonly known = new Map<UserId, Reader | null>();
  private readonly loading = new Map<UserId, Promise<Reader | null>>();
  /** The accounts loaded since the start that were ever subscribed, keyed by channel: all whom its events can concern. */
  private readonly subscribers = new Map<ChannelId, Set<UserId>>();

  constructor(private readonly load: LoadReader) {}

  /** The reader if already loaded, without waiting; undefined if it must be loaded. */
  peek(user_id: UserId): Reader | null | undefined {
    return this.known.get(user_id);
  }

  async get(user_id: UserId): Promise<Reader | null> {
    const cached = this.known.get(user_id);
    if (cached !== undefined) return cached;
    let loading = this.loading.get(user_id);
    if (!loading) {
      const pending: Promise<Reader | null> = this.load(user_id).then(
        (reader) => {
          for (const { stream_id } of reader?.spans ?? [])
            getOrSet(this.subscribers, stream_id, () => new Set()).add(user_id);
          // A write concerning the account during this load has removed it from the map: then its result is not cached.
          if (this.loading.get(user_id) === pending) {
            this.loading.delete(user_id);
            this.known.set(user_id, reader);
          }
          return reader;
        },
        (error: unknown) => {
          // The next one who asks tries again. [EV37]
          if (this.loading.get(user_id) === pending) this.loading.delete(user_id);
          throw error;
        },
      );
      loading = pending;
      this.loading.set(user_id, pending);
    }
    return loading;
  }

  /**
   * The accounts that any of these entries can concern, by their audiences or because an entry changed what they may see: at least those
   * of them that were loaded. Null if some are found only by asking {@link mayReceive} for every account.
   */
  concernedBy(entries: readonly Concerning[]): ReadonlySet<UserId> | null {
    const concerned = new Set<UserId>();
    for (const { audience, invalidated_user_ids } of entries) {
      const { everyone, role_at_most, role_above, stream_id } = audience;
      if (everyone || role_at_most !== undefined || role_above !== undefined) return null;
      for (const user_id of audience.users ?? []) concerned.add(user_id);
      for (const user_id of invalidated_user_ids) concerned.add(user_id);
      const subscribers = stream_id === undefined ? undefined : this.subscribers.get(stream_id);
      for (const user_id of subscribers ?? []) concerned.add(user_id);
    }
    return concerned;
  }

  forget(user_ids: readonly UserId[]): void {
    for (const user_id of user_ids) {
      this.known.delete(user_id);
      this.loading.delete(user_id);
    }
  }
}
