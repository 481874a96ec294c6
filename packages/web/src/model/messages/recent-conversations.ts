// The reader's conversations by newest message, as far back as pages were fetched. Messages are folded into conversations and not
// stored.

import type { ReceivedEvent, updateMessage } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { Cell } from '../../base/cells/cell.ts';
import { keyOf, narrowOf } from '../../base/views/view.ts';
import { type Fields, fieldsOf } from '../state/event-fields.ts';
import { conversationKey, conversationOf } from './conversations.ts';
import { MESSAGE_FORM } from './message-requests.ts';
import type { StoredMessage } from './message-store.ts';

export interface RecentConversation {
  readonly key: string;
  readonly view: ReturnType<typeof conversationOf>;
  readonly newest_id: number;
  /** The time of the newest message, in seconds. */
  readonly timestamp: number;
  /** The senders in fetched messages, the last one first. */
  readonly people: readonly number[];
  readonly has_own: boolean;
}

export interface RecentState {
  /** The newest first. */
  readonly list: readonly RecentConversation[];
  readonly status: 'loading' | 'ready' | 'failed';
  readonly found_oldest: boolean;
}

/** Messages in one page. */
const PAGE = 1000;
/** Pages fetched again at most after a gap in the events; the rest follows on demand. */
const PAGES_REFETCHED = 20;
/** Messages fetched again of a conversation that changed. */
const MESSAGES_REFETCHED = 20;
const PEOPLE = 4;

export class RecentConversations {
  readonly cell = new Cell<RecentState>({ list: [], status: 'ready', found_oldest: false });
  private byKey = new Map<string, RecentConversation>();
  /** The oldest fetched message; null before the first page. */
  private oldest: number | null = null;
  private busy: Promise<void> | null = null;
  private readonly changed = new Map<string, RecentConversation['view']>();
  private checking = false;
  private generation = 0;

  constructor(
    private readonly client: Client,
    private readonly own_id: number,
  ) {}

  /** Fetches the next older page; does nothing where there is none, or while one is on its way. */
  more(): Promise<void> {
    if (this.cell.get().found_oldest) return Promise.resolve();
    this.busy ??= this.fetchPage();
    return this.busy;
  }

  private async fetchPage(): Promise<void> {
    const { generation } = this;
    this.publish({ status: 'loading' });
    try {
      const { messages, found_oldest } = await this.page(this.oldest);
      // Before subscribers are notified: they may request the next page at once.
      this.busy = null;
      if (generation !== this.generation) return;
      for (const message of messages) this.fold(this.byKey, message);
      this.oldest = messages[0]?.id ?? this.oldest;
      this.publish({ status: 'ready', found_oldest });
    } catch {
      this.busy = null;
      if (generation === this.generation) this.publish({ status: 'failed' });
    }
  }

  private page(before: number | null) {
    return this.client.getMessages({
      anchor: before ?? 'newest',
      include_anchor: before === null,
      num_before: PAGE,
      num_after: 0,
      ...MESSAGE_FORM,
    });
  }

  /** After missed events: fetches again what was loaded, and shows it when it is complete. */
  async startOver(): Promise<void> {
    const generation = ++this.generation;
    const until = this.oldest;
    if (until === null) return;
    const next = new Map<string, RecentConversation>();
    let oldest: number | null = null;
    let is_all = false;
    try {
      for (let n = 0; n < PAGES_REFETCHED && !is_all && (oldest === null || oldest > until); n++) {
        const { messages, found_oldest } = await this.page(oldest);
        if (generation !== this.generation) return;
        for (const message of messages) this.fold(next, message);
        oldest = messages[0]?.id ?? oldest;
        is_all = found_oldest;
      }
      // Messages that arrived meanwhile were received as events.
      const last = Math.max(0, ...[...next.values()].map(({ newest_id }) => newest_id));
      for (const conversation of this.byKey.values())
        if (conversation.newest_id > last) next.set(conversation.key, conversation);
      this.byKey = next;
      this.oldest = oldest;
      this.publish({ status: 'ready', found_oldest: is_all });
    } catch {
      if (generation === this.generation) this.publish({ status: 'failed' });
    }
  }

  /** Messages of conversations that may not have been reached yet. */
  include(messages: readonly StoredMessage[]): void {
    for (const message of messages) this.fold(this.byKey, message);
    this.publish({});
  }

  has(view: RecentConversation['view']): boolean {
    return this.byKey.has(keyOf(view));
  }

  private fold(into: Map<string, RecentConversation>, message: StoredMessage): void {
    const key = conversationKey(message, this.own_id);
    const known = into.get(key);
    const is_own = message.sender_id === this.own_id;
    const is_newer = !known || message.id > known.newest_id;
    const before = known?.people ?? [];
    const others = before.filter((id) => id !== message.sender_id);
    const with_sender = before.includes(message.sender_id) ? before : [...before, message.sender_id];
    const next: RecentConversation = {
      key,
      view: is_newer ? conversationOf(message, this.own_id) : known.view,
      newest_id: is_newer ? message.id : known.newest_id,
      timestamp: is_newer ? message.timestamp : known.timestamp,
      people: (is_newer ? [message.sender_id, ...others] : with_sender).slice(0, PEOPLE),
      has_own: is_own || (known?.has_own ?? false),
    };
    into.set(key, next);
  }

  private publish(change: Partial<RecentState>): void {
    const list = [...this.byKey.values()].sort((a, b) => b.newest_id - a.newest_id);
    this.cell.set({ ...this.cell.get(), list, ...change });
  }

  apply(event: ReceivedEvent, arrived: StoredMessage | undefined): void {
    // Nothing is loaded.
    if (this.oldest === null && this.busy === null) return;
    switch (event.type) {
      case 'message':
        if (arrived) this.include([arrived]);
        return;
      case 'delete_message': {
        const deleted = new Set(event.message_ids as number[]);
        this.check([...this.byKey.values()].filter(({ newest_id }) => deleted.has(newest_id)).map(({ view }) => view));
        return;
      }
      case 'update_message':
        this.moved(fieldsOf<typeof updateMessage>(event));
        return;
      case 'stream':
        if (event.op !== 'delete') return;
        for (const { key, view } of [...this.byKey.values()])
          if (view.kind === 'topic' && (event.stream_ids as number[]).includes(view.channel_id)) this.byKey.delete(key);
        this.publish({});
    }
  }

  private moved({ stream_id, orig_subject, subject, new_stream_id }: Fields<typeof updateMessage>): void {
    if (stream_id === undefined || orig_subject === undefined) return;
    if (subject === undefined && new_stream_id === undefined) return;
    this.check([
      { kind: 'topic', channel_id: stream_id, topic: orig_subject },
      { kind: 'topic', channel_id: new_stream_id ?? stream_id, topic: subject ?? orig_subject },
    ]);
  }

  /** Fetches conversations again whose newest message may have changed, one after the other. */
  private check(views: readonly RecentConversation['view'][]): void {
    for (const view of views) this.changed.set(keyOf(view), view);
    if (!this.checking && this.changed.size > 0) void this.checkChanged();
  }

  private async checkChanged(): Promise<void> {
    this.checking = true;
    for (const [key, view] of this.changed) {
      // Later changes to it cause another fetch.
      this.changed.delete(key);
      const { generation } = this;
      try {
        const { messages } = await this.client.getMessages({
          anchor: 'newest',
          num_before: MESSAGES_REFETCHED,
          num_after: 0,
          narrow: narrowOf(view, this.own_id)!,
          ...MESSAGE_FORM,
        });
        if (generation === this.generation) {
          const known = this.byKey.get(key);
          this.byKey.delete(key);
          for (const message of messages) this.fold(this.byKey, message);
          const now = this.byKey.get(key);
          if (now && known?.has_own) this.byKey.set(key, { ...now, has_own: true });
        }
      } catch {
        // It stays unchanged until the next change or reload.
      }
    }
    this.checking = false;
    this.publish({});
  }
}
