// Every slice of the server, in the order of the tiers. The composition of the server derives from this list.

import { channelsSlice } from './conversation/channels/slice.ts';
import { emojiSlice } from './conversation/emoji/slice.ts';
import { foldersSlice } from './conversation/folders/slice.ts';
import { linkifiersSlice } from './conversation/linkifiers/slice.ts';
import { messageEditsSlice } from './conversation/message-edits/slice.ts';
import { messagesSlice } from './conversation/messages/slice.ts';
import { mutedUsersSlice } from './conversation/muted-users/slice.ts';
import { reactionsSlice } from './conversation/reactions/slice.ts';
import { readStateSlice } from './conversation/read-state/slice.ts';
import { searchSlice } from './conversation/search/slice.ts';
import { subscriptionsSlice } from './conversation/subscriptions/slice.ts';
import { topicsSlice } from './conversation/topics/slice.ts';
import { typingSlice } from './conversation/typing/slice.ts';
import { userTopicsSlice } from './conversation/user-topics/slice.ts';
import { devicesSlice } from './delivery/devices/slice.ts';
import { digestsSlice } from './delivery/digests/slice.ts';
import { exportsSlice } from './delivery/exports/slice.ts';
import { importsSlice } from './delivery/imports/slice.ts';
import { mailSlice } from './delivery/mail/slice.ts';
import { missedMailSlice } from './delivery/missed-mail/slice.ts';
import { personalDataSlice } from './delivery/personal-data/slice.ts';
import { pushSlice } from './delivery/push/slice.ts';
import { webPushSlice } from './delivery/web-push/slice.ts';
import { webhooksSlice } from './delivery/webhooks/slice.ts';
import { eventsSlice } from './events/slice.ts';
import { alertWordsSlice } from './features/alert-words/slice.ts';
import { auditLogSlice } from './features/audit-log/slice.ts';
import { botStorageSlice } from './features/bot-storage/slice.ts';
import { botsSlice } from './features/bots/slice.ts';
import { callsSlice } from './features/calls/slice.ts';
import { directorySlice } from './features/directory/slice.ts';
import { draftsSlice } from './features/drafts/slice.ts';
import { externalMediaSlice } from './features/external-media/slice.ts';
import { incomingMailSlice } from './features/incoming-mail/slice.ts';
import { invitesSlice } from './features/invites/slice.ts';
import { linkPreviewsSlice } from './features/link-previews/slice.ts';
import { mcpSlice } from './features/mcp/slice.ts';
import { navigationViewsSlice } from './features/navigation-views/slice.ts';
import { onboardingSlice } from './features/onboarding/slice.ts';
import { organizationDeletionSlice } from './features/organization-deletion/slice.ts';
import { playgroundsSlice } from './features/playgrounds/slice.ts';
import { remindersSlice } from './features/reminders/slice.ts';
import { reportsSlice } from './features/reports/slice.ts';
import { retentionSlice } from './features/retention/slice.ts';
import { scheduledMessagesSlice } from './features/scheduled-messages/slice.ts';
import { scimSlice } from './features/scim/slice.ts';
import { setupSlice } from './features/setup/slice.ts';
import { signUpSlice } from './features/sign-up/slice.ts';
import { singleSignOnSlice } from './features/single-sign-on/slice.ts';
import { snippetsSlice } from './features/snippets/slice.ts';
import { uploadsSlice } from './features/uploads/slice.ts';
import { userStatusSlice } from './features/user-status/slice.ts';
import type { Presenters } from './feed/present.ts';
import { accessTokensSlice } from './identity/access-tokens/slice.ts';
import { accountChangesSlice } from './identity/account-changes/slice.ts';
import { authSlice } from './identity/auth/slice.ts';
import { avatarsSlice } from './identity/avatars/slice.ts';
import { groupsSlice } from './identity/groups/slice.ts';
import { passkeysSlice } from './identity/passkeys/slice.ts';
import { passwordResetSlice } from './identity/password-reset/slice.ts';
import { presenceSlice } from './identity/presence/slice.ts';
import { profileFieldsSlice } from './identity/profile-fields/slice.ts';
import { realmSlice } from './identity/realm/slice.ts';
import { realmIconsSlice } from './identity/realm-icons/slice.ts';
import { sessionsSlice } from './identity/sessions/slice.ts';
import { settingsSlice } from './identity/settings/slice.ts';
import { twoFactorSlice } from './identity/two-factor/slice.ts';
import { usersSlice } from './identity/users/slice.ts';
import type { Connection } from './kit/database/connection.ts';
import type { Composer } from './kit/mail/email-templates.ts';
import { coreSlice } from './slice/core.ts';
import type { EmailServices, ServerSlice } from './slice/define-slice.ts';
import type { StatePart } from './slice/state.ts';
import type { Invariant, OwnRows, PersonalField, TableDeclaration } from './slice/tables.ts';

export const slices = [
  coreSlice,
  realmSlice,
  usersSlice,
  accountChangesSlice,
  authSlice,
  passwordResetSlice,
  sessionsSlice,
  accessTokensSlice,
  twoFactorSlice,
  passkeysSlice,
  settingsSlice,
  groupsSlice,
  presenceSlice,
  profileFieldsSlice,
  avatarsSlice,
  realmIconsSlice,
  channelsSlice,
  foldersSlice,
  subscriptionsSlice,
  messagesSlice,
  messageEditsSlice,
  readStateSlice,
  reactionsSlice,
  topicsSlice,
  userTopicsSlice,
  typingSlice,
  emojiSlice,
  linkifiersSlice,
  searchSlice,
  mutedUsersSlice,
  userStatusSlice,
  botsSlice,
  botStorageSlice,
  invitesSlice,
  signUpSlice,
  singleSignOnSlice,
  scimSlice,
  directorySlice,
  setupSlice,
  uploadsSlice,
  externalMediaSlice,
  linkPreviewsSlice,
  draftsSlice,
  snippetsSlice,
  navigationViewsSlice,
  alertWordsSlice,
  playgroundsSlice,
  onboardingSlice,
  reportsSlice,
  auditLogSlice,
  retentionSlice,
  organizationDeletionSlice,
  scheduledMessagesSlice,
  remindersSlice,
  callsSlice,
  mcpSlice,
  incomingMailSlice,
  devicesSlice,
  pushSlice,
  webPushSlice,
  mailSlice,
  missedMailSlice,
  digestsSlice,
  webhooksSlice,
  exportsSlice,
  importsSlice,
  personalDataSlice,
  eventsSlice,
];

/** The forms of events, by type. */
export const presenters: Presenters = Object.assign({}, ...slices.map((slice) => slice.presenters));
/** The reads of register, by the names of the contract. */
export const stateParts: Readonly<Record<string, StatePart>> = Object.assign({}, ...slices.map(({ state }) => state));

export function emails(services: EmailServices): Composer[] {
  return slices.flatMap((slice) => slice.emails?.(services) ?? []);
}

export const invariants: readonly Invariant[] = slices.flatMap((slice) => slice.invariants ?? []);

export const tables: readonly (readonly [name: string, TableDeclaration])[] = slices.flatMap((slice) =>
  Object.entries(slice.tables ?? {}),
);
/** The keys of all files that rows need. */
export async function findStoredFiles(db: Connection): Promise<string[]> {
  const keys: string[] = [];
  for (const { stored_files } of slices as readonly ServerSlice<never>[])
    for (const key of (await stored_files?.(db)) ?? []) keys.push(key);
  return keys;
}

/** The tables whose rows end with the message of `message_id`. */
export const tables_of_messages = tables.flatMap(([name, { on_deletion }]) => (on_deletion === 'rows' ? [name] : []));
/** The private data in an export of each consenting account. */
export const personal_fields: readonly PersonalField[] = tables.flatMap(([, { on_export }]) =>
  on_export && 'field' in on_export ? [on_export] : [],
);

/** The tables whose rows the archive of one person's data has as they are. */
export const own_rows: readonly (readonly [table: string, rows: OwnRows])[] = tables.flatMap(
  ([name, { on_own_export }]) => (on_own_export && 'owner' in on_own_export ? [[name, on_own_export] as const] : []),
);
/** The tables whose rows end with the account that the first of their columns names. */
export const erased_tables: readonly (readonly [table: string, owner: string])[] = tables.flatMap(
  ([name, { accounts, ...declared }]) =>
    accounts && 'on_erasure' in declared && declared.on_erasure === 'rows' ? [[name, accounts[0]!] as const] : [],
);
