// `stoa audit`: what it takes and explains.
import { text, toggle, type Values } from '../config/setting.ts';
import { parseSince } from './audit-since.ts';
import { command } from './command.ts';
import { organizationSettings } from './organization-settings.ts';

const auditSettings = {
  ...organizationSettings,
  since: text(
    { value: 'TIME', summary: 'entries from then on: 2026-11-22, 2026-11-22T19:30:00Z, or as long ago as 30d or 12h' },
    parseSince,
  ),
  follow: toggle({ summary: 'then wait for entries and print them as they come' }),
};
export type AuditValues = Values<typeof auditSettings>;

export const audit = command({
  settings: auditSettings,
  notes: [
    'Prints the audit log of an organization, an entry per line as JSON, the oldest first: who changed what, and when. Accounts,',
    'channels and groups are named by their ids. Changes nothing and may run while the server runs.',
  ].join('\n'),
  load: async () => (await import('./audit.ts')).audit,
});
