// Uploaded files and their thumbnails.

import { uploadsContract } from '@stoa/contract';
import { findUploadFiles } from '../../conversation/attachments/attachments.queries.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { FileCollector } from './file-collector.actions.ts';
import { servingRoutes } from './serving.routes.ts';
import { TemporaryUrls } from './temporary-urls.ts';
import { thumbnailsHandler } from './thumbnails.actions.ts';
import { openTus } from './tus.routes.ts';
import { uploadsRoutes } from './uploads.routes.ts';

/** How often unneeded files are removed. */
const COLLECTING_MS = 10 * 60_000;

export const uploadsSlice = defineSlice({
  contract: uploadsContract,
  stored_files: findUploadFiles,
  tables: {
    attachments: {
      accounts: ['owner_id'],
      on_export: { in: 'uploads.json' },
      on_own_export: { in: 'uploads.json' },
      on_erasure: { none: 'it is part of the messages that link to it' },
    },
    attachment_messages: { on_deletion: 'rows' },
    unfinished_uploads: {
      accounts: ['user_id'],
      on_export: { none: 'it is not there as a whole' },
      on_own_export: { none: 'it is not there as a whole' },
      on_erasure: 'rows',
    },
  },
  open(services: Services) {
    const { store, writer, clock, keys, files } = services;
    const urls = new TemporaryUrls(keys.derive('files'));
    const tus = openTus({ ...services, ...files, db: store.db });
    const collector = new FileCollector(store, writer, files.files);
    const collect = async () => {
      await collector.run(clock.now());
      await tus.expire();
    };
    return {
      routes: uploadsRoutes(files, urls),
      raw: [...servingRoutes(files.files, urls), ...tus.routes],
      jobs: [thumbnailsHandler({ ...files, db: store.db, clock })],
      periodic: [{ name: 'files', every_ms: COLLECTING_MS, run: collect, stop: () => collector.stop() }],
    };
  },
});
