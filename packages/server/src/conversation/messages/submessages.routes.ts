// Adding to widgets.
import { addSubmessage } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { createSubmessage } from './submessages.actions.ts';

export const submessagesRoutes: Route[] = [
  write(addSubmessage, async (context, { message_id, ...addition }) => {
    await createSubmessage(context, context.actor, message_id, addition);
    return {};
  }),
];
