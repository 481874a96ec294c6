// Adding and removing reactions.
import { addReaction, removeReaction as removeReactionEndpoint } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { createReaction, removeReaction } from './reactions.actions.ts';

export const reactionsRoutes: Route[] = [
  write(addReaction, async (context, { message_id, ...emoji }) => {
    await createReaction(context, context.actor, message_id, emoji);
    return {};
  }),
  write(removeReactionEndpoint, async (context, { message_id, ...emoji }) => {
    await removeReaction(context, context.actor, message_id, emoji);
    return {};
  }),
];
