// What each command takes and explains. What it does is loaded when it runs, so that help and usage errors load nothing of
// the server.
import { SECTIONS, serverSettings, storeSettings } from '../config/config.ts';
import { text, toggle, type Values } from '../config/setting.ts';
import { command } from './command.ts';

const organizationSettings = {
  ...storeSettings,
  org: text({ value: 'HOST', summary: 'host name of the organization, if there are several' }),
};

export type StoreValues = Values<typeof storeSettings>;
export type OrganizationValues = Values<typeof organizationSettings>;

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
    'SIGHUP opens the log file anew.',
  ].join('\n'),
  load: async () => (await import('./serve.ts')).serve,
});

export const check = command({
  settings: storeSettings,
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
    'an address in use is reported and the other accounts are created.',
  ].join('\n'),
  load: async () => (await import('./user-create.ts')).userCreate,
});

export const userList = command({
  settings: organizationSettings,
  notes:
    'Prints a line per account, fields separated by tabs: id, email address, role, "active" or "deactivated", "person" or "bot", name.',
  load: async () => (await import('./user-list.ts')).userList,
});

const USER_NOTES = 'USER is an email address or the id of an account. A running server applies the change at once.';

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

const resetKeySettings = {
  ...organizationSettings,
  zuliprc: text({ value: 'FILE', summary: 'file to write the key to instead; it must not exist yet' }),
};
export type ResetKeyValues = Values<typeof resetKeySettings>;

export const userResetKey = command({
  settings: resetKeySettings,
  words: ['USER'],
  notes: `${USER_NOTES}\nPrints id, email address and the new key, separated by tabs.`,
  load: async () => (await import('./user-edit.ts')).userResetKey,
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
