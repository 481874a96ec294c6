// Folders that group channels. Spec 2.3, 4.4, 4.8.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { Timestamp, UserId } from '../kit/values.ts';

/** Lengths in Unicode code points. */
export const MAX_CHANNEL_FOLDER_NAME_LENGTH = 60;
export const MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH = 1024;

export const ChannelFolder = z.object({
  id: z.int(),
  name: z.string(),
  /** Markdown. */
  description: z.string(),
  rendered_description: z.string(),
  /** Folders are shown in ascending order. */
  order: z.int(),
  date_created: Timestamp.nullable(),
  creator_id: UserId.nullable(),
  is_archived: z.boolean(),
});
export type ChannelFolder = z.output<typeof ChannelFolder>;

export const channelFolderAdd = event({
  type: 'channel_folder',
  op: 'add',
  fields: () => z.object({ channel_folder: ChannelFolder }),
  summary: 'A channel folder was created.',
});
export const channelFolderUpdate = event({
  type: 'channel_folder',
  op: 'update',
  fields: () =>
    z.object({
      channel_folder_id: z.int(),
      /** Only what changed. */
      data: ChannelFolder.pick({
        name: true,
        description: true,
        rendered_description: true,
        is_archived: true,
      }).partial(),
    }),
  summary: 'A channel folder was renamed, its description changed, or it was archived or unarchived.',
});
export const channelFolderReorder = event({
  type: 'channel_folder',
  op: 'reorder',
  fields: () => z.object({ order: z.array(z.int()) }),
  summary: 'The channel folders were reordered: ids of all of them, including archived ones.',
});

export const getChannelFolders = endpoint({
  id: 'get-channel-folders',
  method: 'GET',
  path: '/channel_folders',
  access: 'user',
  scope: 'read',
  params: () => z.object({ include_archived: z.boolean().default(false) }),
  result: () => z.object({ channel_folders: z.array(ChannelFolder) }),
  summary: 'List the channel folders, in order',
  since: 389,
});

export const createChannelFolder = endpoint({
  id: 'create-channel-folder',
  method: 'POST',
  path: '/channel_folders/create',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ name: z.string(), description: z.string() }),
  result: () => z.object({ channel_folder_id: z.int() }),
  emits: [channelFolderAdd],
  summary: 'Create a channel folder at the end',
  since: 389,
});

export const updateChannelFolder = endpoint({
  id: 'update-channel-folder',
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  access: 'administrator',
  scope: 'administer',
  params: () =>
    z.object({
      channel_folder_id: z.int(),
      name: z.string().optional(),
      description: z.string().optional(),
      /** True archives the folder, false unarchives it. */
      is_archived: z.boolean().optional(),
    }),
  emits: [channelFolderUpdate],
  summary: 'Change the name or description of a channel folder, or archive or unarchive it',
  since: 389,
});

export const reorderChannelFolders = endpoint({
  id: 'patch-channel-folders',
  method: 'PATCH',
  path: '/channel_folders',
  access: 'administrator',
  scope: 'administer',
  /** The ids of all folders, including archived ones. */
  params: () => z.object({ order: z.array(z.int()) }),
  emits: [channelFolderReorder],
  summary: 'Reorder the channel folders',
  since: 414,
});

/** All folders, including archived ones, in order. */
export const foldersState = state({
  fetch: ['channel_folders'],
  fields: () => z.object({ channel_folders: z.array(ChannelFolder) }),
});

const inOrder = (a: ChannelFolder, b: ChannelFolder) => a.order - b.order || a.id - b.id;

export const reduceFolders: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'channel_folder' || !state.channel_folders) return state;
  const folders = state.channel_folders as ChannelFolder[];
  const set = (channel_folders: ChannelFolder[]): ClientState => ({
    ...state,
    channel_folders: channel_folders.sort(inOrder),
  });
  if (event.op === 'add') return set([...folders, event.channel_folder as ChannelFolder]);
  if (event.op === 'reorder') {
    const order = event.order as number[];
    return set(folders.map((folder) => ({ ...folder, order: order.indexOf(folder.id) })));
  }
  const data = event.data as Partial<ChannelFolder>;
  return set(folders.map((folder) => (folder.id === event.channel_folder_id ? { ...folder, ...data } : folder)));
};

export const foldersContract = slice({
  name: 'folders',
  endpoints: { getChannelFolders, createChannelFolder, updateChannelFolder, reorderChannelFolders },
  events: [channelFolderAdd, channelFolderUpdate, channelFolderReorder],
  state: { folders: foldersState },
  reduce: [reduceFolders],
});
