// Every write of reactions.
import {
  type MessageId,
  ReactionAlreadyExists,
  ReactionDoesNotExist,
  reactionAdd,
  reactionRemove,
} from '@stoa/contract';
import { findAskedEmoji } from '../emoji/emoji.queries.ts';
import type { Actor } from '../kit/actor.ts';
import type { WriteContext } from '../kit/write.ts';
import { getAccessibleMessage } from '../messages/accessible.queries.ts';
import { audienceOfMessage } from '../messages/audience.queries.ts';
import { followAfterParticipating } from '../user-topics/automatic.actions.ts';
import { apiEmail } from '../users/users.present.ts';
import { emailHost } from '../users/users.queries.ts';
import { findReactions } from './reactions.queries.ts';
import { type AskedEmoji, type Emoji, emojiToAdd, emojiToRemove } from './reactions.rules.ts';

export async function createReaction(
  context: WriteContext,
  actor: Actor,
  message_id: MessageId,
  asked: AskedEmoji & { emoji_name: string },
): Promise<void> {
  const { tx, emit } = context;
  const message = await getAccessibleMessage(tx, actor, message_id);
  const present = (await findReactions(tx, [message_id])).get(message_id) ?? [];
  const emoji = emojiToAdd(asked, present, await findAskedEmoji(tx, actor.realm.realm_id, asked));
  const own = present.some((one) => one.user_id === actor.user_id && sameEmoji(one, emoji));
  if (own) throw ReactionAlreadyExists('Reaction already exists.');
  await tx.run(
    'insert into reactions (message_id, user_id, emoji_name, emoji_code, reaction_type) values ($1, $2, $3, $4, $5)',
    [message_id, actor.user_id, emoji.emoji_name, emoji.emoji_code, emoji.reaction_type],
  );
  emit(reactionAdd, { ...emoji, ...reactor(actor), message_id }, await audienceOfMessage(tx, message));
  await followAfterParticipating(context, actor, message);
}

export async function removeReaction(
  { tx, emit }: WriteContext,
  actor: Actor,
  message_id: MessageId,
  asked: AskedEmoji,
): Promise<void> {
  const message = await getAccessibleMessage(tx, actor, message_id);
  const emoji = emojiToRemove(asked, await findAskedEmoji(tx, actor.realm.realm_id, asked));
  const removed = await tx.get<{ emoji_name: string }>(
    `delete from reactions where message_id = $1 and user_id = $2 and emoji_code = $3 and reaction_type = $4
     returning emoji_name`,
    [message_id, actor.user_id, emoji.emoji_code, emoji.reaction_type],
  );
  if (!removed) throw ReactionDoesNotExist("Reaction doesn't exist.");
  const { emoji_code, reaction_type } = emoji;
  const taken_back = { emoji_name: removed.emoji_name, emoji_code, reaction_type, ...reactor(actor), message_id };
  emit(reactionRemove, taken_back, await audienceOfMessage(tx, message));
}

function reactor(actor: Actor) {
  const { user_id, full_name, realm } = actor;
  return { user_id, user: { user_id, email: apiEmail(actor, emailHost(realm)), full_name } };
}

function sameEmoji(a: Emoji, b: Emoji): boolean {
  return a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type;
}
