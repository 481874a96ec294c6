// The state from register and events, typed by what this client fetches, and lookups derived from it.
import type { Channel, ChannelId, Draft, InitialState, realmState, Subscription, User } from '@stoa/contract';
import { mutedBy } from '@stoa/contract';
import type { z } from 'zod';
import { derived } from '../../base/cells/cell.ts';
import { t } from '../../base/text/text.ts';

type Fetched = Required<
  Pick<
    InitialState,
    | 'realm_users'
    | 'realm_non_active_users'
    | 'cross_realm_bots'
    | 'user_id'
    | 'email'
    | 'delivery_email'
    | 'avatar_source'
    | 'alert_words'
    | 'full_name'
    | 'is_admin'
    | 'is_guest'
    | 'is_moderator'
    | 'is_owner'
    | 'realm_user_groups'
    | 'subscriptions'
    | 'unsubscribed'
    | 'never_subscribed'
    | 'unread_msgs'
    | 'starred_messages'
    | 'drafts'
    | 'user_topics'
    | 'muted_users'
    | 'channel_folders'
    | 'realm_default_streams'
    | 'realm_emoji'
    | 'realm_playgrounds'
    | 'realm_linkifiers'
    | 'realm_domains'
    | 'realm_user_settings_defaults'
    | 'scheduled_messages'
    | 'reminders'
    | 'saved_snippets'
    | 'user_settings'
    | 'realm_name'
    | 'user_status'
    | 'custom_profile_fields'
    | 'realm_bots'
    | 'presences'
    | 'presence_last_update_id'
    | 'server_timestamp'
    | 'can_invite_others_to_realm'
  >
>;
/** All fields of register about the organization and the server. */
type Organization = z.output<(typeof realmState)['fields']>;
export type State = Fetched & Organization & Readonly<Record<string, unknown>>;

export type Person = User;

/** Accounts as the reader sees them: those that were erased have a name in the reader's language. [PD13] */
export const shownPeople = derived((users: readonly User[]): readonly User[] =>
  users.some(({ is_deleted }) => is_deleted)
    ? users.map((user) => (user.is_deleted ? { ...user, full_name: t('deleted_person') } : user))
    : users,
);

const activeById = derived(
  (users: readonly User[]) => new Map<number, User>(shownPeople(users).map((user) => [user.user_id, user])),
);
const systemById = derived(
  (bots: State['cross_realm_bots']) => new Map<number, Person>(bots.map((bot) => [bot.user_id, bot])),
);

export function findPerson(state: State, user_id: number): Person | null {
  return (
    activeById(state.realm_users).get(user_id) ??
    activeById(state.realm_non_active_users).get(user_id) ??
    systemById(state.cross_realm_bots).get(user_id) ??
    null
  );
}

/** Includes the reader's personal settings for current and former subscriptions. */
export type KnownChannel = Channel & Partial<Omit<Subscription, keyof Channel>>;

const channelsById = derived(
  (list: readonly KnownChannel[]) => new Map<number, KnownChannel>(list.map((channel) => [channel.stream_id, channel])),
);

/** A channel that the reader may know of; `color` only if subscribed. */
export function findChannel(state: State, channel_id: number): KnownChannel | null {
  return (
    channelsById(state.subscriptions).get(channel_id) ??
    channelsById(state.unsubscribed).get(channel_id) ??
    channelsById(state.never_subscribed).get(channel_id) ??
    null
  );
}

/** The channel with the reader's personal settings, if subscribed. */
export function findSubscription(state: State, channel_id: number): Subscription | null {
  return (channelsById(state.subscriptions).get(channel_id) as Subscription | undefined) ?? null;
}

const mutedFor = derived((subscriptions: State['subscriptions']) =>
  derived((user_topics: State['user_topics']) => mutedBy(subscriptions, user_topics)),
);
export function isTopicMuted(state: State, channel_id: number, topic: string): boolean {
  return mutedFor(state.subscriptions)(state.user_topics)(channel_id as ChannelId, topic);
}

export type { Draft };
