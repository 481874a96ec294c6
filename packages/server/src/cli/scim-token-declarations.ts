// `stoa scim-token create`, `list` and `revoke`: what they take and explain.

import type { Values } from '../config/setting.ts';
import { toggle } from '../config/setting.ts';
import { command } from './command.ts';
import { organizationSettings } from './organization-settings.ts';

export const scimTokenCreate = command({
  settings: organizationSettings,
  words: ['NAME'],
  notes: [
    'NAME says which identity provider the token is for, such as "Okta". Prints the token, which is shown only here. Who has it can',
    'create accounts, change their addresses and roles, and deactivate them: keep it as you keep the password of an owner.',
  ].join('\n'),
  load: async () => (await import('./scim-tokens.ts')).scimTokenCreate,
});

const listSettings = { ...organizationSettings, json: toggle({ summary: 'print a JSON object per line' }) };
export type ScimTokenListValues = Values<typeof listSettings>;

export const scimTokenList = command({
  settings: listSettings,
  notes: [
    'Prints a line per token, fields separated by tabs: id, name, when it was created, and when it was last used, to the hour, or',
    '"never".',
  ].join('\n'),
  load: async () => (await import('./scim-tokens.ts')).scimTokenList,
});

export const scimTokenRevoke = command({
  settings: organizationSettings,
  words: ['ID'],
  notes: 'ID is that of "stoa scim-token list". A running server refuses the token at once. Accounts stay as they are.',
  load: async () => (await import('./scim-tokens.ts')).scimTokenRevoke,
});
