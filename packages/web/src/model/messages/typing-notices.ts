// Who is typing where. Entries expire by themselves.
import type { ReceivedEvent, typingEditStart, typingStart } from '@stoa/contract';
import { Cell } from '../../base/cells/cell.ts';
import { keyOf, type View } from '../../base/views/view.ts';
import { fieldsOf } from '../state/event-fields.ts';

interface Notice {
  readonly sender_id: number;
  readonly others: readonly number[];
  readonly stream_id?: number | undefined;
  readonly topic?: string | undefined;
}

export class TypingNotices {
  constructor(
    private readonly expiry_ms: number,
    private readonly own_id: number,
  ) {}

  /** The people who are typing, by the address of the conversation. */
  readonly cell = new Cell<ReadonlyMap<string, readonly number[]>>(new Map());
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** The people who are editing, by message. */
  readonly editing = new Cell<ReadonlyMap<number, readonly number[]>>(new Map());

  applyEditing(event: ReceivedEvent): void {
    const { sender_id, message_id } = fieldsOf<typeof typingEditStart>(event);
    if (sender_id === this.own_id) return;
    const timer = `${message_id} edits ${sender_id}`;
    clearTimeout(this.timers.get(timer));
    const others = (this.editing.get().get(message_id) ?? []).filter((id) => id !== sender_id);
    const set = (people: readonly number[]) => this.editing.set(new Map(this.editing.get()).set(message_id, people));
    if (event.op !== 'start') {
      set(others);
      return;
    }
    set([...others, sender_id]);
    this.timers.set(
      timer,
      setTimeout(() => this.applyEditing({ ...event, op: 'stop' }), this.expiry_ms),
    );
  }

  apply(event: ReceivedEvent): void {
    const { sender, recipients, stream_id, topic } = fieldsOf<typeof typingStart>(event);
    // Direct notices also reach the typist.
    if (sender.user_id === this.own_id) return;
    const others = (recipients ?? []).map(({ user_id }) => user_id);
    for (const key of keysOf({ sender_id: sender.user_id, others, stream_id, topic }))
      if (event.op === 'start') this.started(sender.user_id, key);
      else this.stopped(sender.user_id, key);
  }

  private started(user_id: number, key: string): void {
    const now = this.cell.get().get(key) ?? [];
    if (!now.includes(user_id)) this.cell.set(new Map(this.cell.get()).set(key, [...now, user_id]));
    const timer = `${key} ${user_id}`;
    clearTimeout(this.timers.get(timer));
    this.timers.set(
      timer,
      setTimeout(() => this.stopped(user_id, key), this.expiry_ms),
    );
  }

  stopped(user_id: number, key: string): void {
    const now = this.cell.get().get(key);
    if (now?.includes(user_id))
      this.cell.set(
        new Map(this.cell.get()).set(
          key,
          now.filter((id) => id !== user_id),
        ),
      );
  }
}

/** Addresses as this reader has them: without the reader. */
function keysOf({ others, stream_id, topic }: Notice): string[] {
  if (stream_id !== undefined) return [keyOf({ kind: 'topic', channel_id: stream_id, topic: topic ?? '' })];
  return others.map((reader) => {
    const view: View = { kind: 'direct', user_ids: others.filter((id) => id !== reader).sort((a, b) => a - b) };
    return keyOf(view);
  });
}
