// Signing in with a directory (LDAP) that the operator configured, and following it.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import type { DirectorySettings } from './directory-settings.ts';
import { openDirectory } from './directory-sign-in.ts';
import { SYNC_MS, scheduleSyncs, syncHandler } from './sync.jobs.ts';

export interface DirectoryConfig {
  /** Null without a directory. */
  readonly ldap: DirectorySettings | null;
}

export const directorySlice = defineSlice({
  name: 'directory',
  open: (services: Services & DirectoryConfig) => {
    const { ldap, logs } = services;
    const parts = {
      ...services,
      log: logs.of('server'),
      openDirectory: ldap && (() => openDirectory(ldap, logs)),
    };
    return {
      // Also without a directory: jobs that wait from before end.
      jobs: [syncHandler(parts)],
      periodic: ldap
        ? [{ name: 'directory', every_ms: SYNC_MS, at_start: true as const, run: () => scheduleSyncs(parts) }]
        : [],
    };
  },
});
