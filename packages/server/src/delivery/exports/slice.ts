// Exports of an organization.

import { exportsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { openExports } from './open-exports.ts';

export const exportsSlice = defineSlice({
  contract: exportsContract,
  open({ store, clock, files, keys }: Services) {
    const exports = openExports({ store, clock, files, secret: keys.derive('files') });
    return { routes: exports.routes, raw: exports.raw, jobs: [exports.job_handler], giveUp: exports.stop };
  },
});
