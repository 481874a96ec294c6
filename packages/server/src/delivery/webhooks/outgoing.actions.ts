// Enqueues calls of outgoing webhook bots for a new message. The job that calls is in outgoing.jobs.ts.
import { BOT_TYPE, type MessageId, type UserId } from '@stoa/contract';
import type { KnownUser } from '../../conversation/messages/rendering-references.queries.ts';
import { type Actor, isGuest } from '../../kit/actor.ts';
import type { WriteContext } from '../../kit/write.ts';

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

/** Runs no statement. A bot's message calls no bots, so two bots cannot answer each other endlessly. [OW1] [OW2] */
export function callOutgoingWebhooks({ enqueue }: Pick<WriteContext, 'enqueue'>, message: CalledMessage): void {
  if (message.sender.is_bot) return;
  const { destination } = message;
  const trigger: Trigger = 'topic' in destination ? 'mention' : 'direct_message';
  const called = 'topic' in destination ? mentionedBots(message, destination.is_public) : destination.outgoing_bots;
  for (const bot_id of called ?? []) enqueue({ kind: OUTGOING_JOB, body: { bot_id, message_id: message.id, trigger } });
}

/** Mentioned bots that receive the message, and in public channels those that could. */
function mentionedBots({ content, flags }: CalledMessage, is_public: boolean): UserId[] {
  return content.mentioned_users
    .filter(({ bot_type, is_active }) => bot_type === BOT_TYPE.outgoing_webhook && is_active)
    .filter((bot) => flags.has(bot.user_id) || (is_public && !isGuest(bot)))
    .map(({ user_id }) => user_id);
}
