// One state from the state before and an event: every slice's reducer in turn. Tests, SDK and web client use this very function.
import { reduceAlertWords } from './alert-words/alert-words.ts';
import { reduceBots } from './bots/bots.ts';
import { reduceChannels, reduceDefaultChannels } from './channels/channels.state.ts';
import { reduceDrafts } from './drafts/drafts.ts';
import { reduceFolders } from './folders/folders.ts';
import { reduceGroups } from './groups/groups.ts';
import type { ReceivedEvent } from './kit/event.ts';
import type { ClientState, Reducer } from './kit/state.ts';
import { reduceMessages } from './messages/messages.state.ts';
import { reduceNavigationViews } from './navigation-views/navigation-views.ts';
import { reduceProfileFields } from './profile-fields/profile-fields.state.ts';
import { reduceRealm } from './realm/realm.state.ts';
import { reduceSettings } from './settings/settings.state.ts';
import { reduceSnippets } from './snippets/snippets.ts';
import { reduceSubscriptions } from './subscriptions/subscriptions.state.ts';
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
  reduceDrafts,
  reduceSnippets,
  reduceNavigationViews,
  reduceAlertWords,
  reduceFolders,
  reduceSettings,
  reduceRealm,
];

export function reduce(state: ClientState, event: ReceivedEvent): ClientState {
  return reducers.reduce((current, reducer) => reducer(current, event), state);
}
