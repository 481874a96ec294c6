// Every slice of the contract. Reducers run in this order: users before what refers to them, the organization last, because
// its fields about the client's own account depend on groups.
import { accessTokensContract } from './access-tokens/index.ts';
import { alertWordsContract } from './alert-words/index.ts';
import { auditLogContract } from './audit-log/index.ts';
import { authContract } from './auth/index.ts';
import { avatarsContract } from './avatars/index.ts';
import { botStorageContract } from './bot-storage/index.ts';
import { botsContract } from './bots/index.ts';
import { callsContract } from './calls/index.ts';
import { channelsContract } from './channels/index.ts';
import { devicesContract } from './devices/index.ts';
import { draftsContract } from './drafts/index.ts';
import { emojiContract } from './emoji/index.ts';
import { eventsContract } from './events/index.ts';
import { exportsContract } from './exports/index.ts';
import { foldersContract } from './folders/index.ts';
import { groupsContract } from './groups/index.ts';
import { importsContract } from './imports/index.ts';
import { incomingMailContract } from './incoming-mail/index.ts';
import { invitesContract } from './invites/index.ts';
import { linkifiersContract } from './linkifiers/index.ts';
import { messageEditsContract } from './message-edits/index.ts';
import { messagesContract } from './messages/index.ts';
import { mutedUsersContract } from './muted-users/index.ts';
import { navigationViewsContract } from './navigation-views/index.ts';
import { onboardingContract } from './onboarding/index.ts';
import { passkeysContract } from './passkeys/index.ts';
import { personalDataContract } from './personal-data/index.ts';
import { playgroundsContract } from './playgrounds/index.ts';
import { presenceContract } from './presence/index.ts';
import { profileFieldsContract } from './profile-fields/index.ts';
import { pushContract } from './push/index.ts';
import { reactionsContract } from './reactions/index.ts';
import { readStateContract } from './read-state/index.ts';
import { realmContract } from './realm/index.ts';
import { realmIconsContract } from './realm-icons/index.ts';
import { remindersContract } from './reminders/index.ts';
import { reportsContract } from './reports/index.ts';
import { scheduledMessagesContract } from './scheduled-messages/index.ts';
import { sessionsContract } from './sessions/index.ts';
import { settingsContract } from './settings/index.ts';
import { singleSignOnContract } from './single-sign-on/index.ts';
import { snippetsContract } from './snippets/index.ts';
import { subscriptionsContract } from './subscriptions/index.ts';
import { topicsContract } from './topics/index.ts';
import { twoFactorContract } from './two-factor/index.ts';
import { typingContract } from './typing/index.ts';
import { uploadsContract } from './uploads/index.ts';
import { userStatusContract } from './user-status/index.ts';
import { userTopicsContract } from './user-topics/index.ts';
import { usersContract } from './users/index.ts';
import { webPushContract } from './web-push/index.ts';
import { webhooksContract } from './webhooks/index.ts';

export const slices = [
  usersContract,
  profileFieldsContract,
  botsContract,
  botStorageContract,
  avatarsContract,
  groupsContract,
  channelsContract,
  incomingMailContract,
  subscriptionsContract,
  messagesContract,
  messageEditsContract,
  reactionsContract,
  topicsContract,
  typingContract,
  uploadsContract,
  devicesContract,
  pushContract,
  webPushContract,
  webhooksContract,
  draftsContract,
  callsContract,
  snippetsContract,
  navigationViewsContract,
  alertWordsContract,
  userTopicsContract,
  mutedUsersContract,
  presenceContract,
  userStatusContract,
  foldersContract,
  emojiContract,
  linkifiersContract,
  playgroundsContract,
  onboardingContract,
  scheduledMessagesContract,
  remindersContract,
  reportsContract,
  readStateContract,
  settingsContract,
  sessionsContract,
  accessTokensContract,
  singleSignOnContract,
  twoFactorContract,
  passkeysContract,
  authContract,
  invitesContract,
  exportsContract,
  importsContract,
  personalDataContract,
  auditLogContract,
  realmIconsContract,
  realmContract,
  eventsContract,
] as const;
