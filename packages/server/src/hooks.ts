// Who acts on what lower tiers announce: every subscription to a hook, in the order in which they run.
import { postArchiving, postChanges, postUnarchiving } from './conversation/channel-notices/channel-notices.actions.ts';
import {
  accessChanging,
  channelArchived,
  channelArchiving,
  channelEdited,
  channelUnarchived,
} from './conversation/channels/channels.hooks.ts';
import { mentionsAdded } from './conversation/message-edits/message-edits.hooks.ts';
import { messageStored, messagesEnding } from './conversation/messages/messages.hooks.ts';
import { endSpans } from './conversation/read-ranges/read-ranges.actions.ts';
import { messagesRead } from './conversation/read-ranges/read-ranges.hooks.ts';
import { announceStays } from './conversation/subscriptions/subscription-spans.actions.ts';
import { channelsLeft, subscriptionsEnded } from './conversation/subscriptions/subscriptions.hooks.ts';
import { removeDevicesOfBot } from './delivery/devices/devices.actions.ts';
import { promiseMissedMail } from './delivery/missed-mail/promise.actions.ts';
import { promiseNotifications, withdrawDeleted, withdrawLeft, withdrawSeen } from './delivery/push/showing.actions.ts';
import { callOutgoingWebhooks } from './delivery/webhooks/calling.actions.ts';
import { announceRenamedDefaults } from './features/bots/bot-changes.actions.ts';
import { botHandedOver } from './features/bots/bots.hooks.ts';
import { followAccess, withdrawBotsOf } from './features/bots/following.actions.ts';
import { roleLowering } from './identity/users/users.hooks.ts';
import { type HookSubscription, on } from './kit/hooks.ts';

export const hookSubscriptions: readonly HookSubscription[] = [
  on(roleLowering, followAccess),
  on(accessChanging, followAccess),
  on(channelEdited, postChanges),
  on(channelEdited, announceRenamedDefaults),
  on(channelArchiving, postArchiving),
  on(channelArchived, endSpans),
  on(channelUnarchived, announceStays),
  on(channelUnarchived, postUnarchiving),
  on(subscriptionsEnded, withdrawLeft),
  on(channelsLeft, withdrawBotsOf),

  on(messageStored, promiseNotifications),
  on(messageStored, promiseMissedMail),
  on(messageStored, callOutgoingWebhooks),
  on(mentionsAdded, promiseNotifications),
  on(mentionsAdded, promiseMissedMail),
  on(messagesEnding, withdrawDeleted),
  on(messagesRead, withdrawSeen),

  on(botHandedOver, removeDevicesOfBot),
];
