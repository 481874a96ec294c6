// The register response: what every slice contributes, each part present when one of its types was fetched. Spec 4.22.
import { z } from 'zod';
import { alertWordsState } from './alert-words/alert-words.ts';
import { botsState } from './bots/bots.ts';
import { channelsState, defaultChannelsState } from './channels/channels.state.ts';
import { draftsState } from './drafts/drafts.ts';
import { foldersState } from './folders/folders.ts';
import { groupsState } from './groups/groups.ts';
import type { StateDeclaration } from './kit/state.ts';
import { messagesState } from './messages/messages.state.ts';
import { navigationViewsState } from './navigation-views/navigation-views.ts';
import { profileFieldsState } from './profile-fields/profile-fields.state.ts';
import { realmState } from './realm/realm.state.ts';
import { versions } from './realm/server-settings.ts';
import { settingsDefaultsState, settingsState } from './settings/settings.state.ts';
import { snippetsState } from './snippets/snippets.ts';
import { subscriptionsState } from './subscriptions/subscriptions.state.ts';
import { usersState } from './users/users.state.ts';

export const states = {
  realm: realmState,
  settings: settingsState,
  settingsDefaults: settingsDefaultsState,
  users: usersState,
  profile_fields: profileFieldsState,
  bots: botsState,
  groups: groupsState,
  channels: channelsState,
  default_channels: defaultChannelsState,
  subscriptions: subscriptionsState,
  messages: messagesState,
  drafts: draftsState,
  snippets: snippetsState,
  navigation_views: navigationViewsState,
  alert_words: alertWordsState,
  folders: foldersState,
} satisfies Record<string, StateDeclaration>;

export const initialState = z.object({
  /** Null for spectators, who have no queue. */
  queue_id: z.string().nullable(),
  last_event_id: z.int(),
  idle_queue_timeout_secs: z.int(),
  ...versions,
  ...realmState.fields.partial().shape,
  ...settingsState.fields.partial().shape,
  ...settingsDefaultsState.fields.partial().shape,
  ...usersState.fields.partial().shape,
  ...profileFieldsState.fields.partial().shape,
  ...botsState.fields.partial().shape,
  ...groupsState.fields.partial().shape,
  ...channelsState.fields.partial().shape,
  ...defaultChannelsState.fields.partial().shape,
  ...subscriptionsState.fields.partial().shape,
  ...messagesState.fields.partial().shape,
  ...draftsState.fields.partial().shape,
  ...snippetsState.fields.partial().shape,
  ...navigationViewsState.fields.partial().shape,
  ...alertWordsState.fields.partial().shape,
  ...foldersState.fields.partial().shape,
});
export type InitialState = z.output<typeof initialState>;
