// The event log of one organization as this node sees it: the newest entries in memory, older ones from the store. Never
// decides who may see what.

import type { EventId, RealmId, UserId } from '@stoa/contract';
import { getOrSet } from '../kit/collections/get-or-set.ts';
import type { Connection } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';
import { TimeSlice } from '../kit/event-loop/time-slice.ts';
import type { Audience, LogEntry } from '../kit/write/log-entry.ts';
import { logPosition } from '../kit/write/log-position.ts';
import { findLogGaps, type LogGap } from './log-gaps.ts';

/** Entries kept in memory per organization. */
const ENTRIES_KEPT = 2000;
/** [EV30] Characters of their bodies: an entry of code in many colours has several hundred thousand. */
const CHARACTERS_KEPT = 16 * 1024 * 1024;
const NUMBER_CHARACTERS = 8;
const PAGE = 500;
/** [EV30] Bytes of a page that is read from the store, if it has more than one entry. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** The complete text of a presented event. */
export function closeEvent(text: string, id: EventId): string {
  return `${text},"id":${id}}`;
}

/** A log entry with its presented texts, each made once. */
export class FeedEntry implements LogEntry {
  readonly realm_id: RealmId;
  readonly id: EventId;
  readonly type: string;
  readonly op: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly audience: Audience;
  readonly invalidated_user_ids: readonly UserId[];
  /** Whether it was shown to all waiting polls that it can concern, so that a round over all polls leaves it out. [EV33] */
  is_shown = false;
  private readonly texts = new Map<string | number, string>();
  /** The last text that was closed, and its form: most queues receive the same. */
  private open_text = '';
  private closed_text = '';
  private characters: number | undefined;

  constructor(entry: LogEntry) {
    this.realm_id = entry.realm_id;
    this.id = entry.id;
    this.type = entry.type;
    this.op = entry.op;
    this.body = entry.body;
    this.audience = entry.audience;
    this.invalidated_user_ids = entry.invalidated_user_ids;
  }

  /** The text shared by every reader of one variant. */
  text(variant: string | number, make: () => string): string {
    return getOrSet(this.texts, variant, make);
  }

  /** A presented text with the entry's id, complete. */
  closed(text: string): string {
    if (text !== this.open_text) {
      this.open_text = text;
      this.closed_text = closeEvent(text, this.id);
    }
    return this.closed_text;
  }

  /** Characters of the body, about; counted only for entries that are kept. [EV30] */
  get size(): number {
    this.characters ??= charactersOf(this.body);
    return this.characters;
  }
}

/** About how many characters a body has; ids of people count too, for a channel of thousands has many. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number') return NUMBER_CHARACTERS;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  // By the array's own loop: Object.values() takes milliseconds for an array of 10,000 ids.
  if (Array.isArray(value)) for (const part of value) sum += charactersOf(part);
  else for (const part of Object.values(value)) sum += charactersOf(part);
  return sum;
}

interface StoredEntry {
  realm_id: RealmId;
  id: EventId;
  type: string;
  op: string | null;
  body: string;
  audience: string;
  invalidated_user_ids: string | null;
}

interface Found {
  readonly all: readonly FeedEntry[];
  readonly unshown: readonly FeedEntry[];
}

export class EventLog {
  private entries: FeedEntry[] = [];
  /** The characters of all entries. */
  private size = 0;
  /** `entries` holds everything after this position. */
  private memory_from: EventId;
  private passed_over = 0;
  private found: (Found & { readonly after: EventId; readonly position: EventId }) | null = null;
  /** Reads what clients missed while no node ran, once. [EV31] */
  private recalling: Promise<void> | null = null;

  constructor(
    readonly realm_id: RealmId,
    /** The newest position this node has seen. */
    public position: EventId,
    /** Positions that a restore skipped. */
    readonly gaps: readonly LogGap[] = [],
  ) {
    this.memory_from = position;
  }

  append(entries: readonly LogEntry[]): FeedEntry[] {
    const added = entries.map((entry) => new FeedEntry(entry));
    this.entries.push(...added);
    this.position = added.at(-1)!.id;
    for (const { size } of added) this.size += size;
    if (this.entries.length > ENTRIES_KEPT * 1.5 || this.size > CHARACTERS_KEPT) this.drop();
    return added;
  }

  /** Drops the oldest entries until there is room for others. */
  private drop(): void {
    let count = Math.max(0, this.entries.length - ENTRIES_KEPT);
    let size = 0;
    for (const [at, entry] of this.entries.entries()) {
      if (at >= count && this.size - size <= CHARACTERS_KEPT / 2) break;
      size += entry.size;
      count = Math.max(count, at + 1);
    }
    this.size -= size;
    this.memory_from = this.entries.splice(0, count).at(-1)!.id;
  }

  /**
   * Notes entries that are shown only to the polls they concern. True if a round over the others is due, so that all of the event log after
   * the position of each of them stays in memory. [EV33]
   */
  passOver(entries: readonly FeedEntry[]): boolean {
    for (const entry of entries) entry.is_shown = true;
    this.passed_over += entries.length;
    if (this.passed_over <= PAGE / 2) return false;
    this.passed_over = 0;
    return true;
  }

  /** Whether everything after a position is in memory. */
  hasInMemory(id: EventId): boolean {
    return id >= this.memory_from;
  }

  /** The next page of entries after a position; empty if there are no more, null if they were pruned. */
  async after(db: Connection, id: EventId): Promise<FeedEntry[] | null> {
    if (id < this.memory_from) {
      this.recalling ??= this.recall(db);
      await this.recalling;
    }
    if (id < this.memory_from) {
      const entries = await readEntries(db, this.realm_id, id, PAGE);
      if (id < (await readFloor(db, this.realm_id))) return null;
      // Leaves out entries this node was not notified of yet: cached readers may not reflect them. [EV4]
      return entries.filter((entry) => entry.id <= this.position).map((entry) => new FeedEntry(entry));
    }
    const start = lowerBound(this.entries, id);
    return this.entries.slice(start, start + PAGE);
  }

  /** Takes the newest entries from before this log was opened into memory: after a start every client asks for them. */
  private async recall(db: Connection): Promise<void> {
    const before = this.memory_from;
    try {
      const older = (await readNewest(db, this.realm_id, before, PAGE)).map((entry) => new FeedEntry(entry));
      if (older.length === 0 || this.memory_from !== before) return;
      this.entries = [...older, ...this.entries];
      for (const { size } of older) this.size += size;
      this.memory_from = (older[0]!.id - 1) as EventId;
    } catch (error) {
      this.recalling = null; // the next client tries again
      throw error;
    }
  }

  /**
   * The entries after a position if they are in memory: all, or those not shown yet to all polls that they concern. Found once for all
   * polls that wait at the same position.
   */
  inMemory(id: EventId, which: keyof Found): readonly FeedEntry[] | null {
    if (id < this.memory_from) return null;
    if (this.found?.after === id && this.found.position === this.position) return this.found[which];
    const start = lowerBound(this.entries, id);
    if (this.entries.length - start > PAGE) return null;
    const all = this.entries.slice(start);
    this.found = { after: id, position: this.position, all, unshown: all.filter(({ is_shown }) => !is_shown) };
    return this.found[which];
  }
}

/** The index of the first entry above `id`. */
function lowerBound(entries: readonly FeedEntry[], id: EventId): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.id <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The next entries, at most `limit` and within the size of a page, unless the first alone is larger. [EV30] */
export async function readEntries(
  db: Connection,
  realm_id: RealmId,
  after: EventId,
  limit: number,
): Promise<LogEntry[]> {
  const rows = await db.all<StoredEntry>(
    sql`select realm_id, id, type, op, body, audience, invalidated_user_ids from events
      where realm_id = ${realm_id} and id > ${after} and id <= (
        select max(id) from (select id, sum(bytes) over (order by id) - bytes as bytes_before
          from (select id, octet_length(body) as bytes from events where realm_id = ${realm_id} and id > ${after} order by id limit ${limit}) as sizes) as page
        where bytes_before < ${PAGE_BYTES})
      order by id`,
  );
  return parseEntries(rows);
}

/** The newest entries up to a position, at most `limit` and within the size of a page; none if the newest alone is larger. [EV30] */
async function readNewest(db: Connection, realm_id: RealmId, up_to: EventId, limit: number): Promise<LogEntry[]> {
  const rows = await db.all<StoredEntry>(
    sql`select realm_id, id, type, op, body, audience, invalidated_user_ids from events
      where realm_id = ${realm_id} and id <= ${up_to} and id >= (
        select min(id) from (select id, sum(bytes) over (order by id desc) as bytes_from
          from (select id, octet_length(body) as bytes from events where realm_id = ${realm_id} and id <= ${up_to} order by id desc limit ${limit}) as sizes) as page
        where bytes_from <= ${PAGE_BYTES})
      order by id`,
  );
  return parseEntries(rows);
}

async function parseEntries(rows: readonly StoredEntry[]): Promise<LogEntry[]> {
  const slice = new TimeSlice();
  const entries: LogEntry[] = [];
  for (const row of rows) {
    entries.push({
      ...row,
      body: JSON.parse(row.body),
      audience: JSON.parse(row.audience),
      invalidated_user_ids: row.invalidated_user_ids === null ? [] : JSON.parse(row.invalidated_user_ids),
    });
    if (slice.isUsed()) await slice.yieldIfUsed();
  }
  return entries;
}

/**
 * Entries up to here are no longer retained. Must be read after the entries, because the floor moves before they are
 * deleted.
 */
async function readFloor(db: Connection, realm_id: RealmId): Promise<EventId> {
  const row = await db.get<{ log_floor: EventId }>(sql`select log_floor from realms where realm_id = ${realm_id}`);
  return row!.log_floor;
}

export async function openEventLog(db: Connection, realm_id: RealmId): Promise<EventLog> {
  return new EventLog(realm_id, await logPosition(db, realm_id), await findLogGaps(db, realm_id));
}

/** Whether the event log has an event of a type with a field after a position. */
export async function hasEventAfter(
  db: Connection,
  realm_id: RealmId,
  position: EventId,
  { type, field }: { readonly type: string; readonly field: string },
): Promise<boolean> {
  const found = await db.get(
    sql`select 1 as found from events where realm_id = ${realm_id} and id > ${position} and type = ${type}
       and body like ${`%"${field}"%`} limit 1`,
  );
  return found !== null;
}
