// The waiting polls of an organization, found by account: most events concern few people, and ten thousand polls wait.
import type { UserId } from '@stoa/contract';
import type { Poll } from './waiting-polls.ts';

export class PollsByUser {
  private readonly polls = new Map<UserId, readonly Poll[]>();

  get is_empty(): boolean {
    return this.polls.size === 0;
  }

  add(poll: Poll): void {
    const { user_id } = poll.live;
    this.polls.set(user_id, [...(this.polls.get(user_id) ?? []), poll]);
  }

  /** False if it was not waiting. */
  delete(poll: Poll): boolean {
    const { user_id } = poll.live;
    const polls = this.polls.get(user_id);
    if (!polls?.includes(poll)) return false;
    if (polls.length === 1) this.polls.delete(user_id);
    else
      this.polls.set(
        user_id,
        polls.filter((other) => other !== poll),
      );
    return true;
  }

  of(user_ids: readonly UserId[]): Poll[] {
    return user_ids.flatMap((user_id) => this.polls.get(user_id) ?? []);
  }

  all(): Poll[] {
    const all: Poll[] = [];
    for (const polls of this.polls.values()) for (const poll of polls) all.push(poll);
    return all;
  }
}
