// The waiting polls of an organization, found by account: most events concern few people, and ten thousand polls wait.
import type { UserId } from '@stoa/contract';
import { Poll } from './live-queue.ts';

const NONE: readonly Poll[] = [];

function listOf(polls: Poll | readonly Poll[] | undefined): readonly Poll[] {
  if (polls === undefined) return NONE;
  return polls instanceof Poll ? [polls] : polls;
}

export class PollsByUser {
  /** Hardly anybody has several, and a list for each of ten thousand takes memory and time. */
  private readonly polls = new Map<UserId, Poll | readonly Poll[]>();
  /** Those that receive public channels without being subscribed. */
  private readonly of_public = new Set<Poll>();

  get is_empty(): boolean {
    return this.polls.size === 0;
  }

  add(poll: Poll): void {
    const { user_id, options } = poll.live;
    const others = this.polls.get(user_id);
    this.polls.set(user_id, others === undefined ? poll : [...listOf(others), poll]);
    if (options.all_public_streams) this.of_public.add(poll);
  }

  /** False if it was not waiting. */
  delete(poll: Poll): boolean {
    const { user_id } = poll.live;
    const polls = listOf(this.polls.get(user_id));
    if (!polls.includes(poll)) return false;
    if (polls.length === 1) this.polls.delete(user_id);
    else
      this.polls.set(
        user_id,
        polls.filter((other) => other !== poll),
      );
    if (poll.live.options.all_public_streams) this.of_public.delete(poll);
    return true;
  }

  /** The polls of these accounts, and of public channels if an event is of one. */
  of(user_ids: ReadonlySet<UserId>, is_public: boolean): Poll[] {
    const found = new Set<Poll>(is_public ? this.of_public : []);
    for (const user_id of user_ids) for (const poll of listOf(this.polls.get(user_id))) found.add(poll);
    return [...found];
  }

  all(): Poll[] {
    const all: Poll[] = [];
    for (const polls of this.polls.values()) for (const poll of listOf(polls)) all.push(poll);
    return all;
  }
}
