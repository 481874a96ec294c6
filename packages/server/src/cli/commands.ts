// All commands, in the order of the help. `stoa --help` loads nothing but this.
import type { Command } from './command.ts';

export interface CommandEntry {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

type Declarations = typeof import('./declarations.ts');

const entry = (name: string, summary: string, declaration: keyof Declarations): CommandEntry => ({
  name,
  summary,
  load: async () => (await import('./declarations.ts'))[declaration],
});

export const commands: readonly CommandEntry[] = [
  entry('init', 'Create an organization and its owner', 'init'),
  entry('serve', 'Run the server', 'serve'),
  entry('user create', 'Create an account, or many', 'userCreate'),
  entry('user list', 'List the accounts of an organization', 'userList'),
  entry('user deactivate', 'Deactivate an account and its bots, effective at once', 'userDeactivate'),
  entry('user reactivate', 'Reactivate an account; its API key works again', 'userReactivate'),
  entry('user set-role', 'Change the role of an account', 'userSetRole'),
  entry('user grant', 'Grant a permission that only the operator can grant', 'userGrant'),
  entry('user revoke', 'Revoke such a permission', 'userRevoke'),
  entry('user reset-key', 'Give an account a new API key; the old one stops working', 'userResetKey'),
  entry('user reset-password', 'Make a link that lets a person choose a new password', 'userResetPassword'),
  entry('user disable-two-factor', 'Switch two-factor sign-in off for a lost device', 'userDisableTwoFactor'),
  entry('user disconnect', 'Forget who the owner of an account is at identity providers', 'userDisconnect'),
  entry('user export', 'Write the data of one person to a file', 'userExport'),
  entry('user erase', 'Erase an account for good', 'userErase'),
  entry('access-token list', 'List the access tokens of people and bots', 'accessTokenList'),
  entry('access-token revoke', 'Revoke an access token, effective at once', 'accessTokenRevoke'),
  entry('scim-token create', 'Create a token for an identity provider that manages accounts', 'scimTokenCreate'),
  entry('scim-token list', 'List such tokens', 'scimTokenList'),
  entry('scim-token revoke', 'Revoke such a token, effective at once', 'scimTokenRevoke'),
  entry('directory sync', 'Deactivate people who are gone in the directory, and update names', 'directorySync'),
  entry('organization reactivate', 'Reactivate an organization', 'organizationReactivate'),
  entry('organization delete', 'Deactivate an organization, and delete it after some days', 'organizationDelete'),
  entry('organization undelete', 'Restore an organization before it is deleted', 'organizationUndelete'),
  entry('organization full-access', 'Let owners export all private messages, or stop it', 'organizationFullAccess'),
  entry('organization undo-import', 'Undo the last import into an organization', 'organizationUndoImport'),
  entry('import', 'Import the archive of another chat, as a new organization or into one', 'importCommand'),
  entry('export', 'Export an organization, for another server of Stoa or of Zulip', 'exportCommand'),
  entry('audit', 'Print the audit log of an organization, or follow it', 'audit'),
  entry('status', 'Show the activity of the running server, live', 'status'),
  entry('doctor', 'Check the settings and everything around the server', 'doctor'),
  entry('jobs list', 'List background jobs that are not done yet', 'jobsList'),
  entry('jobs retry', 'Retry jobs that were given up', 'jobsRetry'),
  entry('jobs drop', 'Delete jobs; their work is not done', 'jobsDrop'),
  entry('queues', 'Count event queues by account', 'queues'),
  entry('migrate', 'Upgrade the data to this version, or show what that would do', 'migrate'),
  entry('backup', 'Back up the data, also while the server runs', 'backup'),
  entry('restore', 'Restore a backup into a new data directory', 'restore'),
  entry('mark-restored', 'Prepare data that was restored by other means', 'markRestored'),
  entry('check', 'Check the integrity of the data, or of a backup', 'check'),
];
