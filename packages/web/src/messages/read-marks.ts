// Collects what the reader has seen and tells the server in groups. A call that fails is repeated with the next group.
import { MAX_FLAGGED_MESSAGES } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import type { MessageStore } from './message-store.ts';

const GROUP_MS = 400;

export class ReadMarks {
  private paused = false;
  private seen = new Set<number>();
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly client: Client,
    private readonly store: MessageStore,
  ) {}

  /** The reader has marked something as unread: nothing is marked as read until they open a list again. */
  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  add(ids: readonly number[]): void {
    if (this.paused) return;
    const unread = ids.filter((id) => this.store.get(id)?.flags.includes('read') === false);
    if (unread.length === 0) return;
    for (const id of unread) this.seen.add(id);
    this.store.setFlag(unread, 'read', true);
    this.timer ??= setTimeout(() => void this.tell(), GROUP_MS);
  }

  private async tell(): Promise<void> {
    this.timer = null;
    const [messages, later] = [
      [...this.seen].slice(0, MAX_FLAGGED_MESSAGES),
      [...this.seen].slice(MAX_FLAGGED_MESSAGES),
    ];
    this.seen = new Set(later);
    try {
      await this.client.updateMessageFlags({ messages: messages as never, op: 'add', flag: 'read' });
      if (later.length > 0) this.timer ??= setTimeout(() => void this.tell(), GROUP_MS);
    } catch {
      for (const id of messages) this.seen.add(id);
      this.timer ??= setTimeout(() => void this.tell(), 10 * GROUP_MS);
    }
  }
}
