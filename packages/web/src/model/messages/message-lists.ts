// The lists of opened views, and the effect of events on them: messages arrive, move, disappear or must be fetched again.
import type { ReceivedEvent, updateMessage } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { type Cell, Signal } from '../../base/cells/cell.ts';
import { keyOf, narrowOf, type View } from '../../base/views/view.ts';
import { type Fields, fieldsOf } from '../state/event-fields.ts';
import type { State } from '../state/state.ts';
import { matches, sameTopic } from './conversations.ts';
import { MessageList } from './message-list.ts';
import { MESSAGES_MOST, type MessageStore, type StoredMessage } from './message-store.ts';

type Topic = Extract<View, { kind: 'topic' }>;

/** At most 12 lists in memory. */
const LISTS_KEPT = 12;
/** At most 6,000 messages in all lists. */
const LISTED_MOST = 6000;
/** At most 40 ends of lists on this device. */
const ENDS_KEPT = 40;

export class MessageLists {
  /** Opened views, the most recently used last. */
  private readonly lists = new Map<string, MessageList>();
  /** All loaded messages of a topic moved: a reader of that topic may want to follow. */
  readonly moves = new Signal<{ readonly from: Topic; readonly to: Topic }>();
  /** A topic was moved as a whole, whether or not it is loaded. */
  readonly whole_moves = new Signal<{ readonly from: Topic; readonly to: Topic }>();
  /** Messages are about to leave a topic; those of a long one do so in several events. */
  readonly leaving = new Signal<Topic>();
  /** Where topics went that were moved as a whole while the page is open, by the key of the view they left. */
  private readonly moved = new Map<string, Topic>();
  /** Views to fetch again once the connection allows it. */
  private readonly stale = new Set<MessageList>();
  private trimming = false;

  constructor(
    private readonly client: Client,
    private readonly store: MessageStore,
    private readonly state: Cell<State>,
    /** Ends of lists stored on this device, by the address of their view. */
    private readonly kept: ReadonlyMap<string, readonly number[]> = new Map(),
  ) {
    store.subscribe(() => this.trimSoon());
  }

  /** Deferred: a response that just arrived is not in its list yet. */
  private trimSoon(): void {
    if (this.trimming || this.store.size <= MESSAGES_MOST) return;
    this.trimming = true;
    setTimeout(() => {
      this.trimming = false;
      this.trim();
    });
  }

  /** Drops the least recently used lists, never the visible one. */
  private trim(): void {
    if (this.store.size <= MESSAGES_MOST) return;
    const held = new Set<number>();
    for (const [key, list] of [...this.lists].reverse()) {
      const ids = list.held();
      if (list !== this.newest() && held.size + ids.length > LISTED_MOST) this.lists.delete(key);
      else for (const id of ids) held.add(id);
    }
    this.store.trim(held);
  }

  /** The list of a view, opened on first use; at a message or a day if one is named and it isn't loaded there. */
  of(view: View, near: number | null, date: string | null = null): MessageList | null {
    const narrow = narrowOf(view, this.state.get().user_id);
    if (!narrow) return null;
    const key = keyOf(view);
    let list = this.lists.get(key);
    if (list) this.lists.delete(key);
    const { status, ids } = list?.cell.get() ?? {};
    const is_there = near === null ? date === null : ids?.includes(near);
    if (!list || status === 'failed' || !is_there) {
      list = new MessageList(view, narrow, this.client, this.store, (made) => this.knownIds(made));
      void list.open(near ?? (date === null ? null : { date }));
    }
    this.lists.set(key, list);
    for (const old of this.lists.keys()) {
      if (this.lists.size <= LISTS_KEPT) break;
      this.lists.delete(old);
    }
    return list;
  }

  /** The list of a view, if open. */
  known(view: View): MessageList | null {
    return this.lists.get(keyOf(view)) ?? null;
  }

  /** Where the topic of an empty view was moved to, as far as this page has seen it. */
  movedTo(view: View): Topic | null {
    return this.moved.get(keyOf(view)) ?? null;
  }

  /** The part of a list stored on this device; it is fetched once there is a connection. */
  private knownIds(list: MessageList): readonly number[] {
    this.stale.add(list);
    const { view } = list;
    const kept = this.kept.get(keyOf(view)) ?? [];
    const state = this.state.get();
    const ids = new Set(kept.filter((id) => this.store.get(id) !== undefined));
    const from = Math.min(...ids);
    for (const message of this.store.all())
      if ((ids.size === 0 || message.id > from) && matches(message, view, state)) ids.add(message.id);
    return [...ids].sort((a, b) => a - b);
  }

  /** The newest messages of each opened list that reaches its end. */
  ends(most: number): Map<string, number[]> {
    const all = new Map([...this.kept].map(([key, ids]) => [key, [...ids]]));
    for (const [key, list] of this.lists) {
      const { status, found_newest, ids } = list.cell.get();
      if (status !== 'ready' || !found_newest || this.stale.has(list)) continue;
      all.delete(key);
      all.set(key, ids.slice(-most));
    }
    return new Map([...all].slice(-ENDS_KEPT));
  }

  /** The visible list, if any. */
  private newest(): MessageList | undefined {
    return [...this.lists.values()].at(-1);
  }

  /** Events were missed: the visible list is fetched again, others when the reader returns to them. */
  async startOver(): Promise<void> {
    const list = this.newest();
    this.lists.clear();
    this.stale.clear();
    const ids = new Set(list?.cell.get().ids);
    this.store.startOver(ids);
    if (!list) return;
    this.lists.set(keyOf(list.view), list);
    await this.refresh(list);
    if (this.stale.has(list)) return;
    for (const id of list.cell.get().ids) ids.delete(id);
    if (ids.size > 0) this.store.drop(ids);
  }

  /** Retries fetches that failed while the connection was lost. */
  retry(): void {
    for (const list of this.stale) void this.refresh(list);
  }

  private async refresh(list: MessageList): Promise<void> {
    this.stale.delete(list);
    await list.refresh().catch(() => this.stale.add(list));
  }

  apply(event: ReceivedEvent): void {
    switch (event.type) {
      case 'message':
        this.arrived((event.message as StoredMessage).id);
        break;
      case 'delete_message':
        this.remove(event.message_ids as number[]);
        break;
      case 'update_message':
        this.updated(fieldsOf<typeof updateMessage>(event));
        break;
      case 'update_message_flags':
        if (event.flag === 'starred') this.starred(event.op as string, event.messages as number[]);
        break;
      // Muted messages are not in the combined feed.
      case 'user_topic':
      case 'muted_users':
        this.refreshFeed();
        break;
      case 'stream':
        if (event.op === 'delete') this.prune();
        break;
      case 'subscription':
        if (event.op === 'remove' || event.property === 'is_muted') this.refreshFeed();
    }
  }

  /** Removes messages that are no longer in the store. */
  private prune(): void {
    for (const list of this.lists.values())
      this.removeFrom(list, new Set(list.cell.get().ids.filter((id) => !this.store.get(id))));
  }

  private arrived(id: number): void {
    const message = this.store.get(id);
    const shown = this.newest();
    if (!message) return;
    for (const [key, list] of this.lists) {
      const answer = matches(message, list.view, this.state.get());
      if (answer) list.add(message);
      // Only the server can judge a search; asked only for the visible one.
      else if (answer === null && list === shown) this.matchOnServer(list, message);
      else if (answer === null) this.lists.delete(key);
    }
  }

  private matchOnServer(list: MessageList, message: StoredMessage): void {
    if (!list.cell.get().found_newest) return;
    const narrow = narrowOf(list.view, this.state.get().user_id)!;
    this.client
      .matchesNarrow({ msg_ids: [message.id], narrow })
      .then(({ messages }) => {
        if (String(message.id) in messages) list.add(message);
      })
      .catch(() => this.stale.add(list));
  }

  private remove(ids: readonly number[]): void {
    const removed = new Set(ids);
    for (const list of this.lists.values()) this.removeFrom(list, removed);
  }

  /** If nothing is left of the loaded run, the rest of the conversation is fetched. [WB803] */
  private removeFrom(list: MessageList, removed: ReadonlySet<number>): void {
    list.remove(removed);
    const { status, ids, found_oldest, found_newest } = list.cell.get();
    if (status !== 'ready' || ids.length > 0 || (found_oldest && found_newest)) return;
    if (list === this.newest()) void this.refresh(list);
    else this.lists.delete(keyOf(list.view));
  }

  private updated(event: Fields<typeof updateMessage>): void {
    const { message_id, message_ids, subject, new_stream_id, stream_id, rendered_content } = event;
    const moved = subject !== undefined || new_stream_id !== undefined;
    // An edited text may mention others.
    if (rendered_content !== undefined) this.recheck([message_id], ({ kind }) => kind === 'mentions');
    if (!moved) return;
    const from: Topic | null =
      stream_id === undefined || event.orig_subject === undefined
        ? null
        : { kind: 'topic', channel_id: stream_id, topic: event.orig_subject };
    if (from) this.leaving.emit(from);
    this.recheck(message_ids, () => true);
    if (message_ids.some((id) => !this.store.get(id)))
      this.refreshWhere(new_stream_id ?? stream_id, subject ?? event.orig_subject);
    if (!from) return;
    const to: Topic = { ...from, channel_id: new_stream_id ?? from.channel_id, topic: subject ?? from.topic };
    if (event.propagate_mode === 'change_all') this.noteMove(from, to);
    const left = this.lists.get(keyOf(from))?.cell.get();
    if (left?.status === 'ready' && left.ids.length === 0) this.moves.emit({ from, to });
  }

  /** Messages that were moved here before went along. */
  private noteMove(from: Topic, to: Topic): void {
    const left = keyOf(from);
    for (const [key, place] of this.moved) if (keyOf(place) === left) this.moved.set(key, to);
    this.moved.set(left, to);
    this.whole_moves.emit({ from, to });
  }

  /** Adds changed messages to the lists they now belong to, and removes them from others. */
  private recheck(ids: readonly number[], concerns: (view: View) => boolean): void {
    const known = ids.map((id) => this.store.get(id)).filter((message) => message !== undefined);
    for (const list of this.lists.values()) {
      if (!concerns(list.view)) continue;
      const out = known.filter((message) => matches(message, list.view, this.state.get()) === false);
      list.remove(new Set(out.map(({ id }) => id)));
      for (const message of known) if (matches(message, list.view, this.state.get())) list.add(message);
    }
  }

  /** Messages that were never fetched moved to this conversation. */
  private refreshWhere(channel_id: number | undefined, topic: string | undefined): void {
    const shown = this.newest();
    for (const [key, list] of this.lists) {
      const { view } = list;
      const there =
        view.kind === 'search' ||
        (view.kind === 'channel' && view.channel_id === channel_id) ||
        (view.kind === 'topic' &&
          view.channel_id === channel_id &&
          topic !== undefined &&
          sameTopic(view.topic, topic));
      if (!there) continue;
      if (list === shown) void this.refresh(list);
      else this.lists.delete(key);
    }
  }

  private starred(op: string, ids: readonly number[]): void {
    const list = this.lists.get(keyOf({ kind: 'starred' }));
    if (!list) return;
    const known = ids.map((id) => this.store.get(id)).filter((message) => message !== undefined);
    if (op === 'remove') list.remove(new Set(ids));
    else if (known.length < ids.length) void this.refresh(list);
    else for (const message of known) list.add(message);
  }

  private refreshFeed(): void {
    const list = this.lists.get(keyOf({ kind: 'feed' }));
    if (!list) return;
    if (list === this.newest()) void this.refresh(list);
    else this.lists.delete(keyOf(list.view));
  }
}
