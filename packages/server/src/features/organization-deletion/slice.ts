// Deletion of whole organizations, by the operator.

import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { OrganizationDeletion } from './organization-deletion.actions.ts';

const EVERY_MS = 60_000;

export const organizationDeletionSlice = defineSlice({
  name: 'organization-deletion',
  open({ store, writer, clock, files, findStoredFiles }: Services) {
    const deletion = new OrganizationDeletion({
      store,
      writer,
      clock,
      files: files.files,
      findStoredFiles: () => findStoredFiles(store.db),
    });
    const run = () => deletion.run(clock.now());
    return {
      periodic: [
        { name: 'organization deletion', every_ms: EVERY_MS, at_start: true, run, stop: () => deletion.stop() },
      ],
    };
  },
});
