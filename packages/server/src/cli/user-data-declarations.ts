// `stoa user export` and `stoa user erase`: what they take and explain.
import { fileSettings } from '../config/config.ts';
import { text, type Values } from '../config/setting.ts';
import { command } from './command.ts';
import { organizationSettings } from './organization-settings.ts';

const userExportSettings = { ...organizationSettings, ...fileSettings };
export type UserExportValues = Values<typeof userExportSettings>;

export const userExport = command({
  settings: userExportSettings,
  words: ['USER', 'FILE'],
  notes: [
    'USER is an email address or the id of an account. Writes what the person wrote and uploaded, and what is kept about them, to',
    'FILE, a .tar.gz that must not exist yet, without keys and passwords. May run while the server runs.',
  ].join('\n'),
  load: async () => (await import('./user-data.ts')).userExport,
});

const userEraseSettings = {
  ...organizationSettings,
  messages: text({ value: 'keep|remove', summary: 'what becomes of messages and the files in them', required: true }),
};
export type UserEraseValues = Values<typeof userEraseSettings>;

export const userErase = command({
  settings: userEraseSettings,
  words: ['USER'],
  notes: [
    'USER is an email address or the id of an account. Asks for the address, also on standard input. Nothing brings the account',
    'back: its name becomes "Deleted user", and profile, settings, drafts, reactions, devices and keys are deleted. Messages are',
    'kept under that name, or removed for everybody. A run that was killed continues when the same command is run again.',
  ].join('\n'),
  load: async () => (await import('./user-data.ts')).userErase,
});
