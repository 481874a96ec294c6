// The state that register answers with: each part read when one of its types is fetched. [EV14]
import { type IncludeSubscribers, type InitialState, type ParamsOf, type registerQueue, states } from '@stoa/contract';
import { findAlertWords } from '../alert-words/alert-words.queries.ts';
import { findManagedBots, presentBot } from '../bots/bots.queries.ts';
import { findDefaultIds, findVisibleChannels } from '../channels/channels.queries.ts';
import { findDrafts } from '../drafts/drafts.queries.ts';
import { findFolders } from '../folders/folders.queries.ts';
import { findGroups } from '../groups/groups.queries.ts';
import { type Actor, isGuest, type Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { ServerFacts } from '../kit/server-facts.ts';
import { findMaxMessageId } from '../messages/messages.queries.ts';
import { findNavigationViews } from '../navigation-views/navigation-views.queries.ts';
import { findProfileFieldsState } from '../profile-fields/profile-fields.queries.ts';
import { findRealmState } from '../realm/realm-state.queries.ts';
import { findDefaultsState, findSettingsState } from '../settings/settings.queries.ts';
import { findSnippets } from '../snippets/snippets.queries.ts';
import { findSubscriptionState } from '../subscriptions/subscriptions.queries.ts';
import { findUsersState } from '../users/users-state.queries.ts';

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

type Part = (db: Connection, request: StateRequest & { actor: Actor }) => Promise<Partial<InitialState>>;

/** Clients that process archived channels get them with the others. */
function keepsArchived({ client_capabilities }: StateRequest['params']): boolean {
  return client_capabilities.archived_channels ?? false;
}

const parts: Record<keyof typeof states, Part> = {
  realm: (db, { realm, server }) => findRealmState(db, realm, server),
  settings: (db, { actor }) => findSettingsState(db, actor.user_id),
  settingsDefaults: (db, { realm }) => findDefaultsState(db, realm.realm_id),
  users: (db, { actor, client_gravatar }) => findUsersState(db, actor, client_gravatar),
  profile_fields: (db, { actor }) => findProfileFieldsState(db, actor.realm.realm_id),
  bots: async (db, { actor }) => ({ realm_bots: (await findManagedBots(db, actor)).map(presentBot) }),
  groups: async (db, { actor, params }) => ({
    realm_user_groups: await findGroups(
      db,
      actor.realm.realm_id,
      params.client_capabilities.include_deactivated_groups ?? false,
    ),
  }),
  channels: async (db, { actor, now, params }) => ({
    streams: await findVisibleChannels(db, actor, now, { archived_too: keepsArchived(params) }),
  }),
  default_channels: async (db, { actor }) => ({
    realm_default_streams: isGuest(actor) ? [] : await findDefaultIds(db, actor.realm.realm_id),
  }),
  subscriptions: (db, { actor, now, params }) =>
    findSubscriptionState(db, actor, String(params.include_subscribers) as IncludeSubscribers, now, {
      archived_too: keepsArchived(params),
    }),
  messages: async (db, { actor }) => ({ max_message_id: await findMaxMessageId(db, actor) }),
  drafts: async (db, { actor }) => ({ drafts: (await findDrafts(db, actor.user_id)).reverse() }),
  snippets: async (db, { actor }) => ({ saved_snippets: await findSnippets(db, actor.user_id) }),
  navigation_views: async (db, { actor }) => ({ navigation_views: await findNavigationViews(db, actor.user_id) }),
  alert_words: async (db, { actor }) => ({ alert_words: await findAlertWords(db, actor.user_id) }),
  folders: async (db, { actor }) => ({ channel_folders: await findFolders(db, actor.realm.realm_id) }),
};

/** What spectators are told: the organization, and nothing of its people. */
const SPECTATOR_PARTS: readonly (keyof typeof states)[] = ['realm'];

export async function fetchInitialState(db: Connection, request: StateRequest): Promise<Partial<InitialState>> {
  const wanted = (Object.keys(states) as (keyof typeof states)[]).filter(
    (name) =>
      (request.actor !== null || SPECTATOR_PARTS.includes(name)) &&
      (request.fetch === null || states[name].fetch.some((type) => request.fetch!.includes(type))),
  );
  let state: Partial<InitialState> = {};
  for (const name of wanted)
    state = { ...state, ...(await parts[name](db, request as StateRequest & { actor: Actor })) };
  return state;
}
