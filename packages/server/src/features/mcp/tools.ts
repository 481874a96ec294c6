// All tools, in the order of the list. None administrates or deletes.
import type { TokenScope } from '@stoa/contract';
import { z } from 'zod';
import { listChannels, listPeople, listTopics, whoami } from './directory.tools.ts';
import { readMessages, searchMessages } from './reading.tools.ts';
import { scopeOf } from './tool.ts';
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
const listed = tools.map(({ name, title, description, hints, input }) => {
  // As JSON: the object has functions besides.
  const { $schema: _, ...schema } = JSON.parse(JSON.stringify(z.toJSONSchema(input, { io: 'input' })));
  const annotations = { ...hints, openWorldHint: false };
  const shown = { name, title, description, inputSchema: { ...schema, type: 'object' as const }, annotations };
  return { shown, scope: scopeOf({ hints }) };
});

/** Those that a token with these scopes may use; all of them without a token. [TK14] */
export const listTools = (scopes: readonly TokenScope[] | undefined) =>
  listed.flatMap(({ shown, scope }) => ((scopes?.includes(scope) ?? true) ? [shown] : []));
