// `stoa user reset-key`, `reset-password`, `disable-two-factor` and `disconnect`: what they take and explain.
import { text, type Values } from '../config/setting.ts';
import { command } from './command.ts';
import { organizationSettings, USER_NOTES } from './organization-settings.ts';

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

export const userResetPassword = command({
  settings: organizationSettings,
  words: ['USER'],
  notes: [
    'USER is an email address or the id of an account. Prints a link that works once, for 24 hours; earlier ones end. When it is',
    'used, every device and app of the account is signed out. The link is shown only here: send it to that person alone.',
  ].join('\n'),
  load: async () => (await import('./user-edit.ts')).userResetPassword,
});

export const userDisableTwoFactor = command({
  settings: organizationSettings,
  words: ['USER'],
  notes: `${USER_NOTES}\nThe password is enough to sign in again. Passkeys are removed; sessions and API keys stay.`,
  load: async () => (await import('./user-edit.ts')).userDisableTwoFactor,
});

export const userDisconnect = command({
  settings: organizationSettings,
  words: ['USER'],
  notes: `${USER_NOTES}\nWho signs in by single sign-on next with the address of the account is connected to it. Its sessions stay.`,
  load: async () => (await import('./user-edit.ts')).userDisconnect,
});
