// Builds the answers to presence reports. In a large organization, identical requests within a second share one answer, because
// every client asks each minute for nearly everybody.
import type { RealmId } from '@stoa/contract';
import { isGuest } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { RawResult } from '../../kit/http/route.ts';
import { SharedResult } from '../../kit/http/shared-result.ts';
import { fieldsOf, textOf } from '../../kit/json-text.ts';
import { findPresences, type PresenceRequest } from './presence.queries.ts';

/** Smaller organizations are read each time, so that a report is visible at once. */
const SHARED_FROM_PEOPLE = 500;
const SHARED_SECONDS = 1;
/** An answer about 10,000 people has 700 KB, and as many bytes encoded. */
const SHARED_MAX = 20;

interface Answer {
  readonly result: RawResult;
  readonly at: number;
}

export class PresenceAnswers {
  private readonly shared = new Map<string, Answer>();

  constructor(private readonly db: Connection) {}

  async get(request: PresenceRequest): Promise<RawResult> {
    const { actor, modern, after, history_limit_days, now } = request;
    // Guests may each see different people.
    const key = isGuest(actor) ? null : keyOf(actor.realm.realm_id, modern, after, history_limit_days);
    const cached = key === null ? undefined : this.shared.get(key);
    if (cached && now - cached.at <= SHARED_SECONDS) return cached.result;
    const { people, ...found } = await findPresences(this.db, request);
    const fields = textOf(fieldsOf({ ...found, server_timestamp: now, zephyr_mirror_active: false }));
    if (key === null || people < SHARED_FROM_PEOPLE) return new RawResult(fields);
    const result = new SharedResult(fields);
    this.keep(key, { result, at: now });
    return result;
  }

  private keep(key: string, answer: Answer): void {
    for (const [other, { at }] of this.shared) if (answer.at - at > SHARED_SECONDS) this.shared.delete(other);
    if (this.shared.size >= SHARED_MAX) this.shared.clear();
    this.shared.set(key, answer);
  }
}

function keyOf(realm_id: RealmId, modern: boolean, after: number, days: number | undefined): string {
  return `${realm_id} ${modern} ${after} ${days}`;
}
