// The endpoints of accounts: people, bots, groups, their settings, keys and devices.
import { addAlertWords, getAlertWords, removeAlertWords } from '../alert-words/alert-words.ts';
import { devFetchApiKey, fetchApiKey } from '../auth/auth.endpoints.ts';
import { jwtFetchApiKey } from '../auth/jwt.endpoints.ts';
import { getBotApiKey, regenerateBotApiKey, regenerateOwnApiKey } from '../auth/keys.endpoints.ts';
import { deleteAvatar, uploadAvatar } from '../avatars/avatars.ts';
import { getBotStorage, removeBotStorage, updateBotStorage } from '../bot-storage/bot-storage.ts';
import {
  acceptBotOffer,
  createBot,
  deactivateBot,
  declineBotOffer,
  getBotOffers,
  getBots,
  updateBot,
} from '../bots/bots.ts';
import { zcommand } from '../bots/zcommand.ts';
import { registerClientDevice, removeClientDevice } from '../devices/devices.ts';
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
} from '../groups/groups.endpoints.ts';
import { muteUser, unmuteUser } from '../muted-users/muted-users.ts';
import { markOnboardingStep } from '../onboarding/onboarding.ts';
import { getRealmPresence, getUserPresence, updatePresence } from '../presence/presence.ts';
import {
  createProfileField,
  deleteProfileField,
  getProfileFields,
  removeProfileData,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
} from '../profile-fields/profile-fields.endpoints.ts';
import {
  addApnsToken,
  addFcmToken,
  registerPushDevice,
  removeApnsToken,
  removeFcmToken,
  sendPlainTestNotification,
  sendTestNotification,
} from '../push/push.ts';
import {
  confirmSession,
  createSession,
  endOtherSessions,
  endSession,
  endSessionByDigest,
  getSessions,
} from '../sessions/sessions.ts';
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
  updateUserSettingsDefaults,
} from '../settings/settings.endpoints.ts';
import { getUserStatus, updateStatus, updateStatusForUser } from '../user-status/user-status.ts';
import {
  deactivateOwnUser,
  deactivateUser,
  reactivateUser,
  updateUser,
  updateUserByEmail,
} from '../users/account-changes.endpoints.ts';
import { createUser, getOwnUser, getUser, getUserByEmail, getUsers } from '../users/users.endpoints.ts';
import { getWebPushKey, subscribeWebPush, unsubscribeWebPush } from '../web-push/web-push.ts';

export const peopleEndpoints = {
  updateSettings,
  updateDisplaySettings,
  updateNotificationSettings,
  updateUserSettingsDefaults,
  fetchApiKey,
  devFetchApiKey,
  jwtFetchApiKey,
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
  getBotOffers,
  acceptBotOffer,
  declineBotOffer,
  createBot,
  updateBot,
  deactivateBot,
  getBotApiKey,
  regenerateBotApiKey,
  regenerateOwnApiKey,
  updateBotStorage,
  getBotStorage,
  removeBotStorage,
  zcommand,
  getUserGroups,
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  getUserGroupMembers,
  updateUserGroupMembers,
  getIsUserGroupMember,
  getUserGroupSubgroups,
  updateUserGroupSubgroups,
  registerClientDevice,
  removeClientDevice,
  registerPushDevice,
  sendTestNotification,
  sendPlainTestNotification,
  addApnsToken,
  removeApnsToken,
  addFcmToken,
  removeFcmToken,
  getAlertWords,
  addAlertWords,
  removeAlertWords,
  muteUser,
  unmuteUser,
  updatePresence,
  getUserPresence,
  getRealmPresence,
  updateStatus,
  updateStatusForUser,
  getUserStatus,
  uploadAvatar,
  deleteAvatar,
  markOnboardingStep,
  createSession,
  getSessions,
  confirmSession,
  endSession,
  endSessionByDigest,
  endOtherSessions,
  getWebPushKey,
  subscribeWebPush,
  unsubscribeWebPush,
};
