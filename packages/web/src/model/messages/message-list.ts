// The loaded part of a view's messages: a run without gaps that grows at both ends as the reader scrolls.

import { type Client, ConnectionError } from '@stoa/sdk';
import { Cell } from '../../base/cells/cell.ts';
import { startOfDay, type Term, type View } from '../../base/views/view.ts';
import { MESSAGE_FORM } from './message-requests.ts';
import type { MessageStore, StoredMessage } from './message-store.ts';

/** Where a list is opened: at a message, at one of its ends, or at a day; null for where such a list opens by default. */
export type Anchor = number | 'newest' | 'oldest' | { readonly date: string } | null;

const AROUND = 50;
const MORE = 100;
/** The page size and the maximum number of pages of a refresh; after longer absences the rest loads while scrolling. */
const REFRESHED = 1000;
const REFRESH_CALLS = 3;

export interface ListState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Incremented each time the list is opened. */
  readonly opening: number;
  /** Ascending. */
  readonly ids: readonly number[];
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
  /** Where the list was opened: the first unread message, or a linked one; null for its end. */
  readonly anchor: number | null;
  /** The first unread message on opening; the line above it stays while the list is shown. */
  readonly first_unread: number | null;
  /** The list has had messages: if it is empty now, they are gone. */
  readonly had_messages: boolean;
  /** The last change added messages before the others. */
  readonly prepended: boolean;
  readonly error: unknown;
}

const EMPTY: ListState = {
  status: 'loading',
  opening: 0,
  ids: [],
  found_oldest: false,
  found_newest: false,
  anchor: null,
  first_unread: null,
  had_messages: false,
  prepended: false,
  error: null,
};

export class MessageList {
  readonly cell = new Cell<ListState>(EMPTY);
  /** Requests whose responses change the loaded run. A refresh may be requested while another is running. */
  private running = 0;
  /** Messages that arrived while a request was running; any of the responses may lack them. */
  private readonly late = new Set<number>();
  /** Pages of running refreshes. */
  private readonly refreshed = new Set<number>();
  /** Responses to requests of an earlier opening are ignored. */
  private opening = 0;

  constructor(
    readonly view: View,
    private readonly narrow: readonly Term[],
    private readonly client: Client,
    private readonly store: MessageStore,
    /** The part of the list stored on this device. */
    private readonly findKnown: (list: MessageList) => readonly number[] = () => [],
  ) {}

  private async fetch(at: number | string | Date, num_before: number, num_after: number, include_anchor = true) {
    const answer = await this.client.getMessages({
      ...(at instanceof Date ? { anchor: 'date', anchor_date: at.toISOString() } : { anchor: at }),
      num_before,
      num_after,
      include_anchor,
      narrow: [...this.narrow],
      ...MESSAGE_FORM,
    });
    this.store.put(answer.messages);
    return answer;
  }

  /** Ascending and unique, without messages deleted meanwhile; includes late arrivals if the run reaches the newest. */
  private run(ids: Iterable<number>, found_newest: boolean): number[] {
    const all = new Set(ids);
    const first = Math.min(...all);
    if (found_newest) for (const id of this.late) if (id > first || all.size === 0) all.add(id);
    return [...all].filter((id) => this.store.get(id) !== undefined).sort((a, b) => a - b);
  }

  private async whileRunning<T>(request: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      return await request();
    } finally {
      this.running--;
      if (this.running === 0) {
        this.late.clear();
        this.refreshed.clear();
      }
    }
  }

  open(place: Anchor): Promise<void> {
    return this.whileRunning(() => this.openAt(place));
  }

  /** Opens at the newest, with what is loaded shown until then; false, and nothing changes, without a connection. */
  async openEnd(): Promise<boolean> {
    const before = this.cell.get();
    if (before.status !== 'ready') await this.open('newest');
    else await this.whileRunning(() => this.openAt('newest', before));
    return this.cell.get() !== before;
  }

  /** `before` stays if there is no connection. */
  private async openAt(place: Anchor, before: ListState | null = null): Promise<void> {
    const opening = ++this.opening;
    const last = this.cell.get();
    const had_messages = last.had_messages || last.ids.length > 0;
    if (before === null) this.cell.set({ ...EMPTY, opening, had_messages });
    // Search results open at the newest, because they are not read from the first unread.
    const near = place ?? (this.view.kind === 'search' ? 'newest' : null);
    const day = typeof near === 'object' ? near && startOfDay(near.date) : null;
    try {
      const answer = await this.fetch(day ?? (near as Exclude<Anchor, object>) ?? 'first_unread', AROUND, AROUND);
      if (opening !== this.opening) return;
      const unread = answer.messages.find(({ flags }) => !flags.includes('read'))?.id ?? null;
      // If nothing was written since that day, the list opens at its end.
      const since = day && answer.messages.find(({ timestamp }) => timestamp * 1000 >= day.getTime());
      const anchorOf = (): number | null => {
        if (day) return since?.id ?? null;
        if (near === 'newest') return null;
        if (near === 'oldest') return answer.messages[0]?.id ?? null;
        return (near as number | null) ?? unread;
      };
      this.cell.set({
        ...EMPTY,
        opening,
        had_messages,
        status: 'ready',
        ids: this.run(
          answer.messages.map(({ id }) => id),
          answer.found_newest,
        ),
        found_oldest: answer.found_oldest,
        found_newest: answer.found_newest,
        anchor: anchorOf(),
        first_unread: near === 'newest' ? null : unread,
      });
    } catch (error) {
      if (opening !== this.opening || (before !== null && error instanceof ConnectionError)) return;
      const known = error instanceof ConnectionError ? this.findKnown(this) : [];
      if (known.length === 0) return this.cell.set({ ...EMPTY, opening, status: 'failed', error });
      this.cell.set({ ...EMPTY, opening, status: 'ready', ids: known, found_newest: true });
    }
  }

  older(): Promise<void> {
    const { ids, found_oldest, status } = this.cell.get();
    if (this.running > 0 || found_oldest || status !== 'ready' || ids.length === 0) return Promise.resolve();
    return this.whileRunning(() => this.grow('older', ids[0]!));
  }

  newer(): Promise<void> {
    const { ids, found_newest, status } = this.cell.get();
    if (this.running > 0 || found_newest || status !== 'ready' || ids.length === 0) return Promise.resolve();
    return this.whileRunning(() => this.grow('newer', ids.at(-1)!));
  }

  private async grow(end: 'older' | 'newer', anchor: number): Promise<void> {
    const { opening } = this;
    const older = end === 'older';
    const { messages, found_oldest, found_newest } = await this.fetch(
      anchor,
      older ? MORE : 0,
      older ? 0 : MORE,
      false,
    );
    if (opening !== this.opening) return;
    const now = this.cell.get();
    const more = messages.map(({ id }) => id as number);
    this.cell.set(
      older
        ? { ...now, ids: this.run([...more, ...now.ids], now.found_newest), found_oldest, prepended: true }
        : { ...now, ids: this.run([...now.ids, ...more], found_newest), found_newest, prepended: false },
    );
  }

  /**
   * Fetches the loaded run again after missed events: removes deleted messages, appends new ones and keeps the reader's
   * position. Rejects like the call, leaving the list unchanged.
   */
  refresh(): Promise<void> {
    return this.whileRunning(() => this.fetchAgain());
  }

  private async fetchAgain(): Promise<void> {
    const { status, ids, found_newest: to_newest } = this.cell.get();
    if (status !== 'ready' || ids.length === 0) return this.open(null);
    const { opening } = this;
    const last = ids.at(-1)!;
    const found: number[] = [];
    let first_new: number | null = null;
    let found_newest = false;
    for (let anchor = ids[0]!, calls = 0; calls < REFRESH_CALLS; calls++) {
      const answer = await this.fetch(anchor, 0, REFRESHED, calls === 0);
      for (const { id } of answer.messages) {
        found.push(id);
        this.refreshed.add(id);
      }
      first_new ??= answer.messages.find(({ id, flags }) => id > last && !flags.includes('read'))?.id ?? null;
      ({ found_newest } = answer);
      anchor = found.at(-1) ?? anchor;
      if (found_newest || answer.messages.length === 0 || (!to_newest && anchor >= last)) break;
    }
    if (opening !== this.opening) return;
    const now = this.cell.get();
    const next = this.run(found, found_newest);
    if (next.length === 0) return this.open(null);
    this.cell.set({ ...now, ids: next, found_newest, prepended: false });
    // What came before the reader's return is where they go on. [WB1019]
    if (first_new !== null) this.moveLine(first_new, true);
  }

  /** Moves the line of new messages; `anchors` if the reader goes on there. */
  moveLine(first_unread: number, anchors: boolean): void {
    const now = this.cell.get();
    this.cell.set({ ...now, first_unread, anchor: anchors ? first_unread : now.anchor, prepended: false });
  }

  /** The messages the list needs. */
  held(): number[] {
    return [...this.cell.get().ids, ...this.late, ...this.refreshed];
  }

  /** Adds a new message of this view; one outside the loaded run is left for later. */
  add(message: StoredMessage): void {
    const now = this.cell.get();
    if (now.status !== 'ready' || this.running > 0) this.late.add(message.id);
    const is_newest = message.id > (now.ids.at(-1) ?? 0);
    if (now.status !== 'ready' || (!is_newest && now.ids.includes(message.id))) return;
    const after_first = now.found_oldest || (now.ids[0] ?? 0) < message.id;
    const before_last = now.found_newest || (now.ids.at(-1) ?? 0) > message.id;
    if (!after_first || !before_last) return;
    const ids = [...now.ids, message.id];
    if (!is_newest) ids.sort((a, b) => a - b);
    this.cell.set({ ...now, ids, prepended: false });
  }

  remove(gone: ReadonlySet<number>): void {
    for (const id of gone) this.late.delete(id);
    const now = this.cell.get();
    if (!now.ids.some((id) => gone.has(id))) return;
    this.cell.set({ ...now, ids: now.ids.filter((id) => !gone.has(id)), had_messages: true, prepended: false });
  }
}
