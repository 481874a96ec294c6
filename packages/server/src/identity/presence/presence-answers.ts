// The text of what reports of presence are answered with. In a large organization all who ask within a second for the same
// share one answer: everybody asks each minute for nearly everybody.
import type { RealmId } from '@stoa/contract';
import { isGuest } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { fieldsOf } from '../../kit/json-text.ts';
import { findPresences, type PresenceRequest } from './presence.queries.ts';

/** Fewer people are read anew each time, so that what was just reported is seen at once. */
const SHARED_FROM_PEOPLE = 500;
const SHARED_SECONDS = 1;
const SHARED_MAX = 100;

interface Answer {
  /** `"presences":{…},"presence_last_update_id":N` */
  readonly text: string;
  readonly at: number;
  readonly people: number;
}

export class PresenceAnswers {
  private readonly shared = new Map<string, Answer>();

  constructor(private readonly db: Connection) {}

  async get(request: PresenceRequest): Promise<Answer> {
    const { actor, modern, after, history_limit_days, now } = request;
    // What a guest sees may be their own.
    if (isGuest(actor)) return this.read(request);
    const key = keyOf(actor.realm.realm_id, modern, after, history_limit_days);
    const known = this.shared.get(key);
    if (known && now - known.at <= SHARED_SECONDS) return known;
    const answer = await this.read(request);
    if (this.shared.size >= SHARED_MAX) this.shared.clear();
    if (answer.people >= SHARED_FROM_PEOPLE) this.shared.set(key, answer);
    return answer;
  }

  private async read(request: PresenceRequest): Promise<Answer> {
    const { people, ...found } = await findPresences(this.db, request);
    return { text: fieldsOf({ ...found }).join(''), at: request.now, people };
  }
}

function keyOf(realm_id: RealmId, modern: boolean, after: number, days: number | undefined): string {
  return `${realm_id} ${modern} ${after} ${days}`;
}
