// Receives the presence reports that every client sends each minute: a return is written and announced at once, others, and all of a
// large organization, are batched for a few seconds. A crash loses those; the next reports repeat them.

import type { RealmId, UserId } from '@stoa/contract';
import type { Feed } from '../../feed/feed.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Store } from '../../kit/database/connection.ts';
import { type Clock, seconds } from '../../kit/time/clock.ts';
import type { LogEntry } from '../../kit/write/log-entry.ts';
import type { Writer } from '../../kit/write/write.ts';
import { emailHost, getRealmRow } from '../realm/realm.queries.ts';
import { everybodySeeing } from '../users/user-access.queries.ts';
import { apiEmail } from '../users/users.present.ts';
import { getUserRow } from '../users/users.queries.ts';
import { storePresence } from './presence.actions.ts';
import type { PresenceSignal } from './presence.present.ts';
import { findKnown, findPresence, isLarge, isPresenceShown } from './presence.queries.ts';
import { applyReport, type LastPresence, type PresenceStatus } from './presence.rules.ts';

const WRITE_EVERY_MS = 5000;
const ROWS_PER_COMMIT = 1000;
const KNOWN_MAX = 100_000;
/** Larger organizations get no event when somebody returns; their next report answers it. [PR5] */
export const ANNOUNCED_PEOPLE_MAX = 500;
/** How long an organization counts as large or not: growing beyond the limit is no matter of seconds. */
const SIZE_KEPT_MS = 60_000;

type ReportingUser = Pick<Actor, 'user_id' | 'is_bot'>;

export interface PresenceServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly feed: Feed;
  readonly clock: Clock;
}

export class PresenceReports {
  /** The last report of each account through this node. */
  private readonly known = new Map<UserId, LastPresence>();
  private readonly sizes = new Map<RealmId, { readonly is_large: boolean; readonly until: number }>();
  private readonly unwritten = new Map<RealmId, Map<UserId, LastPresence>>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly services: PresenceServices) {
    services.writer.onCommit((realm_id, _, entries) => this.committed(realm_id, entries));
  }

  start(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS);
  }

  /** Writes the remaining reports. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  async report(actor: Actor, status: PresenceStatus): Promise<void> {
    const { store, writer, clock } = this.services;
    const { user_id, realm } = actor;
    const before = this.known.get(user_id) ?? (await findKnown(store.db, user_id));
    const { known, is_changed, is_back } = applyReport(before, status, seconds(clock.now()));
    if (this.known.size >= KNOWN_MAX) this.known.clear();
    this.known.set(user_id, known);
    if (!is_changed) return;
    if (!is_back || (await this.isLarge(realm.realm_id))) {
      getOrSet(this.unwritten, realm.realm_id, () => new Map()).set(user_id, known);
      return;
    }
    this.unwritten.get(realm.realm_id)?.delete(user_id);
    try {
      await writer.write(realm.realm_id, (context) => storePresence(context, realm.realm_id, [[user_id, known]]));
    } catch (error) {
      this.known.delete(user_id);
      throw error;
    }
    if (known.active !== before.active || before.idle === 0)
      await this.announcePresence(realm.realm_id, actor, apiEmail(actor, emailHost(realm)));
  }

  /** Writes the reports of all organizations, in as few commits as possible. */
  private write(): Promise<void> {
    this.writing = this.writing.then(async () => {
      for (const [realm_id, reports] of [...this.unwritten]) {
        this.unwritten.delete(realm_id);
        const rows = [...reports];
        for (const batch of batchesOf(rows, ROWS_PER_COMMIT)) {
          // If the store fails now, it gets the next reports of these accounts.
          await this.services.writer
            .write(realm_id, (context) => storePresence(context, realm_id, batch))
            .catch(() => this.forget(batch.map(([user_id]) => user_id)));
        }
      }
    });
    return this.writing;
  }

  private forget(user_ids: readonly UserId[]): void {
    for (const user_id of user_ids) this.known.delete(user_id);
  }

  private async isLarge(realm_id: RealmId): Promise<boolean> {
    const { store, clock } = this.services;
    const now = clock.steady();
    const cached = this.sizes.get(realm_id);
    if (cached && cached.until > now) return cached.is_large;
    const is_large = await isLarge(store.db, realm_id, ANNOUNCED_PEOPLE_MAX);
    this.sizes.set(realm_id, { is_large, until: now + SIZE_KEPT_MS });
    return is_large;
  }

  private async announcePresence(realm_id: RealmId, { user_id, is_bot }: ReportingUser, email: string): Promise<void> {
    const { store, feed, clock } = this.services;
    if (!(await isPresenceShown(store.db, realm_id)) || (await this.isLarge(realm_id))) return;
    const presence = await findPresence(store.db, user_id);
    if (!presence) return;
    const signal: PresenceSignal = { user_id, email, server_timestamp: seconds(clock.now()), ...presence };
    const audience = await everybodySeeing(store.db, realm_id, { user_id, is_bot });
    await feed.signal(realm_id, { type: 'presence', op: null, body: { ...signal }, audience });
  }

  /**
   * Accounts that turn presence on or off come or go at once; deactivated and reactivated ones start without reports. [PR7] [PR9]
   */
  private committed(realm_id: RealmId, entries: readonly LogEntry[]): void {
    for (const { type, body, audience } of entries) {
      if (type === 'user_settings' && body.property === 'presence_enabled')
        for (const user_id of audience.users ?? []) void this.announceAfterChange(realm_id, user_id).catch(() => {});
      const person = type === 'realm_user' ? (body.person as { user_id?: UserId; is_active?: boolean }) : undefined;
      if (person?.user_id !== undefined && person.is_active !== undefined) this.drop(realm_id, person.user_id);
    }
  }

  /** Discards the account's reports: they are neither compared nor written later. */
  private drop(realm_id: RealmId, user_id: UserId): void {
    this.known.delete(user_id);
    this.unwritten.get(realm_id)?.delete(user_id);
  }

  private async announceAfterChange(realm_id: RealmId, user_id: UserId): Promise<void> {
    const { store } = this.services;
    this.drop(realm_id, user_id);
    const realm = await getRealmRow(store.db, realm_id);
    const user = await getUserRow(store.db, realm_id, user_id);
    if (user.is_active) await this.announcePresence(realm_id, user, apiEmail(user, emailHost(realm)));
  }
}
