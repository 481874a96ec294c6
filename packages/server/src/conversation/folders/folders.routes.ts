// Channel folders.
import { createChannelFolder, getChannelFolders, reorderChannelFolders, updateChannelFolder } from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import { createFolder, reorderFolders, updateFolder } from './folders.actions.ts';
import { findFolders } from './folders.queries.ts';

export const foldersRoutes: Route[] = [
  read(getChannelFolders, async ({ db, realm }, { include_archived }) => {
    const folders = await findFolders(db, realm.realm_id);
    return { channel_folders: folders.filter(({ is_archived }) => include_archived || !is_archived) };
  }),
  write(createChannelFolder, async (context, params) => ({
    channel_folder_id: await createFolder(context, context.realm, context.actor, params),
  })),
  write(updateChannelFolder, async (context, { channel_folder_id, ...changes }) => {
    await updateFolder(context, context.realm, channel_folder_id, changes);
    return {};
  }),
  write(reorderChannelFolders, async (context, { order }) => {
    await reorderFolders(context, context.realm, order);
    return {};
  }),
];
