// The state that register answers with: each part read when one of its types is fetched. [EV14]

import {
  type Bot,
  displaySettingsState,
  type IncludeSubscribers,
  type InitialState,
  notificationSettingsState,
  type ParamsOf,
  type registerQueue,
  type StateDeclaration,
  states,
} from '@stoa/contract';
import { type ChannelText, findVisibleTexts } from '../conversation/channels/channel-texts.queries.ts';
import { findDefaultIds } from '../conversation/channels/channels.queries.ts';
import { findEmoji } from '../conversation/emoji/emoji.queries.ts';
import { findFolders } from '../conversation/folders/folders.queries.ts';
import { findLinkifiers } from '../conversation/linkifiers/linkifiers.queries.ts';
import { findMaxMessageId } from '../conversation/messages/messages.queries.ts';
import { findRecentConversations } from '../conversation/messages/recent-conversations.queries.ts';
import { findMutedUsers } from '../conversation/muted-users/muted-users.queries.ts';
import { findStarred } from '../conversation/read-ranges/flags.queries.ts';
import { findUnreadMessages } from '../conversation/read-state/unread-state.queries.ts';
import { findSubscriptionState } from '../conversation/subscriptions/subscriptions.queries.ts';
import { findMutedTopics, findUserTopics } from '../conversation/user-topics/user-topics.queries.ts';
import { findDevicesState } from '../delivery/devices/devices.queries.ts';
import { findAlertWords } from '../features/alert-words/alert-words.queries.ts';
import { findManagedBots, presentBot } from '../features/bots/bots.queries.ts';
import { findVideoCallsState } from '../features/calls/zoom.queries.ts';
import { findDrafts } from '../features/drafts/drafts.queries.ts';
import { listIncomingWebhooks } from '../features/integrations/integrations.rules.ts';
import { findNavigationViews } from '../features/navigation-views/navigation-views.queries.ts';
import { findOnboardingSteps } from '../features/onboarding/onboarding.queries.ts';
import { findPlaygrounds } from '../features/playgrounds/playgrounds.queries.ts';
import { findReminders } from '../features/reminders/reminders.queries.ts';
import { findScheduledMessages } from '../features/scheduled-messages/scheduled-messages.queries.ts';
import { findSnippets } from '../features/snippets/snippets.queries.ts';
import { findStatuses } from '../features/user-status/user-status.queries.ts';
import { findGroupsText } from '../identity/groups/groups.queries.ts';
import { findPresenceState } from '../identity/presence/presence.queries.ts';
import { findProfileFieldsState } from '../identity/profile-fields/profile-fields.queries.ts';
import { findRealmDomains } from '../identity/realm/allowed-emails.queries.ts';
import { OUTSIDE_SERVICES } from '../identity/realm/outside-services.rules.ts';
import { hasSpectatorAccess } from '../identity/realm/realm-settings.queries.ts';
import { findRealmState } from '../identity/realm/realm-state.queries.ts';
import { findDefaultsState, findLegacySettings, findSettingsState } from '../identity/settings/settings.queries.ts';
import { findSeenIds } from '../identity/users/user-access.queries.ts';
import { findUsersState } from '../identity/users/users-state.queries.ts';
import { type Actor, isGuest, type Realm } from '../kit/actor.ts';
import { seconds } from '../kit/clock.ts';
import type { Connection } from '../kit/database/connection.ts';
import { TimeSlice } from '../kit/event-loop/time-slice.ts';
import { arrayOf, JsonText, KeyText, type OrText } from '../kit/json-text.ts';
import type { ServerFacts } from '../kit/server-facts.ts';

export interface StateRequest {
  readonly actor: Actor | null;
  readonly realm: Realm;
  readonly server: ServerFacts;
  /** The types to fetch; null for all. */
  readonly fetch: readonly string[] | null;
  readonly client_gravatar: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly params: ParamsOf<typeof registerQueue>;
}

export type StateFields = Partial<OrText<InitialState>>;
interface PartRequest extends StateRequest {
  readonly actor: Actor;
  /** The channels that the actor may know of: several parts tell of them. */
  channels(): Promise<readonly ChannelText[]>;
  readonly time_slice: TimeSlice;
}
type Part = (db: Connection, request: PartRequest) => Promise<StateFields>;

/** Clients that process archived channels get them with the others. */
function keepsArchived({ client_capabilities }: StateRequest['params']): boolean {
  return client_capabilities.archived_channels ?? false;
}

function knowsEmptyTopic({ client_capabilities }: StateRequest['params']): boolean {
  return client_capabilities.empty_topic_name ?? false;
}

/** What an outgoing webhook signs with is a key. */
function botsText(bots: readonly Bot[]): JsonText {
  const text = JSON.stringify(bots);
  return new JsonText([bots.some(({ services }) => services.length > 0) ? new KeyText(text) : text]);
}

const parts: Record<keyof typeof states, Part> = {
  realm: (db, { realm, server }) => findRealmState(db, realm, server),
  realm_domains: async (db, { realm }) => ({ realm_domains: await findRealmDomains(db, realm.realm_id) }),
  settings: (db, { actor }) => findSettingsState(db, actor.user_id),
  // Only for who names their types: the others have `user_settings`. [ST13]
  displaySettings: (db, { actor }) => findLegacySettings(db, actor.user_id, displaySettingsState),
  notificationSettings: (db, { actor }) => findLegacySettings(db, actor.user_id, notificationSettingsState),
  settingsDefaults: (db, { realm }) => findDefaultsState(db, realm.realm_id),
  users: (db, { actor, client_gravatar, params, time_slice }) => {
    const user_list_incomplete = params.client_capabilities.user_list_incomplete ?? false;
    return findUsersState(db, actor, { client_gravatar, user_list_incomplete, time_slice });
  },
  profile_fields: (db, { actor }) => findProfileFieldsState(db, actor.realm.realm_id),
  bots: async (db, { actor }) => ({ realm_bots: botsText((await findManagedBots(db, actor)).map(presentBot)) }),
  incoming_webhooks: async () => ({ realm_incoming_webhook_bots: listIncomingWebhooks() }),
  embedded_bots: async () => ({ realm_embedded_bots: [] }),
  groups: async (db, { actor, params }) => ({
    realm_user_groups: await findGroupsText(
      db,
      actor.realm.realm_id,
      params.client_capabilities.include_deactivated_groups ?? false,
    ),
  }),
  channels: async (_db, { channels }) => ({
    streams: arrayOf((await channels()).map(({ open }) => `${open}}`)),
  }),
  default_channel_groups: async () => ({ realm_default_stream_groups: [] }),
  default_channels: async (db, { actor }) => ({
    realm_default_streams: isGuest(actor) ? [] : await findDefaultIds(db, actor.realm.realm_id),
  }),
  subscriptions: async (db, { actor, now, params, channels }) => {
    const include_subscribers = String(params.include_subscribers) as IncludeSubscribers;
    const knows_null = params.client_capabilities.notification_settings_null ?? false;
    return findSubscriptionState(db, actor, await channels(), { include_subscribers, knows_null, now });
  },
  messages: async (db, { actor }) => ({ max_message_id: await findMaxMessageId(db, actor) }),
  recent_conversations: async (db, { actor }) => ({
    recent_private_conversations: await findRecentConversations(db, actor),
  }),
  unread: async (db, { actor, params }) => ({
    unread_msgs: await findUnreadMessages(db, actor, params.client_capabilities.empty_topic_name ?? false),
  }),
  starred: async (db, { actor }) => ({ starred_messages: await findStarred(db, actor) }),
  devices: (db, { actor }) => findDevicesState(db, actor.user_id),
  drafts: async (db, { actor }) => ({ drafts: (await findDrafts(db, actor.user_id)).reverse() }),
  snippets: async (db, { actor }) => ({ saved_snippets: await findSnippets(db, actor.user_id) }),
  navigation_views: async (db, { actor }) => ({ navigation_views: await findNavigationViews(db, actor.user_id) }),
  alert_words: async (db, { actor }) => ({ alert_words: await findAlertWords(db, actor.user_id) }),
  user_topics: async (db, { actor, params }) => ({
    user_topics: await findUserTopics(db, actor.user_id, knowsEmptyTopic(params)),
  }),
  // Who asks for what has replaced it does not get it. [UT4]
  muted_topics: async (db, { actor, fetch, params }) =>
    fetch?.includes('user_topic')
      ? {}
      : { muted_topics: await findMutedTopics(db, actor.user_id, knowsEmptyTopic(params)) },
  muted_users: async (db, { actor }) => ({ muted_users: await findMutedUsers(db, actor.user_id) }),
  presence: (db, { actor, now, params }) =>
    findPresenceState(db, actor, {
      modern: params.slim_presence,
      history_limit_days: params.presence_history_limit_days,
      now: seconds(now),
    }),
  user_status: async (db, { actor }) => ({
    user_status: await findStatuses(db, actor.realm.realm_id, await findSeenIds(db, actor)),
  }),
  emoji: async (db, { realm }) => ({ realm_emoji: await findEmoji(db, realm.realm_id) }),
  folders: async (db, { actor }) => ({ channel_folders: await findFolders(db, actor.realm.realm_id) }),
  linkifiers: async (db, { realm, params }) => ({
    realm_linkifiers: params.client_capabilities.linkifier_url_template ? await findLinkifiers(db, realm.realm_id) : [],
  }),
  filters: async () => ({ realm_filters: [] }),
  scheduled_messages: async (db, { actor }) => ({
    scheduled_messages: await findScheduledMessages(db, actor.user_id),
  }),
  reminders: async (db, { actor }) => ({ reminders: await findReminders(db, actor.user_id) }),
  onboarding: async (db, { actor }) => ({
    onboarding_steps: await findOnboardingSteps(db, actor.user_id),
    navigation_tour_video_url: null,
  }),
  giphy: async () => OUTSIDE_SERVICES.giphy,
  tenor: async () => OUTSIDE_SERVICES.tenor,
  video_calls: (db, { actor }) => findVideoCallsState(db, actor.user_id),
  billing: async () => OUTSIDE_SERVICES.billing,
  stop_words: async () => OUTSIDE_SERVICES.stop_words,
  playgrounds: async (db, { realm }) => ({ realm_playgrounds: await findPlaygrounds(db, realm.realm_id) }),
};

/** What spectators are told: the organization, and nothing of its people. */
const SPECTATOR_PARTS: readonly (keyof typeof states)[] = ['realm', 'linkifiers', 'filters', 'playgrounds'];
/** Where nothing is open to them: addresses of what else is used in the house are nobody's business. */
const STRANGER_PARTS: readonly (keyof typeof states)[] = ['realm'];

async function partsToldTo(db: Connection, { realm }: StateRequest): Promise<readonly (keyof typeof states)[]> {
  return (await hasSpectatorAccess(db, realm.realm_id)) ? SPECTATOR_PARTS : STRANGER_PARTS;
}

function isFetched({ fetch, fetch_all, named_only }: StateDeclaration, types: readonly string[] | null): boolean {
  if (types === null) return !named_only;
  return fetch_all ? fetch.every((type) => types.includes(type)) : fetch.some((type) => types.includes(type));
}

export async function fetchInitialState(db: Connection, request: StateRequest): Promise<StateFields> {
  const told = request.actor ? null : await partsToldTo(db, request);
  const wanted = (Object.keys(states) as (keyof typeof states)[]).filter(
    (name) => (told?.includes(name) ?? true) && isFetched(states[name], request.fetch),
  );
  const time_slice = new TimeSlice();
  let channels: Promise<readonly ChannelText[]> | null = null;
  const asked = {
    ...request,
    time_slice,
    channels() {
      const archived_too = keepsArchived(request.params);
      channels ??= findVisibleTexts(db, request.actor!, request.now, { archived_too });
      return channels;
    },
  } as PartRequest;
  const state: StateFields = {};
  for (const name of wanted) {
    Object.assign(state, await parts[name](db, asked));
    await time_slice.yieldIfUsed();
  }
  return state;
}
