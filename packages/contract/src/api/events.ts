// Every event there is.

import { alertWordsChanged } from '../alert-words/alert-words.ts';
import { botOffersChanged, realmBotAdd, realmBotDelete, realmBotUpdate } from '../bots/bots.ts';
import { hasZoomToken } from '../calls/calls.ts';
import { defaultStreams, streamCreate, streamDelete, streamUpdate } from '../channels/channels.events.ts';
import { deviceAdd, deviceRemove, deviceUpdate } from '../devices/devices.ts';
import { draftsAdd, draftsRemove, draftsUpdate } from '../drafts/drafts.ts';
import { emojiAdd, emojiUpdate, emojiUpdateOne } from '../emoji/emoji.ts';
import { heartbeatEvent } from '../events/events.events.ts';
import { exportConsentChanged, realmExportsChanged } from '../exports/exports.ts';
import { channelFolderAdd, channelFolderReorder, channelFolderUpdate } from '../folders/folders.ts';
import {
  userGroupAdd,
  userGroupAddMembers,
  userGroupAddSubgroups,
  userGroupRemove,
  userGroupRemoveMembers,
  userGroupRemoveSubgroups,
  userGroupUpdate,
} from '../groups/groups.events.ts';
import { invitesChanged } from '../invites/invites.ts';
import type { EventDeclaration } from '../kit/event.ts';
import { realmLinkifiersChanged } from '../linkifiers/linkifiers.ts';
import { updateMessage } from '../message-edits/message-edits.events.ts';
import { deleteMessage } from '../messages/deletion.events.ts';
import { messageEvent } from '../messages/messages.events.ts';
import { submessageEvent } from '../messages/submessages.ts';
import { mutedUsersChanged } from '../muted-users/muted-users.ts';
import { navigationViewAdd, navigationViewRemove, navigationViewUpdate } from '../navigation-views/navigation-views.ts';
import { onboardingStepsChanged } from '../onboarding/onboarding.ts';
import { realmPlaygroundsChanged } from '../playgrounds/playgrounds.ts';
import { presenceChanged } from '../presence/presence.ts';
import { customProfileFields } from '../profile-fields/profile-fields.events.ts';
import { reactionAdd, reactionRemove } from '../reactions/reactions.ts';
import { flagsAdd, flagsRemove } from '../read-state/read-state.events.ts';
import { realmDeactivated } from '../realm/deactivation.ts';
import { realmUpdate, realmUpdateDict } from '../realm/realm.events.ts';
import { realmDomainsAdd, realmDomainsChange, realmDomainsRemove } from '../realm/realm-domains.ts';
import { restartEvent } from '../realm/restart.ts';
import { remindersAdd, remindersRemove } from '../reminders/reminders.ts';
import {
  scheduledMessagesAdd,
  scheduledMessagesRemove,
  scheduledMessagesUpdate,
} from '../scheduled-messages/scheduled-messages.ts';
import { realmUserSettingsDefaultsUpdate, userSettingsUpdate } from '../settings/settings.events.ts';
import { savedSnippetsAdd, savedSnippetsRemove, savedSnippetsUpdate } from '../snippets/snippets.ts';
import {
  subscriptionAdd,
  subscriptionPeerAdd,
  subscriptionPeerRemove,
  subscriptionRemove,
  subscriptionUpdate,
} from '../subscriptions/subscriptions.events.ts';
import { typingEditStart, typingEditStop, typingStart, typingStop } from '../typing/typing.ts';
import { attachmentAdd, attachmentRemove, attachmentUpdate } from '../uploads/uploads.ts';
import { userStatusChanged } from '../user-status/user-status.ts';
import { mutedTopicsChanged, userTopicChanged } from '../user-topics/user-topics.ts';
import { realmUserAdd, realmUserRemove, realmUserUpdate } from '../users/users.events.ts';

export const events: readonly EventDeclaration[] = [
  heartbeatEvent,
  restartEvent,
  onboardingStepsChanged,
  realmExportsChanged,
  exportConsentChanged,
  messageEvent,
  submessageEvent,
  updateMessage,
  deleteMessage,
  flagsAdd,
  flagsRemove,
  reactionAdd,
  reactionRemove,
  typingStart,
  typingStop,
  typingEditStart,
  typingEditStop,
  realmUpdate,
  realmUpdateDict,
  realmDeactivated,
  realmDomainsAdd,
  realmDomainsChange,
  realmDomainsRemove,
  invitesChanged,
  botOffersChanged,
  userSettingsUpdate,
  realmUserSettingsDefaultsUpdate,
  realmUserAdd,
  realmUserRemove,
  realmUserUpdate,
  realmBotAdd,
  realmBotUpdate,
  realmBotDelete,
  customProfileFields,
  userGroupAdd,
  userGroupUpdate,
  userGroupAddMembers,
  userGroupRemoveMembers,
  userGroupAddSubgroups,
  userGroupRemoveSubgroups,
  userGroupRemove,
  streamCreate,
  streamDelete,
  streamUpdate,
  defaultStreams,
  subscriptionAdd,
  subscriptionUpdate,
  subscriptionRemove,
  subscriptionPeerAdd,
  subscriptionPeerRemove,
  draftsAdd,
  draftsUpdate,
  draftsRemove,
  hasZoomToken,
  savedSnippetsAdd,
  savedSnippetsUpdate,
  savedSnippetsRemove,
  navigationViewAdd,
  navigationViewUpdate,
  navigationViewRemove,
  deviceAdd,
  deviceUpdate,
  deviceRemove,
  userTopicChanged,
  mutedTopicsChanged,
  mutedUsersChanged,
  presenceChanged,
  userStatusChanged,
  alertWordsChanged,
  channelFolderAdd,
  channelFolderUpdate,
  channelFolderReorder,
  attachmentAdd,
  attachmentUpdate,
  attachmentRemove,
  emojiAdd,
  emojiUpdateOne,
  emojiUpdate,
  realmLinkifiersChanged,
  realmPlaygroundsChanged,
  scheduledMessagesAdd,
  scheduledMessagesUpdate,
  scheduledMessagesRemove,
  remindersAdd,
  remindersRemove,
];
