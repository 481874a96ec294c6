// Editing, moving and deleting messages, and reading their history.
import { deleteTopic, editMessage, getMessageHistory, removeMessage } from '@stoa/contract';
import { preparedWrite, type Route, read, write } from '../../kit/http/route.ts';
import { deleteFromTopic, deleteOne } from './deleting.actions.ts';
import { findEditLog, hasShortLog } from './edit-log.queries.ts';
import { prepareEdit } from './editing.actions.ts';
import { changeMessage } from './message-edits.actions.ts';

export const messageEditsRoutes: Route[] = [
  preparedWrite(
    editMessage,
    ({ db, actor }, { message_id, content }) => prepareEdit(db, actor, message_id, content),
    (context, params, prepared) => changeMessage(context, context.actor, params, prepared),
  ),
  read(
    getMessageHistory,
    async ({ db, actor }, { message_id, allow_empty_topic_name }) => ({
      message_history: await findEditLog(db, actor, message_id, allow_empty_topic_name),
    }),
    () => true,
    { isShort: ({ db, actor }, { message_id }) => hasShortLog(db, actor, message_id) },
  ),
  write(removeMessage, async (context, { message_id }) => {
    await deleteOne(context, context.actor, message_id);
    return {};
  }),
  write(deleteTopic, async (context, { stream_id, topic_name }) => ({
    complete: await deleteFromTopic(context, context.actor, stream_id, topic_name),
  })),
];
