// Finds out, each half hour, where a morning of digests is, and queues those that are due: some people at a time. [DG10]
import type { RealmId, UserId } from '@stoa/contract';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import type { Connection, Store } from '../../kit/database/connection.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import type { ActingHandler } from '../../kit/jobs/jobs.ts';
import { hasWaitingJob } from '../../kit/jobs/waiting-jobs.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import { isScheduleRecorded, queueDigests, recordSchedule } from './digests.actions.ts';
import {
  type Candidate,
  type DigestRealm,
  findCandidates,
  findDigestRealm,
  findDigestRealms,
  findTimeZones,
} from './digests.queries.ts';
import { type Due, dueIn, isDue } from './digests.rules.ts';

export const LOOKING_MS = 30 * 60_000;
const DIGEST_JOB = 'digests';
/** The number of people whose mails are queued together ... */
const PEOPLE_AT_ONCE = 200;
/** ... and the time until the next ones. */
const PAUSE_MS = 60_000;
/** A job ends after this many portions in which nobody gets a mail. */
const PORTIONS_MAX = 50;

interface DigestServices {
  readonly store: Store;
  readonly clock: Clock;
  readonly writer: Writer;
  readonly links: LinkKeys;
  readonly second_factor: Pick<SecondFactor, 'findShutOut'>;
}

/** Where a job goes on. */
interface Place {
  readonly timezone: string;
  readonly after: UserId;
}
const START: Place = { timezone: '', after: 0 as UserId };

interface DueZone extends Due {
  readonly timezone: string;
}

async function findDueZones(db: Connection, realm: DigestRealm, now: number): Promise<DueZone[]> {
  const { weekday, schedule } = realm;
  if (weekday === null || schedule === null) return [];
  return (await findTimeZones(db, realm.realm_id)).flatMap((timezone) => {
    const due = dueIn(timezone, schedule, now);
    return due ? [{ timezone, ...due }] : [];
  });
}

/** Notes what organizations want, and starts a job where it is a morning on which digests are due. */
export async function scheduleDigests(services: Pick<DigestServices, 'store' | 'clock' | 'writer'>): Promise<void> {
  const { store, clock, writer } = services;
  for (const found of await store.snapshot(findDigestRealms)) {
    const { realm_id } = found;
    if (!isScheduleRecorded(found, clock.now()))
      await writer.write(realm_id, (context) => recordSchedule(context, realm_id));
    const realm = await store.snapshot((db) => findDigestRealm(db, realm_id));
    if (!realm || (await findDueZones(store.db, realm, clock.now())).length === 0) continue;
    await writer.write(realm_id, async ({ tx, enqueue }) => {
      if (!(await hasWaitingJob(tx, DIGEST_JOB, realm_id))) enqueue({ kind: DIGEST_JOB, body: { ...START } });
    });
  }
}

const isWanted = ({ wants_digests, awaits_first_login, active_at, for_day }: Candidate, due: Due) =>
  wants_digests && !awaits_first_login && active_at < due.away_since && isDue(for_day, due.for_day);

interface Portion {
  readonly for_day: number;
  readonly user_ids: readonly UserId[];
  readonly next: Place;
}

export function digestHandler({ store, clock, links, second_factor }: DigestServices): ActingHandler {
  const { db } = store;

  /** The next people who get a digest, from a place on; null if nobody is left. */
  async function findPortion(realm_id: RealmId, from: Place): Promise<Portion | null> {
    const realm = await findDigestRealm(db, realm_id);
    const zones = realm ? await findDueZones(db, realm, clock.now()) : [];
    const time_slice = new TimeSlice();
    let portions = 0;
    for (const zone of zones.filter(({ timezone }) => timezone >= from.timezone)) {
      const { timezone, for_day } = zone;
      let after = timezone === from.timezone ? from.after : START.after;
      for (let is_over = false; !is_over; ) {
        const people = await findCandidates(db, realm!, timezone, after, PEOPLE_AT_ONCE);
        is_over = people.length < PEOPLE_AT_ONCE;
        after = people.at(-1)?.user_id ?? after;
        const wanted = people.filter((person) => isWanted(person, zone)).map(({ user_id }) => user_id);
        portions++;
        if (wanted.length > 0 || portions === PORTIONS_MAX)
          return { for_day, user_ids: wanted, next: { timezone, after } };
        await time_slice.yieldIfUsed();
      }
    }
    return null;
  }

  return {
    kind: DIGEST_JOB,
    concurrency: 1,
    async act({ realm_id, body }) {
      const portion = await findPortion(realm_id, body as unknown as Place);
      if (!portion) return undefined;
      const { for_day, user_ids, next } = portion;
      const shut_out = await second_factor.findShutOut(db, await getRealm(db, realm_id), user_ids);
      const readers = user_ids.filter((user_id) => !shut_out.has(user_id));
      return async (context) => {
        await queueDigests(context, links, for_day, readers);
        const run_at = readers.length > 0 ? context.now + PAUSE_MS : context.now;
        context.enqueue({ kind: DIGEST_JOB, body: { ...next }, run_at });
      };
    },
  };
}
