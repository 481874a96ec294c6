// A successful call for every endpoint, for tests that cover all endpoints. Each slice has a file; the compiler requires a sample for
// each new endpoint.
import type { endpoints } from '@stoa/contract';
import { accessTokensSamples } from './samples/access-tokens.ts';
import { alertWordsSamples } from './samples/alert-words.ts';
import { auditLogSamples } from './samples/audit-log.ts';
import { authSamples } from './samples/auth.ts';
import { avatarsSamples } from './samples/avatars.ts';
import { botStorageSamples } from './samples/bot-storage.ts';
import { botsSamples } from './samples/bots.ts';
import { callsSamples } from './samples/calls.ts';
import { channelsSamples } from './samples/channels.ts';
import { devicesSamples } from './samples/devices.ts';
import { draftsSamples } from './samples/drafts.ts';
import { emojiSamples } from './samples/emoji.ts';
import { eventsSamples } from './samples/events.ts';
import { exportsSamples } from './samples/exports.ts';
import { foldersSamples } from './samples/folders.ts';
import { groupsSamples } from './samples/groups.ts';
import { importsSamples } from './samples/imports.ts';
import { incomingMailSamples } from './samples/incoming-mail.ts';
import { invitesSamples } from './samples/invites.ts';
import { linkifiersSamples } from './samples/linkifiers.ts';
import { messageEditsSamples } from './samples/message-edits.ts';
import { messagesSamples } from './samples/messages.ts';
import { mutedUsersSamples } from './samples/muted-users.ts';
import { navigationViewsSamples } from './samples/navigation-views.ts';
import { onboardingSamples } from './samples/onboarding.ts';
import { passkeysSamples } from './samples/passkeys.ts';
import { personalDataSamples } from './samples/personal-data.ts';
import { playgroundsSamples } from './samples/playgrounds.ts';
import { presenceSamples } from './samples/presence.ts';
import { profileFieldsSamples } from './samples/profile-fields.ts';
import { pushSamples } from './samples/push.ts';
import { reactionsSamples } from './samples/reactions.ts';
import { readStateSamples } from './samples/read-state.ts';
import { realmSamples } from './samples/realm.ts';
import { realmIconsSamples } from './samples/realm-icons.ts';
import { remindersSamples } from './samples/reminders.ts';
import { reportsSamples } from './samples/reports.ts';
import { scheduledMessagesSamples } from './samples/scheduled-messages.ts';
import { sessionsSamples } from './samples/sessions.ts';
import { settingsSamples } from './samples/settings.ts';
import { singleSignOnSamples } from './samples/single-sign-on.ts';
import { snippetsSamples } from './samples/snippets.ts';
import type { Sample } from './samples/stage.ts';
import { subscriptionsSamples } from './samples/subscriptions.ts';
import { topicsSamples } from './samples/topics.ts';
import { twoFactorSamples } from './samples/two-factor.ts';
import { typingSamples } from './samples/typing.ts';
import { uploadsSamples } from './samples/uploads.ts';
import { userStatusSamples } from './samples/user-status.ts';
import { userTopicsSamples } from './samples/user-topics.ts';
import { usersSamples } from './samples/users.ts';
import { webPushSamples } from './samples/web-push.ts';

export const samples: Record<keyof typeof endpoints, Sample> = {
  ...accessTokensSamples,
  ...alertWordsSamples,
  ...auditLogSamples,
  ...authSamples,
  ...avatarsSamples,
  ...botStorageSamples,
  ...botsSamples,
  ...callsSamples,
  ...channelsSamples,
  ...devicesSamples,
  ...draftsSamples,
  ...emojiSamples,
  ...eventsSamples,
  ...exportsSamples,
  ...importsSamples,
  ...foldersSamples,
  ...groupsSamples,
  ...incomingMailSamples,
  ...invitesSamples,
  ...linkifiersSamples,
  ...messageEditsSamples,
  ...messagesSamples,
  ...mutedUsersSamples,
  ...navigationViewsSamples,
  ...onboardingSamples,
  ...personalDataSamples,
  ...playgroundsSamples,
  ...presenceSamples,
  ...profileFieldsSamples,
  ...pushSamples,
  ...reactionsSamples,
  ...readStateSamples,
  ...realmSamples,
  ...realmIconsSamples,
  ...remindersSamples,
  ...reportsSamples,
  ...scheduledMessagesSamples,
  ...sessionsSamples,
  ...settingsSamples,
  ...singleSignOnSamples,
  ...snippetsSamples,
  ...subscriptionsSamples,
  ...topicsSamples,
  ...twoFactorSamples,
  ...passkeysSamples,
  ...typingSamples,
  ...uploadsSamples,
  ...userStatusSamples,
  ...userTopicsSamples,
  ...usersSamples,
  ...webPushSamples,
};
