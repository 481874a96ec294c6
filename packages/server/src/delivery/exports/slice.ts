// Data exports of an organization.

import { exportsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { presentExports } from './exports.present.ts';
import { findArchiveFiles } from './exports.queries.ts';
import { openExports } from './open-exports.ts';

export const exportsSlice = defineSlice({
  contract: exportsContract,
  presenters: { realm_export: presentExports },
  stored_files: findArchiveFiles,
  tables: {
    realm_exports: {
      accounts: ['acting_user_id'],
      on_export: { none: 'it is about the archives themselves' },
      on_own_export: { owner: 'acting_user_id', by: 'id', without: ['file_key'] },
      on_erasure: { none: 'it says who took the data of others' },
    },
  },
  open({ store, clock, files, keys, personal_fields }: Services) {
    const exports = openExports({ store, clock, files, secret: keys.derive('files'), fields: personal_fields });
    return { routes: exports.routes, raw: exports.raw, jobs: [exports.job_handler], giveUp: exports.stop };
  },
});
