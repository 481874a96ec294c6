// Every endpoint and every event there is: what routing, documentation, SDK and table tests go over.
import { addAlertWords, alertWordsChanged, getAlertWords, removeAlertWords } from './alert-words/alert-words.ts';
import { devFetchApiKey, fetchApiKey } from './auth/auth.endpoints.ts';
import { createBot, getBots, realmBotAdd, realmBotDelete } from './bots/bots.ts';
import {
  addDefaultStream,
  archiveStream,
  getStream,
  getStreamId,
  getStreams,
  getSubscribers,
  removeDefaultStream,
  updateStream,
} from './channels/channels.endpoints.ts';
import { defaultStreams, streamCreate, streamDelete, streamUpdate } from './channels/channels.events.ts';
import {
  createDrafts,
  deleteDraft,
  draftsAdd,
  draftsRemove,
  draftsUpdate,
  editDraft,
  getDrafts,
} from './drafts/drafts.ts';
import { deleteQueue, getEvents, registerQueue } from './events/events.endpoints.ts';
import { heartbeatEvent } from './events/events.events.ts';
import {
  channelFolderAdd,
  channelFolderReorder,
  channelFolderUpdate,
  createChannelFolder,
  getChannelFolders,
  reorderChannelFolders,
  updateChannelFolder,
} from './folders/folders.ts';
import {
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from './groups/groups.endpoints.ts';
import {
  userGroupAdd,
  userGroupAddMembers,
  userGroupAddSubgroups,
  userGroupRemove,
  userGroupRemoveMembers,
  userGroupRemoveSubgroups,
  userGroupUpdate,
} from './groups/groups.events.ts';
import type { Endpoint } from './kit/endpoint.ts';
import type { EventDeclaration } from './kit/event.ts';
import { deleteMessage } from './messages/deletion.events.ts';
import { getMessage, getMessages, sendMessage } from './messages/messages.endpoints.ts';
import { messageEvent } from './messages/messages.events.ts';
import {
  addNavigationView,
  editNavigationView,
  getNavigationViews,
  navigationViewAdd,
  navigationViewRemove,
  navigationViewUpdate,
  removeNavigationView,
} from './navigation-views/navigation-views.ts';
import {
  createProfileField,
  deleteProfileField,
  getProfileFields,
  removeProfileData,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
} from './profile-fields/profile-fields.endpoints.ts';
import { customProfileFields } from './profile-fields/profile-fields.events.ts';
import { addReaction, reactionAdd, reactionRemove, removeReaction } from './reactions/reactions.ts';
import { updateRealm } from './realm/realm.endpoints.ts';
import { realmUpdate, realmUpdateDict } from './realm/realm.events.ts';
import { getServerSettings } from './realm/server-settings.ts';
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
  updateUserSettingsDefaults,
} from './settings/settings.endpoints.ts';
import { realmUserSettingsDefaultsUpdate, userSettingsUpdate } from './settings/settings.events.ts';
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
  savedSnippetsAdd,
  savedSnippetsRemove,
  savedSnippetsUpdate,
} from './snippets/snippets.ts';
import {
  getSubscriptionStatus,
  getUserChannels,
  updateSubscriptionSetting,
  updateSubscriptionSettings,
} from './subscriptions/own-settings.endpoints.ts';
import {
  getSubscriptions,
  subscribe,
  unsubscribe,
  updateSubscriptions,
} from './subscriptions/subscriptions.endpoints.ts';
import {
  subscriptionAdd,
  subscriptionPeerAdd,
  subscriptionPeerRemove,
  subscriptionRemove,
  subscriptionUpdate,
} from './subscriptions/subscriptions.events.ts';
import { getStreamTopics } from './topics/topics.ts';
import {
  setTypingStatus,
  setTypingStatusForEdit,
  typingEditStart,
  typingEditStop,
  typingStart,
  typingStop,
} from './typing/typing.ts';
import {
  deactivateOwnUser,
  deactivateUser,
  reactivateUser,
  updateUser,
  updateUserByEmail,
} from './users/account-changes.endpoints.ts';
import { createUser, getOwnUser, getUser, getUserByEmail, getUsers } from './users/users.endpoints.ts';
import { realmUserAdd, realmUserUpdate } from './users/users.events.ts';

export const endpoints = {
  getServerSettings,
  updateRealm,
  updateSettings,
  updateDisplaySettings,
  updateNotificationSettings,
  updateUserSettingsDefaults,
  fetchApiKey,
  devFetchApiKey,
  getUsers,
  getUser,
  getUserByEmail,
  getOwnUser,
  createUser,
  updateUser,
  updateUserByEmail,
  deactivateUser,
  deactivateOwnUser,
  reactivateUser,
  getProfileFields,
  createProfileField,
  reorderProfileFields,
  updateProfileField,
  deleteProfileField,
  updateProfileData,
  removeProfileData,
  getBots,
  createBot,
  getUserGroups,
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  getUserGroupMembers,
  updateUserGroupMembers,
  getIsUserGroupMember,
  getUserGroupSubgroups,
  updateUserGroupSubgroups,
  getStreams,
  getStream,
  getStreamId,
  getSubscriptions,
  subscribe,
  unsubscribe,
  updateStream,
  archiveStream,
  addDefaultStream,
  removeDefaultStream,
  getSubscribers,
  updateSubscriptions,
  updateSubscriptionSettings,
  updateSubscriptionSetting,
  getSubscriptionStatus,
  getUserChannels,
  sendMessage,
  getMessages,
  getMessage,
  getStreamTopics,
  addReaction,
  removeReaction,
  setTypingStatus,
  setTypingStatusForEdit,
  getDrafts,
  createDrafts,
  editDraft,
  deleteDraft,
  getSavedSnippets,
  createSavedSnippet,
  editSavedSnippet,
  deleteSavedSnippet,
  getNavigationViews,
  addNavigationView,
  editNavigationView,
  removeNavigationView,
  getAlertWords,
  addAlertWords,
  removeAlertWords,
  getChannelFolders,
  createChannelFolder,
  updateChannelFolder,
  reorderChannelFolders,
  registerQueue,
  getEvents,
  deleteQueue,
} satisfies Record<string, Endpoint>;

export const events: readonly EventDeclaration[] = [
  heartbeatEvent,
  messageEvent,
  deleteMessage,
  reactionAdd,
  reactionRemove,
  typingStart,
  typingStop,
  typingEditStart,
  typingEditStop,
  realmUpdate,
  realmUpdateDict,
  userSettingsUpdate,
  realmUserSettingsDefaultsUpdate,
  realmUserAdd,
  realmUserUpdate,
  realmBotAdd,
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
  savedSnippetsAdd,
  savedSnippetsUpdate,
  savedSnippetsRemove,
  navigationViewAdd,
  navigationViewUpdate,
  navigationViewRemove,
  alertWordsChanged,
  channelFolderAdd,
  channelFolderUpdate,
  channelFolderReorder,
];
