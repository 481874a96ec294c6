// Builds the answers to presence reports. In a large organization, identical requests within a second share one answer, because
// every client asks each minute for nearly everybody.
import type { RealmId } from '@stoa/contract';
import { isGuest } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { fieldsOf } from '../../kit/json-text.ts';
import { findPresences, type PresenceRequest } from './presence.queries.ts';

/** Smaller organizations are read each time, so that a report is visible at once. */
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
    // Guests may each see different people.
    if (isGuest(actor)) return this.read(request);
    const key = keyOf(actor.realm.realm_id, modern, after, history_limit_days);
    const cached = this.shared.get(key);
    if (cached && now - cached.at <= SHARED_SECONDS) return cached;
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
