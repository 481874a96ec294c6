// Collects seen messages and reports them to the server in batches. A failed call is repeated with the next batch.
import { MAX_FLAGGED_MESSAGES } from '@stoa/contract';
import { ApiError } from '@stoa/contract/api-error';
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

  /** The reader marked something as unread: nothing is marked as read until they open a list again. */
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
    this.timer ??= setTimeout(() => void this.send(), GROUP_MS);
  }

  private async send(): Promise<void> {
    this.timer = null;
    const [messages, later] = [
      [...this.seen].slice(0, MAX_FLAGGED_MESSAGES),
      [...this.seen].slice(MAX_FLAGGED_MESSAGES),
    ];
    this.seen = new Set(later);
    const failed = await this.markAsRead(messages);
    for (const id of failed) this.seen.add(id);
    if (failed.length > 0) this.timer ??= setTimeout(() => void this.send(), 10 * GROUP_MS);
    else if (later.length > 0) this.timer ??= setTimeout(() => void this.send(), GROUP_MS);
  }

  /** Returns the ids to retry. A deleted message makes the server refuse the whole call; then each half is tried. */
  private async markAsRead(messages: readonly number[]): Promise<readonly number[]> {
    try {
      await this.client.updateMessageFlags({ messages: [...messages], op: 'add', flag: 'read' });
      return [];
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'BAD_REQUEST') return messages;
      if (messages.length === 1) return [];
      const middle = messages.length >> 1;
      return [
        ...(await this.markAsRead(messages.slice(0, middle))),
        ...(await this.markAsRead(messages.slice(middle))),
      ];
    }
  }
}
