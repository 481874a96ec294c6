// Options and help of each command. Its code is loaded only when it runs, so that help and usage errors load nothing of the
// server.
import { parseRetention } from '../backup/retention.rules.ts';
import { backupSettings, fileSettings, SECTIONS, serverSettings, storeSettings } from '../config/config.ts';
import { number, text, toggle, type Values } from '../config/setting.ts';
import { plainHttpUrl } from '../config/urls.ts';
import { command } from './command.ts';
import { organizationSettings, USER_NOTES } from './organization-settings.ts';

export { audit } from './audit-declaration.ts';
export { directorySync } from './directory-declaration.ts';
export { migrate } from './migrate-declaration.ts';

export type StoreValues = Values<typeof storeSettings>;

const initSettings = {
  ...storeSettings,
  org: text({ value: 'NAME', summary: 'name of the organization', required: true }),
  email: text({ value: 'EMAIL', summary: 'email address of the owner', required: true }),
  name: text({ value: 'NAME', summary: 'full name of the owner', required: true }),
  url: text({ value: 'URL', summary: 'where people will reach the organization', fallback: 'http://127.0.0.1:8100' }),
  password_file: text({ value: 'FILE', summary: "file with the owner's password; - for standard input" }),
  zuliprc: text({ value: 'FILE', summary: "file to write the owner's API key to; it must not exist yet" }),
};
export type InitValues = Values<typeof initSettings>;

export const init = command({
  settings: initSettings,
  notes:
    'Without --password-file the owner has no password and signs in by API key. Without --zuliprc the key is printed.',
  load: async () => (await import('./init.ts')).init,
});

export const serve = command({
  settings: serverSettings,
  sections: SECTIONS,
  notes: [
    'SIGTERM and SIGINT answer waiting requests, finish pending writes and exit; a second signal exits at once.',
    'SIGHUP reopens the log file, and with --workers replaces the workers one by one, with the settings as they are then.',
  ].join('\n'),
  load: async () => (await import('./serve.ts')).serve,
});

const storedSettings = { ...storeSettings, ...fileSettings, ...backupSettings };
const id = text({ value: 'TIME', summary: 'which backup, such as 2026-11-22T19-30-00Z', shown_default: 'the newest' });

const backupCommandSettings = {
  ...storedSettings,
  keep: text(
    {
      value: 'PERIODS',
      summary:
        'then remove older backups, except the newest of each of the last days, weeks and months given: 7d,4w,12m',
      shown_default: 'all',
    },
    parseRetention,
  ),
  without_files: toggle({ summary: 'leave out uploaded files, avatars and emoji' }),
  without_secret: toggle({ summary: 'leave out the secret; every API key needs it' }),
};
export type BackupValues = Values<typeof backupCommandSettings>;

export const backup = command({
  settings: backupCommandSettings,
  words: ['TARGET'],
  notes: [
    'TARGET is a directory or s3://BUCKET/PREFIX. It holds any number of backups; files that an earlier one has are not',
    'copied again. A backup that was interrupted is never used, and the next one removes it.',
  ].join('\n'),
  load: async () => (await import('./backup.ts')).backup,
});

const restoreSettings = { ...storedSettings, id };
export type RestoreValues = Values<typeof restoreSettings>;

export const restore = command({
  settings: restoreSettings,
  words: ['TARGET'],
  notes: [
    'TARGET is what "stoa backup" wrote to. --data must be empty or new. Every checksum is verified before anything is in',
    'its place. With --s3-endpoint, files are put into the bucket.',
  ].join('\n'),
  load: async () => (await import('./restore.ts')).restore,
});

export const markRestored = command({
  settings: storeSettings,
  notes: [
    'For data that was restored with pg_restore, pgBackRest, Litestream or by copying files, once and before a server uses',
    'it: what "stoa restore" does at its end.',
  ].join('\n'),
  load: async () => (await import('./restore.ts')).markRestoredData,
});

const checkSettings = {
  ...storedSettings,
  backup: text({ value: 'TARGET', summary: 'check a backup instead: a directory or s3://BUCKET/PREFIX' }),
  id,
  quick: toggle({ summary: 'of a backup, verify the checksums only' }),
};
export type CheckValues = Values<typeof checkSettings>;

export const check = command({
  settings: checkSettings,
  notes: 'Changes nothing and may run while the server runs. Exits with 1 if there are violations.',
  load: async () => (await import('./check.ts')).check,
});

const userCreateSettings = {
  ...organizationSettings,
  email: text({ value: 'EMAIL', summary: 'email address' }),
  name: text({ value: 'NAME', summary: 'full name' }),
  role: text({ value: 'ROLE', summary: 'owner, administrator, moderator, member or guest', fallback: 'member' }),
  password_file: text({ value: 'FILE', summary: 'file with the password; - for standard input' }),
  zuliprc: text({ value: 'FILE', summary: 'file to write the API key to instead; it must not exist yet' }),
  stdin: toggle({ summary: 'read accounts from standard input, one per line' }),
};
export type UserCreateValues = Values<typeof userCreateSettings>;

export const userCreate = command({
  settings: userCreateSettings,
  notes: [
    'Prints a line per account: id, email address and API key, separated by tabs.',
    'With --stdin a line is "email,full name", "email,full name,role" or a JSON object {"email", "full_name", "role"}.',
    "Such accounts have no password. If a line can't be parsed, no account is created;",
    'an address in use is reported and the other accounts are created. A run that was killed can be repeated:',
    'accounts that it created, and that nobody has used, are printed again.',
  ].join('\n'),
  load: async () => (await import('./user-create.ts')).userCreate,
});

const userListSettings = {
  ...organizationSettings,
  without_two_factor: toggle({ summary: 'only active people who have a password and no two-factor sign-in' }),
};
export type UserListValues = Values<typeof userListSettings>;

export const userList = command({
  settings: userListSettings,
  notes:
    'Prints a line per account, fields separated by tabs: id, email address, role, "active" or "deactivated", "person" or "bot", name.',
  load: async () => (await import('./user-list.ts')).userList,
});

export const userDeactivate = command({
  settings: organizationSettings,
  words: ['USER'],
  notes: USER_NOTES,
  load: async () => (await import('./user-edit.ts')).userDeactivate,
});

export const userReactivate = command({
  settings: organizationSettings,
  words: ['USER'],
  notes: USER_NOTES,
  load: async () => (await import('./user-edit.ts')).userReactivate,
});

export const userSetRole = command({
  settings: organizationSettings,
  words: ['USER', 'ROLE'],
  notes: `${USER_NOTES}\nROLE is owner, administrator, moderator, member or guest.`,
  load: async () => (await import('./user-edit.ts')).userSetRole,
});

const permission = {
  settings: organizationSettings,
  words: ['USER', 'PERMISSION'],
  notes: `${USER_NOTES}
PERMISSION is can_create_users, which every account has until it is revoked and which counts for administrators,
or can_change_user_emails, which no account has until it is granted and which counts for owners.`,
};

export const userGrant = command({
  ...permission,
  load: async () => (await import('./user-permissions.ts')).userGrant,
});

export const userRevoke = command({
  ...permission,
  load: async () => (await import('./user-permissions.ts')).userRevoke,
});

export const organizationReactivate = command({
  settings: organizationSettings,
  notes: 'Keys and passwords stay the same.',
  load: async () => (await import('./organization.ts')).organizationReactivate,
});

export const organizationFullAccess = command({
  settings: organizationSettings,
  words: ['ON|OFF'],
  notes: 'With "on", owners can read all private messages in an export. Tell your users.',
  load: async () => (await import('./organization.ts')).organizationFullAccess,
});

const organizationDeleteSettings = {
  ...storeSettings,
  days: number(1, 3650, { summary: 'days until its data is deleted', fallback: '14' }),
  now: toggle({ summary: 'delete its data now; asks for its host name, also on standard input' }),
};
export type OrganizationDeleteValues = Values<typeof organizationDeleteSettings>;

export const organizationDelete = command({
  settings: organizationDeleteSettings,
  words: ['HOST'],
  notes: [
    'HOST is the host name, address or name of the organization. It is deactivated at once. A running server deletes its',
    'messages, accounts and files when the days are over; backups keep them.',
  ].join('\n'),
  load: async () => (await import('./organization-delete.ts')).organizationDelete,
});

export const organizationUndelete = command({
  settings: storeSettings,
  words: ['HOST'],
  notes: 'HOST is the host name, address or name of the organization. Keys and passwords stay the same.',
  load: async () => (await import('./organization-delete.ts')).organizationUndelete,
});

export const organizationUndoImport = command({
  settings: storeSettings,
  words: ['HOST'],
  notes:
    'HOST is the host name, address or name of the organization. Removes what its last import made, until people have written there.',
  load: async () => (await import('./undo-import.ts')).organizationUndoImport,
});

const { config, host, port, tls, tls_certificate, metrics_token, metrics_listen } = serverSettings;
const statusSettings = {
  config,
  host,
  port,
  tls,
  tls_certificate,
  metrics_token,
  metrics_listen,
  url: text({ value: 'URL', summary: 'the server, if it is not the one of --host and --port' }, plainHttpUrl),
  once: toggle({ summary: 'print once and end' }),
  json: toggle({ summary: 'print figures as JSON, one object per line' }),
};
export type StatusValues = Values<typeof statusSettings>;

export const status = command({
  settings: statusSettings,
  notes:
    'Reads GET /metrics of the server: at the address of --host and --port, of --metrics-listen, or of --url. Ctrl-C ends it.',
  load: async () => (await import('./status.ts')).status,
});

const doctorSettings = { ...serverSettings, json: toggle({ summary: 'print a JSON object per line' }) };
export type DoctorValues = Values<typeof doctorSettings>;

export const doctor = command({
  settings: doctorSettings,
  sections: SECTIONS,
  notes: [
    'Takes the settings of "stoa serve", changes nothing, and may run while the server runs. Prints a line per check: "ok", "warn" or',
    '"fail", what was found, and what to do. Exits with 1 if a check fails. No check takes longer than 10 seconds.',
  ].join('\n'),
  load: async () => (await import('./doctor.ts')).doctor,
});

const jobsListSettings = {
  ...storeSettings,
  failed: toggle({ summary: 'only jobs that were given up' }),
  limit: number(1, 100_000, { summary: 'jobs to print', fallback: '100' }),
  json: toggle({ summary: 'print a JSON object per line' }),
};
export type JobsListValues = Values<typeof jobsListSettings>;

export const jobsList = command({
  settings: jobsListSettings,
  notes: [
    'Prints a line per job, fields separated by tabs: id, kind, "failed", "running", "due" or "waiting", the time when it is due or',
    'was given up, attempts, organization, and why it failed. Jobs that were given up come first; they stay for two weeks.',
  ].join('\n'),
  load: async () => (await import('./jobs.ts')).jobsList,
});

export const jobsRetry = command({
  settings: storeSettings,
  words: ['ID|failed'],
  notes: 'Makes the job, or all that were given up, due now. A server on the same data begins within a second.',
  load: async () => (await import('./jobs.ts')).jobsRetry,
});

export const jobsDrop = command({
  settings: storeSettings,
  words: ['ID|failed'],
  notes: 'Deletes the job, or all that were given up. What it promised, such as a mail, is not done.',
  load: async () => (await import('./jobs.ts')).jobsDrop,
});

const queuesSettings = {
  ...organizationSettings,
  limit: number(1, 100_000, { summary: 'accounts to print', fallback: '20' }),
  json: toggle({ summary: 'print one JSON object' }),
};
export type QueuesValues = Values<typeof queuesSettings>;

export const queues = command({
  settings: queuesSettings,
  notes: [
    'Prints how many event queues there are, then a line per account, those with most queues first, fields separated by tabs:',
    'id of the account, queues, time of last use, and log entries that the slowest queue has not acknowledged.',
  ].join('\n'),
  load: async () => (await import('./queues.ts')).queues,
});

const importSettings = {
  ...storeSettings,
  ...fileSettings,
  url: text({
    value: 'URL',
    summary: 'where people will reach the new organization',
    shown_default: 'http://127.0.0.1:8100; of a stoa archive, where it was',
  }),
  into: text({
    value: 'HOST',
    summary: 'organization that is here, by host name, address or name, instead of a new one',
  }),
  owner: text({ value: 'EMAIL', summary: 'address of the owner, for archives without addresses' }),
  org: text({ value: 'HOST', summary: 'of a stoa archive of all organizations: the one that had this host name' }),
  dry_run: toggle({ summary: 'read everything, print what would come, write nothing' }),
  report: text({ value: 'FILE', summary: 'file to write the plan to, as JSON' }),
  id_map: text({ value: 'FILE', summary: 'file to write old and new ids to: {"kind", "from", "to"}, one per line' }),
};
export type ImportValues = Values<typeof importSettings>;

export const importCommand = command({
  settings: importSettings,
  words: ['FORMAT', 'FILE'],
  notes: [
    'FORMAT is zulip, slack, mattermost, rocketchat or discord; FILE is a .tar.gz, .tar or .zip, or a directory. Makes a new',
    'organization, which nobody can enter until the import is complete. The whole archive is read once before anything is written. A run that was',
    'killed continues when the same command is run again. The person with the address of --owner becomes an owner; if nobody in',
    'the archive has it, it is given to whoever has the highest role among those without one. Nobody is notified.',
    'Passwords come from Rocket.Chat only; "stoa user reset-password" makes a link to choose one. "stoa organization delete" undoes an import.',
    'With --into, people are matched by address and channels by name; the plan says how. What the import makes can be read once',
    'the import is complete, and "stoa organization undo-import" undoes it until somebody has written there.',
    'FORMAT stoa reads what "stoa export --format stoa" wrote, on either engine. On a server without organizations all ids stay, and with',
    'the same secret the API keys; beside others all ids are new. Every checksum is verified before anything is written.',
  ].join('\n'),
  load: async () => (await import('./import.ts')).importCommand,
});

const exportSettings = {
  ...organizationSettings,
  ...fileSettings,
  format: text({ value: 'FORMAT', summary: 'stoa or zulip', required: true }),
  all: toggle({ summary: 'stoa: all organizations of the server in one file' }),
  type: text({
    value: 'TYPE',
    summary: 'what a zulip archive has: public, full_with_consent or full_without_consent',
    fallback: 'public',
  }),
  migration_status: text({
    value: 'FILE',
    summary: 'migration_status.json of the Zulip server that will read the archive',
  }),
};
export type ExportValues = Values<typeof exportSettings>;

export const exportCommand = command({
  settings: exportSettings,
  words: ['FILE'],
  notes: [
    'Writes FILE, which must not exist yet; changes nothing, and may run while the server runs.',
    'stoa: everything of the organization, with a checksum of every file, for "stoa import stoa". Keep it as safe as a backup.',
    'With --all the same of all organizations, in one state of the data; one of them can be imported by itself.',
    'zulip: a .tar.gz in the layout of the Zulip server. As in an export by an administrator, "public" has what every member can',
    'read, "full_with_consent" also what people who agreed can read, and "full_without_consent" everything, if',
    '"stoa organization full-access" allows it.',
  ].join('\n'),
  load: async () => (await import('./export.ts')).exportCommand,
});

export { accessTokenList, accessTokenRevoke } from './access-token-declarations.ts';
export { scimTokenCreate, scimTokenList, scimTokenRevoke } from './scim-token-declarations.ts';
export { userErase, userExport } from './user-data-declarations.ts';
export { userDisableTwoFactor, userDisconnect, userResetKey, userResetPassword } from './user-sign-in-declarations.ts';
