// Builds the responses to presence reports. In a large organization, identical requests within a second share one response, because
// every client asks each minute for nearly everybody.
import type { RealmId } from '@stoa/contract';
import { isGuest } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { SharedResult } from '../../kit/http/responses/shared-result.ts';
import type { RawResult } from '../../kit/http/route.ts';
import { fieldsOf, textOf } from '../../kit/json/json-text.ts';
import { findPresences, type PresenceRequest } from './presence.queries.ts';

/** Smaller organizations are read each time, so that a report is visible at once. */
const SHARED_FROM_PEOPLE = 500;
const SHARED_SECONDS = 1;
/** A response about 10,000 people has 700 KB, and as many bytes encoded. */
const SHARED_MAX = 20;

interface Answer {
  readonly result: Promise<RawResult>;
  readonly at: number;
}

export class PresenceResponses {
  private readonly shared = new Map<string, Answer>();
  /** Organizations whose responses are shared, also while they are read. */
  private readonly large = new Set<RealmId>();

  constructor(private readonly db: Connection) {}

  get(request: PresenceRequest): Promise<RawResult> {
    const { actor, now } = request;
    // Guests may each see different people.
    if (isGuest(actor) || !this.large.has(actor.realm.realm_id)) return this.read(request);
    const key = keyOf(request);
    const cached = this.shared.get(key);
    if (cached && now - cached.at <= SHARED_SECONDS) return cached.result;
    const result = this.read(request);
    this.keep(key, { result, at: now });
    result.catch(() => this.shared.delete(key));
    return result;
  }

  private keep(key: string, answer: Answer): void {
    for (const [other, { at }] of this.shared) if (answer.at - at > SHARED_SECONDS) this.shared.delete(other);
    if (this.shared.size >= SHARED_MAX) this.shared.clear();
    this.shared.set(key, answer);
  }

  private async read(request: PresenceRequest): Promise<RawResult> {
    const { people, ...found } = await findPresences(this.db, request);
    if (people >= SHARED_FROM_PEOPLE) this.large.add(request.actor.realm.realm_id);
    return new SharedResult(textOf(fieldsOf({ ...found, server_timestamp: request.now, zephyr_mirror_active: false })));
  }
}

function keyOf({ actor, modern, after, history_limit_days }: PresenceRequest): string {
  return `${actor.realm.realm_id} ${modern} ${after} ${history_limit_days}`;
}
