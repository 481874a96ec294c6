// A successful call for each endpoint of folders.
import type { foldersContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const foldersSamples: Samples<typeof foldersContract> = {
  getChannelFolders: () => ({ include_archived: true }),
  createChannelFolder: ({ unique }) => ({ name: `sample ${unique()}`, description: '' }),
  updateChannelFolder: async ({ cast, unique }) => {
    const { channel_folder_id } = await cast.ada.createChannelFolder({ name: `folder ${unique()}`, description: '' });
    return { channel_folder_id, description: 'described' };
  },
  reorderChannelFolders: async ({ cast }) => {
    const { channel_folders } = await cast.ada.getChannelFolders({ include_archived: true });
    return { order: channel_folders.map(({ id }) => id) };
  },
};
