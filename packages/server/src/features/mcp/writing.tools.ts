// Tools that write: new messages, own messages, reactions, and what was read. None deletes.
import {
  addReaction as addReactionEndpoint,
  editMessage as editMessageEndpoint,
  sendMessage as sendMessageEndpoint,
  updateMessageFlags,
} from '@stoa/contract';
import { z } from 'zod';
import { Content, MessageId, NameOrId, People, Topic } from './arguments.ts';
import { findChannel, findPeople } from './lookups.ts';
import { defineTool, ToolRefusal } from './tool.ts';

const MARKED_MAX = 1000;

const content = Content.describe('Markdown, at most 10,000 characters');

export const sendMessage = defineTool({
  name: 'send_message',
  title: 'Send a message',
  description:
    'Sends a message to a topic of a channel, or directly to people. They see it under the name of the account. With an ' +
    'idempotency_key, repeating the same call sends nothing twice.',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  input: z.strictObject({
    channel: NameOrId.optional().describe('Name or id of a channel'),
    topic: Topic.optional().describe('Topic in the channel; a new name begins a new topic; at most 60 characters'),
    people: People.optional().describe('Names, email addresses or ids of people, instead of a channel'),
    content,
    idempotency_key: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/, 'Between 1 and 255 visible ASCII characters are expected')
      .optional()
      .describe('The same for repetitions of this call, such as a UUID'),
  }),
  async run(context, { channel, topic, people, content, idempotency_key }) {
    if ((channel === undefined) === (people === undefined)) throw new ToolRefusal('Give either channel or people');
    if (people && topic !== undefined) throw new ToolRefusal('Direct messages have no topic');
    const address =
      channel === undefined
        ? { type: 'direct' as const, to: await findPeople(context, people!) }
        : { type: 'channel' as const, to: await findChannel(context, channel), topic };
    const { id } = await context.call(
      sendMessageEndpoint,
      { ...address, content, read_by_sender: true },
      { idempotency_key },
    );
    return { id, link: `${context.realm.url}/#narrow/near/${id}` };
  },
});

export const editMessage = defineTool({
  name: 'edit_message',
  title: 'Edit an own message',
  description: 'Replaces the content of a message that the account itself sent. People can see earlier versions.',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input: z.strictObject({ message_id: MessageId, content }),
  async run({ call }, { message_id, content }) {
    await call(editMessageEndpoint, { message_id, content });
    return { id: message_id };
  },
});

export const addReaction = defineTool({
  name: 'add_reaction',
  title: 'React to a message',
  description: 'Adds an emoji reaction of the account to a message, for example to acknowledge it.',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: z.strictObject({
    message_id: MessageId,
    emoji: z.string().min(1).max(100).describe('Name of an emoji without colons, such as thumbs_up or check'),
  }),
  async run({ call }, { message_id, emoji }) {
    const emoji_name = emoji.replace(/^:(.+):$/, '$1');
    await call(addReactionEndpoint, { message_id, emoji_name });
    return { id: message_id, emoji: emoji_name };
  },
});

export const markAsRead = defineTool({
  name: 'mark_as_read',
  title: 'Mark messages as read',
  description: 'Marks messages as read for the account, so that reading only unread ones does not return them again.',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: z.strictObject({ message_ids: z.array(MessageId).min(1).max(MARKED_MAX) }),
  async run({ call }, { message_ids }) {
    const { messages } = await call(updateMessageFlags, { messages: message_ids, op: 'add', flag: 'read' });
    return { message_ids: messages };
  },
});
