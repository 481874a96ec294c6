// Every slice of the contract. Their reducers run in this order: what people are comes before what refers to them, and the
// organization, whose answers about the own account follow from its groups, at the end.
import { alertWordsSlice } from './alert-words/index.ts';
import { authSlice } from './auth/index.ts';
import { avatarsSlice } from './avatars/index.ts';
import { botStorageSlice } from './bot-storage/index.ts';
import { botsSlice } from './bots/index.ts';
import { callsSlice } from './calls/index.ts';
import { channelsSlice } from './channels/index.ts';
import { devicesSlice } from './devices/index.ts';
import { draftsSlice } from './drafts/index.ts';
import { emojiSlice } from './emoji/index.ts';
import { eventsSlice } from './events/index.ts';
import { exportsSlice } from './exports/index.ts';
import { foldersSlice } from './folders/index.ts';
import { groupsSlice } from './groups/index.ts';
import { invitesSlice } from './invites/index.ts';
import { linkifiersSlice } from './linkifiers/index.ts';
import { messageEditsSlice } from './message-edits/index.ts';
import { messagesSlice } from './messages/index.ts';
import { mutedUsersSlice } from './muted-users/index.ts';
import { navigationViewsSlice } from './navigation-views/index.ts';
import { onboardingSlice } from './onboarding/index.ts';
import { playgroundsSlice } from './playgrounds/index.ts';
import { presenceSlice } from './presence/index.ts';
import { profileFieldsSlice } from './profile-fields/index.ts';
import { pushSlice } from './push/index.ts';
import { reactionsSlice } from './reactions/index.ts';
import { readStateSlice } from './read-state/index.ts';
import { realmSlice } from './realm/index.ts';
import { realmIconsSlice } from './realm-icons/index.ts';
import { remindersSlice } from './reminders/index.ts';
import { reportsSlice } from './reports/index.ts';
import { scheduledMessagesSlice } from './scheduled-messages/index.ts';
import { sessionsSlice } from './sessions/index.ts';
import { settingsSlice } from './settings/index.ts';
import { snippetsSlice } from './snippets/index.ts';
import { subscriptionsSlice } from './subscriptions/index.ts';
import { topicsSlice } from './topics/index.ts';
import { typingSlice } from './typing/index.ts';
import { uploadsSlice } from './uploads/index.ts';
import { userStatusSlice } from './user-status/index.ts';
import { userTopicsSlice } from './user-topics/index.ts';
import { usersSlice } from './users/index.ts';
import { webPushSlice } from './web-push/index.ts';
import { webhooksSlice } from './webhooks/index.ts';

export const slices = [
  usersSlice,
  profileFieldsSlice,
  botsSlice,
  botStorageSlice,
  avatarsSlice,
  groupsSlice,
  channelsSlice,
  subscriptionsSlice,
  messagesSlice,
  messageEditsSlice,
  reactionsSlice,
  topicsSlice,
  typingSlice,
  uploadsSlice,
  devicesSlice,
  pushSlice,
  webPushSlice,
  webhooksSlice,
  draftsSlice,
  callsSlice,
  snippetsSlice,
  navigationViewsSlice,
  alertWordsSlice,
  userTopicsSlice,
  mutedUsersSlice,
  presenceSlice,
  userStatusSlice,
  foldersSlice,
  emojiSlice,
  linkifiersSlice,
  playgroundsSlice,
  onboardingSlice,
  scheduledMessagesSlice,
  remindersSlice,
  reportsSlice,
  readStateSlice,
  settingsSlice,
  sessionsSlice,
  authSlice,
  invitesSlice,
  exportsSlice,
  realmIconsSlice,
  realmSlice,
  eventsSlice,
] as const;
