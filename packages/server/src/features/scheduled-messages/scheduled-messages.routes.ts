// The caller's own scheduled messages.
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from '@stoa/contract';
import { prepareMessage } from '../../conversation/messages/sending.actions.ts';
import { never, preparedWrite, RawResult, type Route, read, write } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { sumOwnTexts } from '../../kit/limits/caps.ts';
import { changeScheduled, removeScheduled, scheduleMessage } from './scheduled-messages.actions.ts';
import { findScheduledTexts } from './scheduled-messages.queries.ts';

export const scheduledMessagesRoutes: Route[] = [
  read(
    getScheduledMessages,
    async ({ db, actor }) =>
      new RawResult(fieldsOf({ scheduled_messages: await findScheduledTexts(db, actor.user_id) })),
    never,
    { bytes: ({ db, actor }) => sumOwnTexts(db, 'scheduled_messages', actor.user_id) },
  ),
  preparedWrite(
    createScheduledMessage,
    ({ db, actor }, params) => prepareMessage(db, actor, params),
    async (context, params, prepared) => ({
      scheduled_message_id: await scheduleMessage(context, context.actor, context.client, params, prepared),
    }),
  ),
  write(updateScheduledMessage, async (context, { scheduled_message_id, ...changes }) => {
    await changeScheduled(context, context.actor, scheduled_message_id, changes);
    return {};
  }),
  write(deleteScheduledMessage, async (context, { scheduled_message_id }) => {
    await removeScheduled(context, context.actor, scheduled_message_id);
    return {};
  }),
];
