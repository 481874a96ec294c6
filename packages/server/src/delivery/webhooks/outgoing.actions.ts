// Enqueues calls of outgoing webhook bots for a new message. The job that calls is in outgoing.jobs.ts.
import { BOT_TYPE, type MessageId, type UserId } from '@stoa/contract';
import type { KnownUser } from '../../conversation/messages/rendering-references.queries.ts';
import { type Actor, isGuest } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { placesForJobs } from '../../kit/jobs/waiting-jobs.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

export const OUTGOING_JOB = 'webhook.outgoing';
export type Trigger = 'mention' | 'direct_message';

export interface CalledMessage {
  readonly id: MessageId;
  readonly sender: Pick<Actor, 'is_bot'>;
  readonly destination:
    | { readonly topic: string; readonly is_public: boolean }
    | { readonly people: readonly unknown[]; readonly outgoing_bots?: readonly UserId[] };
  readonly content: { readonly mentioned_users: readonly KnownUser[] };
  /** The flags of the message's recipients. */
  readonly flags: ReadonlyMap<UserId, number>;
}

/** Calls of an owner's bots that may wait; messages that come meanwhile call none of them. [OW800] */
export const WAITING_CALLS_MAX = 1000;

/**
 * Runs no statement unless the message calls bots. A bot's message calls none, so two bots cannot answer each other endlessly.
 * [OW1] [OW2]
 */
export async function callOutgoingWebhooks(
  { tx, enqueue }: Pick<WriteContext, 'tx' | 'enqueue'>,
  message: CalledMessage,
): Promise<void> {
  if (message.sender.is_bot) return;
  const { destination } = message;
  const trigger: Trigger = 'topic' in destination ? 'mention' : 'direct_message';
  const called = 'topic' in destination ? mentionedBots(message, destination.is_public) : destination.outgoing_bots;
  if (called === undefined || called.length === 0) return;
  const bots = await findOwners(tx, called);
  const account_ids = [...new Set(bots.map((bot) => bot.account_id))];
  const takePlace = await placesForJobs(tx, OUTGOING_JOB, account_ids, WAITING_CALLS_MAX);
  for (const { user_id: bot_id, account_id } of bots)
    if (takePlace(account_id))
      enqueue({ kind: OUTGOING_JOB, body: { bot_id, message_id: message.id, trigger }, account_id });
}

/** The people whom calls of these bots count for, because they chose the services; a bot without an owner counts for itself. */
function findOwners(db: Connection, bot_ids: readonly UserId[]): Promise<{ user_id: UserId; account_id: UserId }[]> {
  return db.all(
    sql`select user_id, coalesce(bot_owner_id, user_id) as account_id from users where user_id in (${sql.list(bot_ids)})
     order by user_id`,
  );
}

/** Mentioned bots that receive the message, and in public channels those that could. */
function mentionedBots({ content, flags }: CalledMessage, is_public: boolean): UserId[] {
  return content.mentioned_users
    .filter(({ bot_type, is_active }) => bot_type === BOT_TYPE.outgoing_webhook && is_active)
    .filter((bot) => flags.has(bot.user_id) || (is_public && !isGuest(bot)))
    .map(({ user_id }) => user_id);
}
