// Sent messages that the server has not confirmed: shown at once, sent again after a lost connection or the rate limit, never
// twice.
import { ApiError } from '@stoa/contract/api-error';
import { type Client, UnreadableAnswer } from '@stoa/sdk';
import { Cell, Signal } from '../../base/cells/cell.ts';
import { failureText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import { keyOf, type View } from '../../base/views/view.ts';
import type { ConnectionStatus } from '../session/connection.ts';
import type { MessageStore } from './message-store.ts';
import { isSameButResolved, newestOf, type Topic } from './topic-place.ts';

export interface Outgoing {
  readonly local_id: string;
  /** The same for each attempt, together with the queue, so that the server recognizes the message. */
  readonly key: string;
  readonly queue_id: string;
  readonly view: Extract<View, { kind: 'topic' | 'direct' }>;
  /** A message of its topic, which tells where the topic is when it is sent at last; null if none is known. */
  readonly near: number | null;
  readonly content: string;
  readonly sent_at: number;
  /**
   * `waiting`: unknown whether it arrived; `limited`: it did not, because of the rate limit, or it waits behind one that did
   * not; `moved`: like `waiting`, but its topic is in another channel now, where it is sent on request only; `refused`: it did
   * not arrive, with the reason.
   */
  readonly status: 'sending' | 'waiting' | 'limited' | 'moved' | 'refused';
  readonly reason: string | null;
}

const isDue = ({ status }: Outgoing) => status === 'waiting' || status === 'limited';
/** It is sent again only if its writer says so. */
export const isHeld = ({ status }: Outgoing) => status === 'moved' || status === 'refused';

/** Less than the day for which the server recognizes a repeated message. */
const KEY_KNOWN_MS = 20 * 3600_000;
/** Shown here until its list has it, if no event brings it. */
const SHOWN_MS = 10_000;

/** A call that takes longer is repeated: those behind it wait. */
const ANSWER_MS = 60_000;
/** The pause after a failure that names none; doubled with each further failure. */
const PAUSE_MS = 5000;
const PAUSE_LEAST_MS = 1000;
const PAUSE_MOST_MS = 600_000;

/** As unique as a UUID, which browsers provide only on secure pages. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

export class Outbox {
  readonly cell = new Cell<readonly Outgoing[]>([]);
  /** Emits the view of each message as it is sent. */
  readonly started = new Signal<Outgoing['view']>();
  /** Messages that were refused, or whose topic moved while they waited, as long as nothing has said so. */
  readonly news = new Cell<readonly Outgoing[]>([]);
  private count = 0;
  /** Sent messages by server id whose events have not arrived. */
  private readonly sent = new Map<number, string>();
  /** Until it ends, nothing is sent but at the reader's request. */
  private pause: { readonly timer: ReturnType<typeof setTimeout>; readonly until: number } | null = null;
  private failures = 0;
  private is_sending_waiting = false;
  private closed = false;
  private readonly unwatch: readonly (() => void)[];

  constructor(
    private readonly client: Client,
    private readonly store: MessageStore,
    private readonly queue_id: () => string,
    private readonly connection: Cell<ConnectionStatus>,
  ) {
    this.unwatch = [connection.subscribe(() => this.sendWaiting()), store.subscribe(() => this.dropStored())];
  }

  close(): void {
    this.closed = true;
    for (const end of this.unwatch) end();
    if (this.pause) clearTimeout(this.pause.timer);
  }

  private dropStored(): void {
    for (const [id, local_id] of this.sent) if (this.store.get(id)) this.drop(local_id);
  }

  in(view: View): readonly Outgoing[] {
    const key = keyOf(view);
    return this.cell.get().filter((message) => keyOf(message.view) === key);
  }

  send(view: Outgoing['view'], content: string): void {
    const local_id = `${Date.now()}.${++this.count}`;
    const outgoing: Outgoing = {
      local_id,
      key: newKey(),
      queue_id: this.queue_id(),
      view,
      near: newestOf(this.store, view),
      content,
      sent_at: Date.now(),
      status: this.firstStatus(),
      reason: null,
    };
    this.cell.set([...this.cell.get(), outgoing]);
    this.started.emit(view);
    if (outgoing.status === 'sending') void this.deliver(outgoing);
  }

  /** A message waits behind those before it that are sent later. */
  private firstStatus(): Outgoing['status'] {
    if (this.pause && this.cell.get().some(({ status }) => status === 'limited')) return 'limited';
    return this.pause || this.is_sending_waiting ? 'waiting' : 'sending';
  }

  /** The event of a message names the call that sent it. */
  delivered(local_id: string | undefined): void {
    if (local_id !== undefined) this.drop(local_id);
  }

  drop(local_id: string): void {
    for (const [id, sent] of this.sent) if (sent === local_id) this.sent.delete(id);
    if (this.cell.get().some((message) => message.local_id === local_id))
      this.cell.set(this.cell.get().filter((message) => message.local_id !== local_id));
  }

  retry(local_id: string): void {
    const found = this.cell.get().find((message) => message.local_id === local_id);
    if (found) void this.deliver(this.again(found));
  }

  private again(found: Outgoing): Outgoing {
    // A retry after a refusal is a new call; after a lost response it is the same.
    const again: Outgoing = found.status === 'refused' ? { ...found, key: newKey(), queue_id: this.queue_id() } : found;
    this.change(found.local_id, { ...again, status: 'sending', reason: null });
    return again;
  }

  private find(local_id: string): Outgoing | undefined {
    return this.cell.get().find((message) => message.local_id === local_id);
  }

  private change(local_id: string, fields: Partial<Outgoing>): void {
    this.cell.set(
      this.cell.get().map((message) => (message.local_id === local_id ? { ...message, ...fields } : message)),
    );
  }

  private mark(local_id: string, status: Outgoing['status'], reason: string | null): void {
    this.change(local_id, { status, reason });
  }

  /** A topic was moved as a whole: messages to it go along, but into another channel only if their writer says so. [WB1041] */
  follow(from: Topic, to: Topic): void {
    for (const message of this.in(from)) this.redirect(message, to);
  }

  private redirect(message: Outgoing, to: Topic): void {
    const { local_id, view } = message;
    const leaves_channel = view.kind === 'topic' && view.channel_id !== to.channel_id;
    this.change(local_id, { view: to, ...(isDue(message) && leaves_channel ? { status: 'moved' } : {}) });
    if (isDue(message) && !isSameButResolved(view, to)) this.tell(local_id);
  }

  private tell(local_id: string): void {
    const told = this.find(local_id);
    if (told) this.news.set([...this.news.get(), told]);
  }

  /** True once it is known where the message goes now; events that would tell may have been missed. */
  private async locate(message: Outgoing): Promise<boolean> {
    const { view, near } = message;
    if (view.kind !== 'topic' || near === null) return true;
    try {
      const { locateTopic } = await import('./locate-topic.ts');
      const to = await locateTopic(this.client, view, near);
      if (to && this.find(message.local_id)?.view === view) this.redirect(message, to);
      return true;
    } catch (error) {
      this.putOff(error);
      return false;
    }
  }

  /** Sends all waiting messages, if there is a connection and no pause. */
  sendWaiting(): void {
    if (!this.is_sending_waiting) void this.sendInOrder();
  }

  /** Each one only once the one before it has arrived. */
  private async sendInOrder(): Promise<void> {
    this.is_sending_waiting = true;
    while (this.connection.get() === 'live' && !this.pause) {
      const next = this.cell.get().find(isDue);
      if (!next || !(await this.locate(next))) break;
      const located = this.find(next.local_id);
      if (located && isDue(located) && !(await this.deliver(this.again(located)))) break;
    }
    this.is_sending_waiting = false;
  }

  /** The server takes no messages for this time, or failed in a way that its connection doesn't show. */
  private pauseFor(duration_ms: number): void {
    const until = Date.now() + Math.min(Math.max(duration_ms, PAUSE_LEAST_MS), PAUSE_MOST_MS);
    if (this.closed || (this.pause && this.pause.until >= until)) return;
    if (this.pause) clearTimeout(this.pause.timer);
    const end = () => {
      this.pause = null;
      this.sendWaiting();
    };
    this.pause = { timer: setTimeout(end, until - Date.now()), until };
  }

  /** Messages that an earlier page could not send. The server remembers keys for a day, so older ones are sent on request only. */
  restore(kept: readonly Outgoing[]): void {
    const is_old = ({ sent_at }: Outgoing) => Date.now() - sent_at > KEY_KNOWN_MS;
    const restored = kept.map((message): Outgoing => {
      if (isHeld(message)) return message;
      return is_old(message)
        ? { ...message, status: 'refused', reason: t('waited_too_long') }
        : { ...message, status: 'waiting' };
    });
    this.cell.set([...restored, ...this.cell.get()]);
    this.sendWaiting();
  }

  /** The first attempt names the queue; without a queue nothing is attempted. */
  private withQueue(outgoing: Outgoing): Outgoing | null {
    if (outgoing.queue_id !== '') return outgoing;
    const next = { ...outgoing, queue_id: this.queue_id() };
    if (next.queue_id === '') return null;
    this.change(next.local_id, { queue_id: next.queue_id });
    return next;
  }

  /** False if it keeps waiting. */
  private async deliver(outgoing: Outgoing): Promise<boolean> {
    const ready = this.withQueue(outgoing);
    if (!ready) {
      this.mark(outgoing.local_id, 'waiting', null);
      return false;
    }
    const { view, content, local_id, queue_id, key } = ready;
    const to =
      view.kind === 'topic'
        ? { type: 'channel' as const, to: view.channel_id, topic: view.topic }
        : { type: 'direct' as const, to: [...view.user_ids] };
    const own = to.type === 'direct' && to.to.length === 0 ? { ...to, to: [this.client.email!] } : to;
    try {
      const params = { ...own, content, local_id, queue_id, read_by_sender: true };
      const { id } = await this.client.sendMessage(params, { idempotency_key: key, timeout_ms: ANSWER_MS });
      this.failures = 0;
      this.sent.set(id, local_id);
      this.dropStored();
      setTimeout(() => this.drop(local_id), SHOWN_MS);
    } catch (error) {
      // Under its earlier address it arrived before. [IK2]
      if (error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED') this.drop(local_id);
      else if (isRefusal(error)) this.refuse(local_id, failureText(error));
      else {
        const now = this.find(local_id);
        const leaves_channel = now?.view.kind === 'topic' && now.view.channel_id !== to.to;
        this.mark(local_id, leaves_channel ? 'moved' : isLimit(error) ? 'limited' : 'waiting', null);
        this.putOff(error);
        return false;
      }
    }
    return true;
  }

  private refuse(local_id: string, reason: string): void {
    this.mark(local_id, 'refused', reason);
    this.tell(local_id);
  }

  /** Unless the connection is lost, after a pause: with a connection again, all are sent. */
  private putOff(error: unknown): void {
    if (isLimit(error) || this.connection.get() === 'live')
      this.pauseFor(waitOf(error) ?? PAUSE_MS * 2 ** this.failures++);
  }
}

const isLimit = (error: unknown) =>
  (error instanceof ApiError || error instanceof UnreadableAnswer) && error.status === 429;
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

/** The time that the server names, in milliseconds. */
function waitOf(error: unknown): number | null {
  const wait = error instanceof ApiError ? error.fields['retry-after'] : null;
  return typeof wait === 'number' ? wait * 1000 : null;
}
