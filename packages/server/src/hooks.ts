// Every subscription to a hook of a lower tier, in the order of execution.
import { releaseClaims } from './conversation/attachments/claims.actions.ts';
import { postArchiving, postChanges, postUnarchiving } from './conversation/channel-notices/channel-notices.actions.ts';
import {
  accessChanging,
  channelArchived,
  channelArchiving,
  channelEdited,
  channelUnarchived,
} from './conversation/channels/channels.hooks.ts';
import { announceDefaultsOfRole } from './conversation/channels/default-channels.actions.ts';
import { collectChannelPermissions, objectForChannels } from './conversation/channels/group-objections.queries.ts';
import { followVisibility } from './conversation/channels/group-visibility.actions.ts';
import { checkNamedChannels } from './conversation/channels/organization-settings.queries.ts';
import { contentEdited, mentionsAdded } from './conversation/message-edits/message-edits.hooks.ts';
import { deletingRowsIn } from './conversation/messages/deletion.actions.ts';
import { messageStored, messagesEnding } from './conversation/messages/messages.hooks.ts';
import { endSpans } from './conversation/read-ranges/read-ranges.actions.ts';
import { messagesRead } from './conversation/read-ranges/read-ranges.hooks.ts';
import { announceStarsOfRole } from './conversation/read-ranges/stars.actions.ts';
import {
  announceAccessOfRole,
  announceDeactivation,
  announceReactivation,
  joinDefaultChannels,
} from './conversation/subscriptions/accounts.actions.ts';
import { announceDefaults } from './conversation/subscriptions/own-settings.actions.ts';
import { channelsLeft, subscriptionsEnded } from './conversation/subscriptions/subscriptions.hooks.ts';
import { announceSubscriptionsAgain } from './conversation/subscriptions/unarchived-subscriptions.actions.ts';
import { removeAllDevices, removeDevices, removePhones } from './delivery/devices/devices.actions.ts';
import { isAnybodyReachable } from './delivery/devices/devices.queries.ts';
import { announceConsent } from './delivery/exports/exports.actions.ts';
import { scheduleMissedMail } from './delivery/missed-mail/pending-mail.actions.ts';
import {
  scheduleNotifications,
  withdrawDeleted,
  withdrawLeft,
  withdrawSeen,
} from './delivery/push/shown-notifications.actions.ts';
import { removeBrowsersOfKey, removeBrowsersOfSessions } from './delivery/web-push/web-push.actions.ts';
import { callOutgoingWebhooks } from './delivery/webhooks/outgoing.actions.ts';
import { followAccess, withdrawBotsOf } from './features/bots/bot-access.actions.ts';
import { announceRenamedDefaults } from './features/bots/bot-changes.actions.ts';
import { assignOwner } from './features/bots/bot-transfer.actions.ts';
import { botHandedOver } from './features/bots/bots.hooks.ts';
import { announceBotsOfRole } from './features/bots/managed-bots.actions.ts';
import { removeUnsynchronized } from './features/drafts/drafts.actions.ts';
import { revokeAllInvites, revokeInvitesOf } from './features/invites/invite-status.actions.ts';
import { scheduleLinkPreviews } from './features/link-previews/link-previews.actions.ts';
import { forgetDeletedMessages } from './features/reminders/reminders.actions.ts';
import { announceStatus } from './features/user-status/user-status.actions.ts';
import { endAllTokens, endTokens } from './identity/access-tokens/access-tokens.actions.ts';
import { secretReplaced } from './identity/auth/auth.hooks.ts';
import {
  forgetAllConfirmations,
  forgetConfirmationsOfInactive,
  forgetConfirmationsOfKey,
} from './identity/confirmations/confirmations.actions.ts';
import { groupDeactivating, permissionsCollected } from './identity/groups/groups.hooks.ts';
import { membersChanging } from './identity/membership/membership.hooks.ts';
import { forgetPresence } from './identity/presence/presence.actions.ts';
import { guestLimitChanged, realmSettingsChanging } from './identity/realm/realm.hooks.ts';
import { endSessionsOfInactive, endSessionsWithKey } from './identity/sessions/sessions.actions.ts';
import { sessionsEnded } from './identity/sessions/sessions.hooks.ts';
import { settingsChanged } from './identity/settings/settings.hooks.ts';
import { endQueuesOfPromoted } from './identity/two-factor/requirement.actions.ts';
import { announceAddressesOfRole } from './identity/users/addresses.actions.ts';
import { announceLimit, announceVisibleUsersOfRole } from './identity/users/user-access.actions.ts';
import {
  accessEnded,
  accountCreated,
  accountDeactivated,
  accountReactivated,
  accountShown,
  apiKeyReset,
  roleChanged,
  roleLowering,
} from './identity/users/users.hooks.ts';
import { type HookSubscription, on } from './kit/write/hooks.ts';
import { tables_of_messages } from './slices.ts';

export const hookSubscriptions: readonly HookSubscription[] = [
  on(accountCreated, joinDefaultChannels),
  on(roleLowering, followAccess),
  on(roleChanged, announceAccessOfRole),
  on(roleChanged, announceDefaultsOfRole),
  on(roleChanged, announceStarsOfRole),
  on(roleChanged, announceVisibleUsersOfRole),
  on(roleChanged, announceAddressesOfRole),
  on(roleChanged, announceBotsOfRole),
  on(roleChanged, endQueuesOfPromoted),
  on(accessEnded, forgetPresence),
  on(accessEnded, endSessionsOfInactive),
  on(accessEnded, endTokens),
  on(accessEnded, forgetConfirmationsOfInactive),
  on(accessEnded, removeDevices),
  on(accountDeactivated, revokeInvitesOf),
  on(accountDeactivated, announceDeactivation),
  on(accountReactivated, announceReactivation),
  on(accountReactivated, assignOwner),
  on(accountShown, announceStatus),
  on(secretReplaced, endAllTokens),
  on(secretReplaced, forgetAllConfirmations),
  on(secretReplaced, revokeAllInvites),
  on(secretReplaced, removeAllDevices),
  on(apiKeyReset, endSessionsWithKey),
  on(apiKeyReset, endTokens),
  on(apiKeyReset, forgetConfirmationsOfKey),
  on(apiKeyReset, removeBrowsersOfKey),
  on(apiKeyReset, removePhones),
  on(sessionsEnded, removeBrowsersOfSessions),
  on(settingsChanged, removeUnsynchronized),
  on(settingsChanged, announceConsent),
  on(settingsChanged, announceDefaults),
  on(guestLimitChanged, announceLimit),
  on(realmSettingsChanging, checkNamedChannels),
  on(membersChanging, followVisibility),
  on(groupDeactivating, objectForChannels),
  on(permissionsCollected, collectChannelPermissions),

  on(accessChanging, followAccess),
  on(channelEdited, postChanges),
  on(channelEdited, announceRenamedDefaults),
  on(channelArchiving, postArchiving),
  on(channelArchived, endSpans),
  on(channelUnarchived, announceSubscriptionsAgain),
  on(channelUnarchived, postUnarchiving),
  on(subscriptionsEnded, withdrawLeft),
  on(channelsLeft, withdrawBotsOf),

  on(messageStored, scheduleNotifications, isAnybodyReachable),
  on(messageStored, scheduleMissedMail),
  on(messageStored, callOutgoingWebhooks),
  on(messageStored, scheduleLinkPreviews),
  on(contentEdited, scheduleLinkPreviews),
  on(mentionsAdded, scheduleNotifications),
  on(mentionsAdded, scheduleMissedMail),
  on(messagesEnding, withdrawDeleted),
  on(messagesEnding, releaseClaims),
  on(messagesEnding, forgetDeletedMessages),
  on(messagesEnding, deletingRowsIn(tables_of_messages)),
  on(messagesRead, withdrawSeen, isAnybodyReachable),

  on(botHandedOver, removeDevices),
];
