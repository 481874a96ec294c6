// Editing, moving and deleting messages.
import { slice } from '../kit/slice.ts';
import { deleteTopic, editMessage, getMessageHistory, removeMessage } from './message-edits.endpoints.ts';
import { updateMessage } from './message-edits.events.ts';

export * from './message-edits.endpoints.ts';
export * from './message-edits.events.ts';

export const messageEditsContract = slice({
  name: 'message-edits',
  endpoints: { editMessage, removeMessage, getMessageHistory, deleteTopic },
  events: [updateMessage],
});
