// All commands, in the order of the help. A command is loaded when it runs: `stoa --help` loads nothing of the server.
import type { Command } from './command.ts';

export interface CommandEntry {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

export const commands: readonly CommandEntry[] = [
  { name: 'init', summary: 'Create an organization and its owner', load: async () => (await import('./init.ts')).init },
  { name: 'serve', summary: 'Run the server', load: async () => (await import('./serve.ts')).serve },
  {
    name: 'user create',
    summary: 'Create an account, or many',
    load: async () => (await import('./user-create.ts')).userCreate,
  },
  {
    name: 'user list',
    summary: 'List the accounts of an organization',
    load: async () => (await import('./user-list.ts')).userList,
  },
  {
    name: 'user deactivate',
    summary: 'Deactivate an account and its bots, effective at once',
    load: async () => (await import('./user-edit.ts')).userDeactivate,
  },
  {
    name: 'user reactivate',
    summary: 'Reactivate an account, with a new API key',
    load: async () => (await import('./user-edit.ts')).userReactivate,
  },
  {
    name: 'user set-role',
    summary: 'Change the role of an account',
    load: async () => (await import('./user-edit.ts')).userSetRole,
  },
  {
    name: 'user grant',
    summary: 'Grant a permission that only the operator can grant',
    load: async () => (await import('./user-permissions.ts')).userGrant,
  },
  {
    name: 'user revoke',
    summary: 'Revoke such a permission',
    load: async () => (await import('./user-permissions.ts')).userRevoke,
  },
  {
    name: 'user reset-key',
    summary: 'Give an account a new API key; the old one stops working',
    load: async () => (await import('./user-edit.ts')).userResetKey,
  },
  {
    name: 'organization reactivate',
    summary: 'Reactivate an organization',
    load: async () => (await import('./organization.ts')).organizationReactivate,
  },
  {
    name: 'organization full-access',
    summary: 'Let owners export all private messages, or stop it',
    load: async () => (await import('./organization.ts')).organizationFullAccess,
  },
  {
    name: 'check',
    summary: 'Check the integrity of the data',
    load: async () => (await import('./check.ts')).check,
  },
];
