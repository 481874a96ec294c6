// The register response: what every slice contributes, each part present when one of its types was fetched. Spec 4.22.

import { z } from 'zod';
import { alertWordsState } from './alert-words/alert-words.ts';
import { botsState } from './bots/bots.ts';
import { videoCallsState } from './calls/calls.ts';
import { channelsState, defaultChannelGroupsState, defaultChannelsState } from './channels/channels.state.ts';
import { devicesState } from './devices/devices.ts';
import { draftsState } from './drafts/drafts.ts';
import { emojiState } from './emoji/emoji.ts';
import { foldersState } from './folders/folders.ts';
import { groupsState } from './groups/groups.ts';
import type { StateDeclaration } from './kit/state.ts';
import { filtersState, linkifiersState } from './linkifiers/linkifiers.ts';
import { messagesState } from './messages/messages.state.ts';
import { recentConversationsState } from './messages/recent-conversations.ts';
import { mutedUsersState } from './muted-users/muted-users.ts';
import { navigationViewsState } from './navigation-views/navigation-views.ts';
import { onboardingState } from './onboarding/onboarding.ts';
import { playgroundsState } from './playgrounds/playgrounds.ts';
import { presenceState } from './presence/presence.state.ts';
import { profileFieldsState } from './profile-fields/profile-fields.state.ts';
import { starredState, unreadState } from './read-state/read-state.state.ts';
import { outsideServices } from './realm/outside-services.ts';
import { realmState } from './realm/realm.state.ts';
import { realmDomainsState } from './realm/realm-domains.ts';
import { versions } from './realm/server-settings.ts';
import { remindersState } from './reminders/reminders.ts';
import { scheduledMessagesState } from './scheduled-messages/scheduled-messages.ts';
import { displaySettingsState, notificationSettingsState } from './settings/legacy-settings.state.ts';
import { settingsDefaultsState, settingsState } from './settings/settings.state.ts';
import { snippetsState } from './snippets/snippets.ts';
import { subscriptionsState } from './subscriptions/subscriptions.state.ts';
import { userStatusState } from './user-status/user-status.ts';
import { mutedTopicsState, userTopicsState } from './user-topics/user-topics.ts';
import { usersState } from './users/users.state.ts';
import { embeddedBotsState, incomingWebhooksState } from './webhooks/webhooks.ts';

export const states = {
  realm: realmState,
  realm_domains: realmDomainsState,
  settings: settingsState,
  settingsDefaults: settingsDefaultsState,
  displaySettings: displaySettingsState,
  notificationSettings: notificationSettingsState,
  users: usersState,
  profile_fields: profileFieldsState,
  bots: botsState,
  incoming_webhooks: incomingWebhooksState,
  embedded_bots: embeddedBotsState,
  groups: groupsState,
  channels: channelsState,
  default_channels: defaultChannelsState,
  default_channel_groups: defaultChannelGroupsState,
  subscriptions: subscriptionsState,
  messages: messagesState,
  recent_conversations: recentConversationsState,
  unread: unreadState,
  starred: starredState,
  devices: devicesState,
  drafts: draftsState,
  snippets: snippetsState,
  navigation_views: navigationViewsState,
  alert_words: alertWordsState,
  user_topics: userTopicsState,
  muted_topics: mutedTopicsState,
  muted_users: mutedUsersState,
  presence: presenceState,
  user_status: userStatusState,
  folders: foldersState,
  emoji: emojiState,
  linkifiers: linkifiersState,
  filters: filtersState,
  playgrounds: playgroundsState,
  onboarding: onboardingState,
  video_calls: videoCallsState,
  ...outsideServices,
  scheduled_messages: scheduledMessagesState,
  reminders: remindersState,
} satisfies Record<string, StateDeclaration>;

export const initialState = z.object({
  /** Null for spectators, who have no queue. */
  queue_id: z.string().nullable(),
  last_event_id: z.int(),
  idle_queue_timeout_secs: z.int(),
  ...versions,
  ...realmState.fields.partial().shape,
  ...realmDomainsState.fields.partial().shape,
  ...settingsState.fields.partial().shape,
  ...settingsDefaultsState.fields.partial().shape,
  ...displaySettingsState.fields.partial().shape,
  ...notificationSettingsState.fields.partial().shape,
  ...usersState.fields.partial().shape,
  ...profileFieldsState.fields.partial().shape,
  ...botsState.fields.partial().shape,
  ...incomingWebhooksState.fields.partial().shape,
  ...embeddedBotsState.fields.partial().shape,
  ...groupsState.fields.partial().shape,
  ...channelsState.fields.partial().shape,
  ...defaultChannelsState.fields.partial().shape,
  ...defaultChannelGroupsState.fields.partial().shape,
  ...subscriptionsState.fields.partial().shape,
  ...messagesState.fields.partial().shape,
  ...recentConversationsState.fields.partial().shape,
  ...unreadState.fields.partial().shape,
  ...starredState.fields.partial().shape,
  ...devicesState.fields.partial().shape,
  ...draftsState.fields.partial().shape,
  ...snippetsState.fields.partial().shape,
  ...navigationViewsState.fields.partial().shape,
  ...alertWordsState.fields.partial().shape,
  ...userTopicsState.fields.partial().shape,
  ...mutedTopicsState.fields.partial().shape,
  ...mutedUsersState.fields.partial().shape,
  ...presenceState.fields.partial().shape,
  ...userStatusState.fields.partial().shape,
  ...foldersState.fields.partial().shape,
  ...emojiState.fields.partial().shape,
  ...linkifiersState.fields.partial().shape,
  ...filtersState.fields.partial().shape,
  ...playgroundsState.fields.partial().shape,
  ...onboardingState.fields.partial().shape,
  ...outsideServices.giphy.fields.partial().shape,
  ...outsideServices.tenor.fields.partial().shape,
  ...videoCallsState.fields.partial().shape,
  ...outsideServices.billing.fields.partial().shape,
  ...outsideServices.stop_words.fields.partial().shape,
  ...scheduledMessagesState.fields.partial().shape,
  ...remindersState.fields.partial().shape,
});
export type InitialState = z.output<typeof initialState>;
