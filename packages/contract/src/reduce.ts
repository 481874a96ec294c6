// One state from the state before and an event: every slice's reducer in turn. Tests, SDK and web client use this very function.

import { reduceAlertWords } from './alert-words/alert-words.ts';
import { reduceBots } from './bots/bots.ts';
import { reduceCalls } from './calls/calls.ts';
import { reduceChannels, reduceDefaultChannels } from './channels/channels.state.ts';
import { reduceDevices } from './devices/devices.ts';
import { reduceDrafts } from './drafts/drafts.ts';
import { reduceEmoji } from './emoji/emoji.ts';
import { reduceFolders } from './folders/folders.ts';
import { reduceGroups } from './groups/groups.ts';
import type { ReceivedEvent } from './kit/event.ts';
import type { ClientState, Reducer } from './kit/state.ts';
import { reduceLinkifiers } from './linkifiers/linkifiers.ts';
import { reduceMessages } from './messages/messages.state.ts';
import { reduceRecentConversations } from './messages/recent-conversations.ts';
import { reduceMutedUsers } from './muted-users/muted-users.ts';
import { reduceNavigationViews } from './navigation-views/navigation-views.ts';
import { reduceOnboarding } from './onboarding/onboarding.ts';
import { reducePlaygrounds } from './playgrounds/playgrounds.ts';
import { reducePresence } from './presence/presence.state.ts';
import { reduceProfileFields } from './profile-fields/profile-fields.state.ts';
import { reduceReadState } from './read-state/read-state.reduce.ts';
import { reduceRealm } from './realm/realm.state.ts';
import { reduceRealmDomains } from './realm/realm-domains.ts';
import { reduceRestart } from './realm/restart.ts';
import { reduceReminders } from './reminders/reminders.ts';
import { reduceScheduledMessages } from './scheduled-messages/scheduled-messages.ts';
import { reduceLegacySettings } from './settings/legacy-settings.state.ts';
import { reduceSettings } from './settings/settings.state.ts';
import { reduceSnippets } from './snippets/snippets.ts';
import { reduceSubscriptions } from './subscriptions/subscriptions.state.ts';
import { reduceUserStatus } from './user-status/user-status.ts';
import { reduceUserTopics } from './user-topics/user-topics.ts';
import { reduceUsers } from './users/users.state.ts';

const reducers: readonly Reducer[] = [
  reduceUsers,
  reduceProfileFields,
  reduceBots,
  reduceGroups,
  reduceChannels,
  reduceDefaultChannels,
  reduceSubscriptions,
  reduceMessages,
  reduceRecentConversations,
  reduceDevices,
  reduceDrafts,
  reduceCalls,
  reduceSnippets,
  reduceNavigationViews,
  reduceAlertWords,
  reduceUserTopics,
  reduceMutedUsers,
  reducePresence,
  reduceUserStatus,
  reduceFolders,
  reduceEmoji,
  reduceLinkifiers,
  reducePlaygrounds,
  reduceOnboarding,
  reduceRestart,
  reduceScheduledMessages,
  reduceReminders,
  reduceReadState,
  reduceSettings,
  reduceLegacySettings,
  reduceRealm,
  reduceRealmDomains,
];

export function reduce(state: ClientState, event: ReceivedEvent): ClientState {
  return reducers.reduce((current, reducer) => reducer(current, event), state);
}
