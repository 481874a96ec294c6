// Every write of reactions.

import {
  type MessageId,
  ReactionAlreadyExists,
  ReactionDoesNotExist,
  reactionAdd,
  reactionRemove,
  UNKNOWN_USER_NAME,
  type UserId,
} from '@stoa/contract';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findUnseeing } from '../../identity/users/user-access.queries.ts';
import { apiEmail, placeholderEmail } from '../../identity/users/users.present.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findRequestedEmoji } from '../emoji/emoji.queries.ts';
import { getAccessibleMessage } from '../messages/accessible.queries.ts';
import type { MessageRow } from '../messages/messages.queries.ts';
import { findReactions } from '../messages/reactions.queries.ts';
import { audienceOfChange } from '../recipients/audience.queries.ts';
import { followAfterParticipating } from '../user-topics/automatic.actions.ts';
import { type Emoji, type EmojiParams, emojiToAdd, emojiToRemove } from './reactions.rules.ts';

export async function createReaction(
  context: WriteContext,
  actor: Actor,
  message_id: MessageId,
  requested: EmojiParams & { emoji_name: string },
): Promise<void> {
  const { tx, caps } = context;
  const message = await getAccessibleMessage(tx, actor, message_id);
  const present = (await findReactions(tx, [message_id])).get(message_id) ?? [];
  const emoji = emojiToAdd(requested, present, await findRequestedEmoji(tx, actor.realm.realm_id, requested));
  const own = present.some((reaction) => reaction.user_id === actor.user_id && sameEmoji(reaction, emoji));
  if (own) throw ReactionAlreadyExists('Reaction already exists.');
  caps.check('reactions-per-account', present.filter(({ user_id }) => user_id === actor.user_id).length);
  caps.check('reactions', present.length);
  await tx.run(
    sql`insert into reactions (message_id, user_id, emoji_name, emoji_code, reaction_type) values (${message_id}, ${actor.user_id}, ${emoji.emoji_name}, ${emoji.emoji_code}, ${emoji.reaction_type})`,
  );
  await emitReaction(context, actor, message, reactionAdd, { ...emoji, message_id });
  await followAfterParticipating(context, actor, message);
}

export async function removeReaction(
  context: WriteContext,
  actor: Actor,
  message_id: MessageId,
  requested: EmojiParams,
): Promise<void> {
  const { tx } = context;
  const message = await getAccessibleMessage(tx, actor, message_id);
  const emoji = emojiToRemove(requested, await findRequestedEmoji(tx, actor.realm.realm_id, requested));
  const removed = await tx.get<{ emoji_name: string }>(
    sql`delete from reactions where message_id = ${message_id} and user_id = ${actor.user_id} and emoji_code = ${emoji.emoji_code} and reaction_type = ${emoji.reaction_type}
     returning emoji_name`,
  );
  if (!removed) throw ReactionDoesNotExist("Reaction doesn't exist.");
  const { emoji_code, reaction_type } = emoji;
  const taken_back = { emoji_name: removed.emoji_name, emoji_code, reaction_type, message_id };
  await emitReaction(context, actor, message, reactionRemove, taken_back);
}

/** An account as far as its reactions show it. */
type Reacting = Pick<Actor, 'user_id' | 'full_name' | 'email' | 'is_bot' | 'settings' | 'realm'>;

/** Removes reactions of an account that is erased, at most `limit`; returns how many. [PD8] */
export async function removeReactionsOf(context: WriteContext, user: Reacting, limit: number): Promise<number> {
  const { tx } = context;
  const rows = await tx.all<Emoji & Pick<MessageRow, 'id' | 'recipient_id' | 'stream_id'> & { reaction_id: number }>(
    sql`select reactions.id as reaction_id, emoji_name, emoji_code, reaction_type, messages.id, messages.recipient_id, stream_id
     from reactions join messages on messages.id = message_id join recipients on recipients.recipient_id = messages.recipient_id
     where user_id = ${user.user_id} order by message_id limit ${limit}`,
  );
  for (const { reaction_id, emoji_name, emoji_code, reaction_type, ...message } of rows) {
    await tx.run(sql`delete from reactions where id = ${reaction_id}`);
    const removed = { emoji_name, emoji_code, reaction_type, message_id: message.id };
    await emitReaction(context, user, message, reactionRemove, removed);
  }
  return rows.length;
}

/** Guests who may not see the reacting account receive an unknown user instead. [UA4] */
async function emitReaction(
  { tx, emit }: WriteContext,
  actor: Reacting,
  message: Pick<MessageRow, 'id' | 'recipient_id' | 'stream_id'>,
  event: typeof reactionAdd | typeof reactionRemove,
  reaction: Emoji & { message_id: MessageId },
): Promise<void> {
  const { user_id, full_name, realm } = actor;
  const host = emailHost(realm);
  const audience = await audienceOfChange(tx, message);
  const unseen = message.stream_id === null ? [] : await findUnseeing(tx, realm.realm_id, actor, message.stream_id);
  const bodyOf = (user: { email: string; full_name: string }) => ({ ...reaction, user_id, user: { user_id, ...user } });
  emit(event, bodyOf({ email: apiEmail(actor, host), full_name }), exceptFor(audience, unseen));
  const users = unseen.filter((user_id) => audience.stream_id !== undefined || audience.users?.includes(user_id));
  if (users.length > 0)
    emit(event, bodyOf({ email: placeholderEmail(user_id, host), full_name: UNKNOWN_USER_NAME }), { users });
}

function exceptFor(audience: Audience, user_ids: readonly UserId[]): Audience {
  return user_ids.length === 0 ? audience : { ...audience, except: [...(audience.except ?? []), ...user_ids] };
}

function sameEmoji(a: Emoji, b: Emoji): boolean {
  return a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type;
}
