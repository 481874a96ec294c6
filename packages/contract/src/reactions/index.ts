// Emoji reactions to messages. Spec 2.6, 4.16.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { event } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { MessageId, UserId } from '../kit/values.ts';
import { Reaction } from '../messages/message.ts';

export const ReactionAlreadyExists = apiError({
  code: 'REACTION_ALREADY_EXISTS',
  status: 400,
  summary: 'The caller has already reacted to the message with this emoji.',
});
export const ReactionDoesNotExist = apiError({
  code: 'REACTION_DOES_NOT_EXIST',
  status: 400,
  summary: 'The caller has not reacted to the message with this emoji.',
});

/** The account that reacted, repeated for clients that predate `user_id`. */
const user = z.object({ user_id: UserId, email: z.string(), full_name: z.string() });
const fields = Reaction.extend({ message_id: MessageId, user });
export const reactionAdd = event({
  type: 'reaction',
  op: 'add',
  fields: () => fields,
  summary: 'Somebody reacted to a message the receiver can read.',
});
export const reactionRemove = event({
  type: 'reaction',
  op: 'remove',
  fields: () => fields,
  summary: 'Somebody removed a reaction.',
});

const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;

export const addReaction = endpoint({
  id: 'add-reaction',
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      message_id: MessageId,
      emoji_name: z.string(),
      /** Identifies the emoji together with `reaction_type`; required to join an existing reaction under another name. */
      emoji_code: z.string().optional(),
      reaction_type: z.enum(REACTION_TYPES).optional(),
    }),
  errors: [ReactionAlreadyExists],
  emits: [reactionAdd],
  summary: 'Add a reaction to a message',
});

export const removeReaction = endpoint({
  id: 'remove-reaction',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      message_id: MessageId,
      emoji_name: z.string().optional(),
      emoji_code: z.string().optional(),
      reaction_type: z.enum(REACTION_TYPES).optional(),
    }),
  errors: [ReactionDoesNotExist],
  emits: [reactionRemove],
  summary: 'Remove a reaction',
});

export const reactionsContract = slice({
  name: 'reactions',
  endpoints: { addReaction, removeReaction },
  events: [reactionAdd, reactionRemove],
});
