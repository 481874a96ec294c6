// Records who may get mail about new messages and, when they are due, decides which emails are sent.
import type { MessageId, RealmId, UserId } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection, Store } from '../../kit/database/connection.ts';
import type { JobHandler } from '../../kit/jobs/jobs.ts';
import type { LinkKeys } from '../../kit/secrets/link-keys.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { findMailOf } from '../notifications/notifications.queries.ts';
import { findMessages } from '../push/push.queries.ts';
import { dropMissed, type Outcome, recordEmails, recordMissed, SEND_JOB } from './missed-mail.actions.ts';
import { findMissed, findReader, type Missed, type Reader } from './missed-mail.queries.ts';
import {
  conversationKey,
  EMAILS_PER_HOUR,
  emailCountAt,
  isStale,
  MESSAGES_AT_ONCE,
  nextHour,
} from './missed-mail.rules.ts';
import { NOTE_JOB } from './pending-mail.actions.ts';

interface MissedMailJobServices {
  readonly store: Store;
  readonly clock: Clock;
  readonly links: LinkKeys;
}

/** A reader who is online gets no mail. Messages that waited long enough for them to leave are dropped. [MM4] */
function whileThere({ away_from, settings }: Reader, missed: readonly Missed[], now: number): Outcome {
  const stale = missed.filter(({ noted_at }) => isStale(noted_at, settings, now));
  return {
    emails: [],
    dropped: stale.map(({ message_id }) => message_id),
    dropped_until: null,
    again_at: away_from,
  };
}

/** One email per conversation, the longest waiting first, within the hourly limit. [MM5] [MM9] */
async function decideMails(db: Connection, reader: Reader, missed: readonly Missed[], now: number): Promise<Outcome> {
  const some = missed.slice(0, MESSAGES_AT_ONCE);
  const by_conversation = new Map<string, MessageId[]>();
  for (const message of await findMessages(
    db,
    some.map(({ message_id }) => message_id),
  ))
    if (await findMailOf(db, message, reader.user_id))
      getOrSet(by_conversation, conversationKey(message), () => []).push(message.id);
  const tally = emailCountAt(reader.tally, now);
  const conversations = [...by_conversation.values()];
  const emails = conversations.slice(0, Math.max(0, EMAILS_PER_HOUR - tally.emails_sent));
  const wanted_ids = new Set(conversations.flat());
  return {
    emails,
    dropped: some.flatMap(({ message_id }) => (wanted_ids.has(message_id) ? [] : [message_id])),
    // A reader with too many pending messages gets the newest.
    dropped_until: missed[MESSAGES_AT_ONCE]?.message_id ?? null,
    again_at: emails.length < conversations.length ? nextHour(tally) : null,
  };
}

export function missedMailJobs({ store: { db }, clock, links }: MissedMailJobServices): JobHandler[] {
  return [
    { kind: NOTE_JOB, write: (context, { realm_id }) => recordMissed(context, realm_id) },
    {
      kind: SEND_JOB,
      async act({ realm_id, body }) {
        const { user_id } = body as { user_id: UserId };
        const now = clock.now();
        const reader = await findReader(db, realm_id as RealmId, user_id);
        if (!reader) return (context) => dropMissed(context, user_id);
        const missed = await findMissed(db, user_id);
        const outcome =
          reader.away_from > now ? whileThere(reader, missed, now) : await decideMails(db, reader, missed, now);
        return (context) => recordEmails(context, links, realm_id, user_id, outcome);
      },
      givenUp: (context, { body }) => dropMissed(context, (body as { user_id: UserId }).user_id),
    },
  ];
}
