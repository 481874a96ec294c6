// Every write of digests except sending: schedules, whom one is queued for, unsubscribing.
import type { RealmId, UserId } from '@stoa/contract';
import { changeSettings } from '../../identity/settings/settings.actions.ts';
import { getUserRow } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import { queueBulkEmail } from '../../kit/mail/mail-queue.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type DigestRealm, findDigestRealm } from './digests.queries.ts';
import { dueBounds } from './digests.rules.ts';

export const DIGEST_TEMPLATE = 'digest';

/** Whether what is noted is what the organization wants. A time to come was noted by a clock that was wrong. */
export function isScheduleRecorded({ weekday, schedule }: DigestRealm, now: number): boolean {
  if (weekday === null || schedule === null) return weekday === null && schedule === null;
  return schedule.weekday === weekday && schedule.since <= now;
}

/** Notes since when an organization wants digests on its weekday, or that it wants none. [DG2] */
export async function recordSchedule({ tx, now }: WriteContext, realm_id: RealmId): Promise<void> {
  const realm = await findDigestRealm(tx, realm_id);
  if (!realm || isScheduleRecorded(realm, now)) return;
  const { weekday } = realm;
  await tx.run(
    weekday === null
      ? sql`delete from digest_schedules where realm_id = ${realm_id}`
      : sql`insert into digest_schedules (realm_id, weekday, since) values (${realm_id}, ${weekday}, ${now})
         on conflict (realm_id) do update set weekday = excluded.weekday, since = excluded.since`,
  );
}

export interface DigestData extends Record<string, unknown> {
  readonly user_id: UserId;
  readonly for_day: number;
  /** In milliseconds. */
  readonly queued_at: number;
}

/** Queues a digest for each of these people who was not considered for this week yet: the row decides, whoever asks. [DG3] */
export async function queueDigests(
  context: WriteContext,
  links: LinkKeys,
  for_day: number,
  user_ids: readonly UserId[],
): Promise<void> {
  const { tx, now } = context;
  const { until, after } = dueBounds(for_day);
  for (const batch of batchesOf(user_ids)) {
    const rows = batch.map((user_id) => {
      const { nonce, key_hash } = links.create('digest');
      return [user_id, for_day, nonce, key_hash] as const;
    });
    const due = await tx.all<{ user_id: UserId }>(
      sql`insert into digests (user_id, for_day, nonce, key_hash) values ${sql.rows(rows)}
       on conflict (user_id) do update set for_day = excluded.for_day
         where digests.for_day <= ${until} or digests.for_day > ${after} returning user_id`,
    );
    for (const { user_id } of due) {
      const data: DigestData = { user_id, for_day, queued_at: now };
      queueBulkEmail(context, DIGEST_TEMPLATE, data);
    }
  }
}

/** Ends the digests of an account. [DG9] */
export async function unsubscribe(context: WriteContext, realm: Realm, user_id: UserId): Promise<void> {
  const user = await getUserRow(context.tx, realm.realm_id, user_id);
  await changeSettings(context, realm, [user], { enable_digest_emails: false });
}
