// All tools, in the order of the list. None administrates or deletes.
import { z } from 'zod';
import { listChannels, listPeople, listTopics, whoami } from './directory.tools.ts';
import { readMessages, searchMessages } from './reading.tools.ts';
import { addReaction, editMessage, markAsRead, sendMessage } from './writing.tools.ts';

const tools = [
  whoami,
  listChannels,
  listTopics,
  listPeople,
  readMessages,
  searchMessages,
  sendMessage,
  editMessage,
  addReaction,
  markAsRead,
];

const by_name = new Map(tools.map((tool) => [tool.name, tool]));

export const findTool = (name: string) => by_name.get(name);

/** As `tools/list` returns them. */
export const tool_list = tools.map(({ name, title, description, hints, input }) => {
  // As JSON: the object has functions besides.
  const { $schema: _, ...schema } = JSON.parse(JSON.stringify(z.toJSONSchema(input, { io: 'input' })));
  const annotations = { ...hints, openWorldHint: false };
  return { name, title, description, inputSchema: { ...schema, type: 'object' as const }, annotations };
});
