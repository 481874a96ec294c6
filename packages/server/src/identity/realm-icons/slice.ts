// The icon and the logos of the organization.

import { realmIconsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { findPictureFiles } from './realm-icons.queries.ts';
import { realmIconRedirects, realmIconsRoutes } from './realm-icons.routes.ts';

export const realmIconsSlice = defineSlice({
  contract: realmIconsContract,
  stored_files: findPictureFiles,
  raw: realmIconRedirects,
  open: ({ files }: Services) => ({ routes: realmIconsRoutes(files) }),
});
