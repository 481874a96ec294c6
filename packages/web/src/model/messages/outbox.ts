// Sent messages that the server has not confirmed: shown at once, sent again after a lost connection, never twice.
import { ApiError } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { Cell, Signal } from '../../base/cells/cell.ts';
import { failureText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import { keyOf, type View } from '../../base/views/view.ts';
import type { ConnectionStatus } from '../session/connection.ts';
import type { MessageStore } from './message-store.ts';

export interface Outgoing {
  readonly local_id: string;
  /** The same for each attempt, together with the queue, so that the server recognizes the message. */
  readonly key: string;
  readonly queue_id: string;
  readonly view: Extract<View, { kind: 'topic' | 'direct' }>;
  readonly content: string;
  readonly sent_at: number;
  /** `waiting`: unknown whether it arrived; `refused`: it did not, with the reason. */
  readonly status: 'sending' | 'waiting' | 'refused';
  readonly reason: string | null;
}

/** Less than the day for which the server recognizes a repeated message. */
const KEY_KNOWN_MS = 20 * 3600_000;
/** Shown here until its list has it, if no event brings it. */
const SHOWN_MS = 10_000;

/** As unique as a UUID, which browsers provide only on secure pages. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

export class Outbox {
  readonly cell = new Cell<readonly Outgoing[]>([]);
  /** Emits the view of each message as it is sent. */
  readonly started = new Signal<Outgoing['view']>();
  private count = 0;
  /** Sent messages by server id whose events have not arrived. */
  private readonly sent = new Map<number, string>();
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
    for (const end of this.unwatch) end();
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
      content,
      sent_at: Date.now(),
      status: 'sending',
      reason: null,
    };
    this.cell.set([...this.cell.get(), outgoing]);
    this.started.emit(view);
    void this.deliver(outgoing);
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
    if (!found) return;
    // A retry after a refusal is a new call; after a lost response it is the same.
    const again: Outgoing = found.status === 'refused' ? { ...found, key: newKey(), queue_id: this.queue_id() } : found;
    this.cell.set(
      this.cell.get().map((message) => (message === found ? { ...again, status: 'sending', reason: null } : message)),
    );
    void this.deliver(again);
  }

  private mark(local_id: string, status: Outgoing['status'], reason: string | null): void {
    this.cell.set(
      this.cell.get().map((message) => (message.local_id === local_id ? { ...message, status, reason } : message)),
    );
  }

  /** Sends all waiting messages, now that there is a connection. */
  sendWaiting(): void {
    if (this.connection.get() !== 'live') return;
    for (const message of this.cell.get()) if (message.status === 'waiting') this.retry(message.local_id);
  }

  /** Messages that an earlier page could not send. The server remembers keys for a day, so older ones are sent on request only. */
  restore(kept: readonly Outgoing[]): void {
    const is_old = ({ sent_at }: Outgoing) => Date.now() - sent_at > KEY_KNOWN_MS;
    const restored = kept.map((message): Outgoing => {
      if (message.status === 'refused') return message;
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
    this.cell.set(
      this.cell
        .get()
        .map((message) => (message.local_id === next.local_id ? { ...message, queue_id: next.queue_id } : message)),
    );
    return next;
  }

  private async deliver(outgoing: Outgoing): Promise<void> {
    const ready = this.withQueue(outgoing);
    if (!ready) return this.mark(outgoing.local_id, 'waiting', null);
    const { view, content, local_id, queue_id, key } = ready;
    const to =
      view.kind === 'topic'
        ? { type: 'channel' as const, to: view.channel_id, topic: view.topic }
        : { type: 'direct' as const, to: [...view.user_ids] };
    const own = to.type === 'direct' && to.to.length === 0 ? { ...to, to: [this.client.email!] } : to;
    try {
      const params = { ...own, content, local_id, queue_id, read_by_sender: true };
      const { id } = await this.client.sendMessage(params, { idempotency_key: key });
      this.sent.set(id, local_id);
      this.dropStored();
      setTimeout(() => this.drop(local_id), SHOWN_MS);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429)
        this.mark(local_id, 'refused', failureText(error));
      else this.mark(local_id, 'waiting', null);
    }
  }
}
