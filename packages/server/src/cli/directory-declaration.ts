// `stoa directory sync`: what it takes and explains.
import { toggle, type Values } from '../config/setting.ts';
import { ldapSettings } from '../config/signing-in-settings.ts';
import { command } from './command.ts';
import { organizationSettings } from './organization-settings.ts';

const directorySyncSettings = {
  ...organizationSettings,
  ...ldapSettings,
  dry_run: toggle({ summary: 'only print what would be done' }),
  force: toggle({ summary: 'deactivate also more than a fifth of the people at once' }),
};
export type DirectorySyncValues = Values<typeof directorySyncSettings>;

export const directorySync = command({
  settings: directorySyncSettings,
  notes: [
    'A server with a directory does the same every hour. Prints a line per change, fields separated by tabs: "deactivate",',
    '"rename" or "keep", id, email address, and the new name. Concerns people who have signed in with the directory: those whose',
    'entries are gone, disabled, or no longer match --ldap-user-filter. The only owner is kept.',
  ].join('\n'),
  load: async () => (await import('./directory-sync.ts')).directorySync,
});
