// Topic policies: muted, unmuted, followed or inherited. Sent only to the user's own clients.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { ChannelId, Timestamp } from '../kit/values.ts';
import { ChannelNameDoesNotExist } from '../shapes/errors.ts';
import { topicKey } from '../shapes/topics.ts';

/** `none` inherits from the channel and is not stored. */
export const VISIBILITY_POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export const VisibilityPolicy = z.literal([0, 1, 2, 3]);
export type VisibilityPolicy = z.output<typeof VisibilityPolicy>;

const UserTopic = z.object({
  stream_id: ChannelId,
  topic_name: z.string(),
  last_updated: Timestamp,
  visibility_policy: VisibilityPolicy,
});
export type UserTopic = z.output<typeof UserTopic>;

/** Deprecated: channel name, topic, and when it was muted. */
const MutedTopic = z.tuple([z.string(), z.string(), Timestamp]);
export type MutedTopic = z.output<typeof MutedTopic>;

export const userTopicChanged = event({
  type: 'user_topic',
  fields: () => UserTopic,
  summary: 'The user changed the policy of a topic; 0 means it was removed.',
});
export const mutedTopicsChanged = event({
  type: 'muted_topics',
  fields: () => z.object({ muted_topics: z.array(MutedTopic) }),
  summary: 'Deprecated: all topics the user has muted. Not sent to clients that request user_topic by name.',
});

const emits = [userTopicChanged, mutedTopicsChanged];

export const updateUserTopic = endpoint({
  id: 'update-user-topic',
  method: 'POST',
  path: '/user_topics',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ stream_id: ChannelId, topic: z.string(), visibility_policy: VisibilityPolicy }),
  emits,
  summary: 'Mute, unmute or follow a topic, or inherit from its channel',
  since: 170,
});

export const muteTopic = endpoint({
  id: 'mute-topic',
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      /** Exactly one of the two is required. */
      stream_id: ChannelId.optional(),
      stream: z.string().optional(),
      topic: z.string(),
      op: z.enum(['add', 'remove']),
    }),
  errors: [ChannelNameDoesNotExist],
  emits,
  summary: 'Deprecated: mute or unmute a topic',
});

export const userTopicsState = state({
  fetch: ['user_topic'],
  fields: () => z.object({ user_topics: z.array(UserTopic) }),
});
/** Not sent to clients that fetch user_topic by name. */
export const mutedTopicsState = state({
  fetch: ['muted_topics'],
  fields: () => z.object({ muted_topics: z.array(MutedTopic) }),
});

export function byTopic(a: UserTopic, b: UserTopic): number {
  if (a.stream_id !== b.stream_id) return a.stream_id - b.stream_id;
  return topicKey(a.topic_name) < topicKey(b.topic_name) ? -1 : 1;
}

interface ChannelFacts {
  readonly stream_id: ChannelId;
  readonly name: string;
  readonly invite_only: boolean;
  readonly is_archived: boolean;
}

/** Derives the muted topics from the rest of the state, because their channel names can change. */
function withMutedTopics(state: ClientState): ClientState {
  const { user_topics, muted_topics, subscriptions, streams, is_guest } = state;
  if (!user_topics || !muted_topics || !subscriptions || !streams) return state;
  const open = (streams as ChannelFacts[]).filter(({ invite_only }) => !invite_only && !is_guest);
  const known = [...open, ...(subscriptions as ChannelFacts[])].filter(({ is_archived }) => !is_archived);
  const names = new Map(known.map(({ stream_id, name }) => [stream_id, name]));
  const muted = (user_topics as UserTopic[])
    .filter(({ visibility_policy }) => visibility_policy === VISIBILITY_POLICY.muted)
    .filter(({ stream_id }) => names.has(stream_id))
    .map(({ stream_id, topic_name, last_updated }) => [names.get(stream_id), topic_name, last_updated]);
  return { ...state, muted_topics: muted };
}

const NAMES_CHANGE_WITH: ReadonlySet<string> = new Set(['user_topic', 'subscription', 'stream', 'realm_user']);

/** Runs after the reducers of channels, subscriptions and users. */
export const reduceUserTopics: Reducer = (before: ClientState, event: ReceivedEvent): ClientState => {
  let state = before;
  if (event.type === 'muted_topics' && state.muted_topics) state = { ...state, muted_topics: event.muted_topics };
  if (event.type === 'user_topic' && state.user_topics) {
    const { stream_id, topic_name, last_updated, visibility_policy } = event as ReceivedEvent & UserTopic;
    const is_this = (row: UserTopic) =>
      row.stream_id === stream_id && topicKey(row.topic_name) === topicKey(topic_name);
    const rest = (state.user_topics as UserTopic[]).filter((row) => !is_this(row));
    const row = { stream_id, topic_name, last_updated, visibility_policy };
    const policies = visibility_policy === VISIBILITY_POLICY.none ? rest : [...rest, row].sort(byTopic);
    state = { ...state, user_topics: policies };
  }
  return NAMES_CHANGE_WITH.has(event.type) ? withMutedTopics(state) : state;
};

export const userTopicsContract = slice({
  name: 'user-topics',
  endpoints: { updateUserTopic, muteTopic },
  events: [userTopicChanged, mutedTopicsChanged],
  state: { user_topics: userTopicsState, muted_topics: mutedTopicsState },
  reduce: [reduceUserTopics],
});
