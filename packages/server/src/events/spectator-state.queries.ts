// What register returns without an account: what spectators may read anyway, and nothing of one's own. [EV13] [EV600] [EV880]
import { CUSTOM_PROFILE_FIELD_TYPES, type RealmId, type states, type UserId } from '@stoa/contract';
import { findChannelsWithAccess, presentChannels } from '../conversation/channels/channels.queries.ts';
import { findFolders } from '../conversation/folders/folders.queries.ts';
import {
  channelDefaults,
  newSettings,
  presentOwn,
  withDefaults,
} from '../conversation/subscriptions/subscriptions.present.ts';
import { findGroups } from '../identity/groups/groups.queries.ts';
import { emailHost } from '../identity/realm/realm.queries.ts';
import { hasSpectatorAccess } from '../identity/realm/realm-settings.queries.ts';
import { findDefaultsState } from '../identity/settings/settings.queries.ts';
import { findSeenTexts } from '../identity/users/seen-texts.queries.ts';
import { findSeenBySpectators } from '../identity/users/user-access.queries.ts';
import { completeSettings } from '../identity/users/user-settings.queries.ts';
import { findUserTexts } from '../identity/users/user-texts.queries.ts';
import { presentToSpectator } from '../identity/users/users.present.ts';
import { getNotificationBot } from '../identity/users/users.queries.ts';
import type { Actor } from '../kit/access/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { arrayOf } from '../kit/json/json-text.ts';
import { seconds } from '../kit/time/clock.ts';
import type { StateFields, StateRequest } from '../slice/state.ts';

type Request = StateRequest<Actor | null>;
type Part = keyof typeof states;

/** Somebody without an account has none of these, or nothing to do with them. */
const NOTHING_OF_ONES_OWN: Readonly<Partial<Record<Part, StateFields>>> = {
  alert_words: { alert_words: [] },
  bots: { realm_bots: [] },
  default_channel_groups: { realm_default_stream_groups: [] },
  default_channels: { realm_default_streams: [] },
  devices: { devices: {} },
  drafts: { drafts: [] },
  embedded_bots: { realm_embedded_bots: [] },
  incoming_webhooks: { realm_incoming_webhook_bots: [] },
  messages: { max_message_id: -1 },
  muted_users: { muted_users: [] },
  navigation_views: { navigation_views: [] },
  onboarding: { onboarding_steps: [], navigation_tour_video_url: null },
  profile_fields: { custom_profile_fields: [], custom_profile_field_types: CUSTOM_PROFILE_FIELD_TYPES },
  realm_domains: { realm_domains: [] },
  recent_conversations: { recent_private_conversations: [] },
  reminders: { reminders: [] },
  scheduled_messages: { scheduled_messages: [] },
  snippets: { saved_snippets: [] },
  starred: { starred_messages: [] },
  unread: {
    unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
  },
  user_status: { user_status: {} },
  user_topics: { user_topics: [] },
  video_calls: { has_zoom_token: false },
};

/** The web-public channels; none where spectators are not admitted. */
async function findReadableRows(db: Connection, { realm }: Request) {
  const channels = await findChannelsWithAccess(db, realm, null);
  return channels.filter(({ content }) => content).map(({ channel }) => channel);
}

async function findReadable(db: Connection, request: Request) {
  return presentChannels(db, request.realm.realm_id, await findReadableRows(db, request), request.now);
}

/** Those that hold a channel that spectators see: the name of another may say more than it should. */
async function findFoldersOfReadable(db: Connection, request: Request) {
  const used = new Set((await findReadableRows(db, request)).map(({ folder_id }) => folder_id));
  return (await findFolders(db, request.realm.realm_id)).filter(({ id }) => used.has(id));
}

/** Those that a new account would begin with. */
async function findSettings(db: Connection, { realm }: Request): Promise<StateFields> {
  const { realm_user_settings_defaults } = await findDefaultsState(db, realm.realm_id);
  return { user_settings: { ...realm_user_settings_defaults!, timezone: '' } };
}

/** As if one had just subscribed to them: clients show what is in `subscriptions`. */
async function findSubscriptions(db: Connection, request: Request): Promise<StateFields> {
  const knows_null = request.params.client_capabilities.notification_settings_null ?? false;
  const defaults = channelDefaults(completeSettings({}));
  const subscriptions = (await findReadable(db, request)).map((channel) => {
    const settings = newSettings(channel.stream_id);
    return { ...channel, ...presentOwn(knows_null ? settings : withDefaults(settings, defaults)) };
  });
  return { subscriptions, unsubscribed: [], never_subscribed: [] };
}

async function findUsers(db: Connection, { realm, time_slice }: Request): Promise<StateFields> {
  const { realm_id } = realm;
  if (!(await hasSpectatorAccess(db, realm_id)))
    return { realm_users: [], realm_non_active_users: [], cross_realm_bots: [] };
  const host = emailHost(realm);
  const seen_ids = await findSeenBySpectators(db, realm_id);
  const texts =
    seen_ids === null
      ? await findUserTexts(db, realm_id, host, null, time_slice)
      : await findSeenTexts(db, realm, null, seen_ids, true);
  const bot = presentToSpectator(await getNotificationBot(db, realm_id), host);
  return {
    realm_users: arrayOf(texts.active),
    realm_non_active_users: arrayOf(texts.inactive),
    cross_realm_bots: [{ ...bot, is_system_bot: true }],
  };
}

/** The groups of roles, which people show anyway; a group with a name of its own may say more than it should. */
async function findRoleGroups(db: Connection, realm_id: RealmId) {
  if (!(await hasSpectatorAccess(db, realm_id))) return [];
  const seen_ids = await findSeenBySpectators(db, realm_id);
  const isSeen = (user_id: UserId) => seen_ids?.has(user_id) ?? true;
  const groups = (await findGroups(db, realm_id, false)).filter(({ is_system_group }) => is_system_group);
  return groups.map((group) => ({ ...group, members: group.members.filter(isSeen) }));
}

export type SpectatorPart = (db: Connection, request: Request) => Promise<StateFields>;

const OF_SPECTATORS: Readonly<Partial<Record<Part, SpectatorPart>>> = {
  channels: async (db, request) => ({ streams: await findReadable(db, request) }),
  folders: async (db, request) => ({ channel_folders: await findFoldersOfReadable(db, request) }),
  // As for accounts. [UT4]
  muted_topics: async (_db, { fetch }) => (fetch?.includes('user_topic') ? {} : { muted_topics: [] }),
  presence: async (_db, { now }) => ({
    presences: {},
    presence_last_update_id: -1,
    server_timestamp: seconds(now),
  }),
  settings: findSettings,
  subscriptions: findSubscriptions,
  users: findUsers,
  groups: async (db, { realm }) => ({ realm_user_groups: await findRoleGroups(db, realm.realm_id) }),
};

/** Null for parts that an account alone has, and for those that are the same for everybody. */
export function spectatorPart(name: Part): SpectatorPart | null {
  const nothing = NOTHING_OF_ONES_OWN[name];
  return nothing ? async () => nothing : (OF_SPECTATORS[name] ?? null);
}
