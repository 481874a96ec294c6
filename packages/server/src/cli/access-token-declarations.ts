// `stoa access-token list` and `revoke`: what they take and explain.

import type { Values } from '../config/setting.ts';
import { toggle } from '../config/setting.ts';
import { command } from './command.ts';
import { organizationSettings } from './organization-settings.ts';

const listSettings = { ...organizationSettings, json: toggle({ summary: 'print a JSON object per line' }) };
export type AccessTokenListValues = Values<typeof listSettings>;

export const accessTokenList = command({
  settings: listSettings,
  notes: [
    'Prints a line per token of a person or bot, fields separated by tabs: id, address of the account, name, scopes, when it was created,',
    'when it was last used, to within minutes, or "never", and when it expires. People make tokens in their settings.',
  ].join('\n'),
  load: async () => (await import('./access-tokens.ts')).accessTokenList,
});

export const accessTokenRevoke = command({
  settings: organizationSettings,
  words: ['ID'],
  notes:
    'ID is that of "stoa access-token list". A running server refuses the token at once, and ends its event queues.',
  load: async () => (await import('./access-tokens.ts')).accessTokenRevoke,
});
