// Every write of reactions.
import {
  type MessageId,
  ReactionAlreadyExists,
  ReactionDoesNotExist,
  reactionAdd,
  reactionRemove,
} from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import type { WriteContext } from '../kit/write.ts';
import { getAccessibleMessage } from '../messages/accessible.queries.ts';
import { audienceOfMessage } from '../messages/audience.queries.ts';
import { findReactions } from './reactions.queries.ts';
import { type AskedEmoji, type Emoji, emojiToAdd, emojiToRemove } from './reactions.rules.ts';

export async function createReaction(
  { tx, emit }: WriteContext,
  actor: Actor,
  message_id: MessageId,
  asked: AskedEmoji & { emoji_name: string },
): Promise<void> {
  const message = await getAccessibleMessage(tx, actor, message_id);
  const present = (await findReactions(tx, [message_id])).get(message_id) ?? [];
  const emoji = emojiToAdd(asked, present);
  const own = present.some((one) => one.user_id === actor.user_id && sameEmoji(one, emoji));
  if (own) throw ReactionAlreadyExists('Reaction already exists.');
  await tx.run(
    'insert into reactions (message_id, user_id, emoji_name, emoji_code, reaction_type) values ($1, $2, $3, $4, $5)',
    [message_id, actor.user_id, emoji.emoji_name, emoji.emoji_code, emoji.reaction_type],
  );
  emit(reactionAdd, { ...emoji, user_id: actor.user_id, message_id }, await audienceOfMessage(tx, message));
}

export async function removeReaction(
  { tx, emit }: WriteContext,
  actor: Actor,
  message_id: MessageId,
  asked: AskedEmoji,
): Promise<void> {
  const message = await getAccessibleMessage(tx, actor, message_id);
  const emoji = emojiToRemove(asked);
  const removed = await tx.get<{ emoji_name: string }>(
    `delete from reactions where message_id = $1 and user_id = $2 and emoji_code = $3 and reaction_type = $4
     returning emoji_name`,
    [message_id, actor.user_id, emoji.emoji_code, emoji.reaction_type],
  );
  if (!removed) throw ReactionDoesNotExist("Reaction doesn't exist.");
  const { emoji_code, reaction_type } = emoji;
  const taken_back = { emoji_name: removed.emoji_name, emoji_code, reaction_type, user_id: actor.user_id, message_id };
  emit(reactionRemove, taken_back, await audienceOfMessage(tx, message));
}

function sameEmoji(a: Emoji, b: Emoji): boolean {
  return a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type;
}
