// The waiting polls of an organization, found by account: most events concern few people, and ten thousand polls wait.
import type { UserId } from '@stoa/contract';
import type { Poll } from './waiting-polls.ts';

export class PollsByUser {
  private readonly polls = new Map<UserId, readonly Poll[]>();
  /** Those that receive public channels without being subscribed. */
  private readonly of_public = new Set<Poll>();

  get is_empty(): boolean {
    return this.polls.size === 0;
  }

  add(poll: Poll): void {
    const { user_id, options } = poll.live;
    this.polls.set(user_id, [...(this.polls.get(user_id) ?? []), poll]);
    if (options.all_public_streams) this.of_public.add(poll);
  }

  /** False if it was not waiting. */
  delete(poll: Poll): boolean {
    const { user_id } = poll.live;
    const polls = this.polls.get(user_id);
    if (!polls?.includes(poll)) return false;
    const others = polls.filter((other) => other !== poll);
    if (others.length === 0) this.polls.delete(user_id);
    else this.polls.set(user_id, others);
    this.of_public.delete(poll);
    return true;
  }

  /** The polls of these accounts, and of public channels if an event is of one. */
  of(user_ids: ReadonlySet<UserId>, is_public: boolean): Poll[] {
    const found = new Set<Poll>(is_public ? this.of_public : []);
    for (const user_id of user_ids) for (const poll of this.polls.get(user_id) ?? []) found.add(poll);
    return [...found];
  }

  all(): Poll[] {
    const all: Poll[] = [];
    for (const polls of this.polls.values()) for (const poll of polls) all.push(poll);
    return all;
  }
}
