// Imports of other chats' archives, started by owners in the browser. The command line imports without it.
import { join } from 'node:path';
import { importsContract } from '@stoa/contract';
import type { RawRoute } from '../../kit/http/raw-route.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import type { ArchiveUpload } from './browser-imports/archive-upload.ts';
import { ImportRunner } from './browser-imports/import-runner.ts';
import { runsRoutes } from './browser-imports/runs.routes.ts';
import { ARCHIVES, UPLOAD_PATH } from './browser-imports/runs.rules.ts';

/** How often the runner looks for work. */
const LOOKING_MS = 2000;
const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export const importsSlice = defineSlice({
  contract: importsContract,
  tables: {
    archive_imports: {
      accounts: ['acting_user_id'],
      on_export: { none: 'it is about the archive of another chat' },
      on_own_export: { owner: 'acting_user_id', by: 'realm_id', without: ['upload_id', 'plan'] },
      on_erasure: { none: 'it says who brought the data of others' },
    },
  },
  open({ store, writer, clock, storage, report }: Services) {
    const runner = new ImportRunner({ store, writer, clock, location: storage, report });
    const directory = join(storage.data, ARCHIVES);
    // The protocol library is loaded on first use.
    let opened: Promise<ArchiveUpload> | null = null;
    const upload = () => {
      opened ??= import('./browser-imports/archive-upload.ts').then(
        (module) => new module.ArchiveUpload({ writer, directory, report }),
      );
      return opened;
    };
    const raw: RawRoute[] = [UPLOAD_PATH, `${UPLOAD_PATH}/*`].map((path) => ({
      methods: METHODS,
      path,
      access: 'owner',
      scope: 'key',
      handle: async (context) => (await upload()).handle(context),
    }));
    return {
      routes: runsRoutes,
      raw,
      periodic: [{ name: 'imports', every_ms: LOOKING_MS, run: () => runner.run(), stop: () => runner.stop() }],
    };
  },
});
