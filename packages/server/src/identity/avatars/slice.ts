// Pictures of people.

import { avatarsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { findAvatarFiles } from './avatars.queries.ts';
import { avatarRedirects, avatarsRoutes, generatedPictures } from './avatars.routes.ts';

export const avatarsSlice = defineSlice({
  contract: avatarsContract,
  stored_files: findAvatarFiles,
  raw: [...avatarRedirects, generatedPictures],
  open: ({ files }: Services) => ({ routes: avatarsRoutes(files) }),
});
