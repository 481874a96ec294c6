// How events change the unread and starred messages in the state.
import type { ReceivedEvent } from '../kit/event.ts';
import type { ClientState, Reducer } from '../kit/state.ts';
import type { ChannelId, MessageId, UserId } from '../kit/values.ts';
import type { Message } from '../messages/message.ts';
import type { UnreadDetails } from './read-state.events.ts';
import {
  countUnread,
  directPlace,
  type IsMuted,
  mutedBy,
  type UnreadMessages,
  withoutUnread,
  withUnread,
} from './read-state.state.ts';

const PERSONAL = ['mentioned', 'topic_wildcard_mentioned'];

function withMessage(state: ClientState, unread: UnreadMessages, event: ReceivedEvent): UnreadMessages {
  const { flags, message } = event as ReceivedEvent & { flags: string[]; message: Message };
  const { id, stream_id, subject, display_recipient, sender_id } = message;
  if (flags.includes('read')) return unread;
  const subscriptions = state.subscriptions as readonly { stream_id: ChannelId }[] | undefined;
  // A client that follows all public channels also receives messages of channels without a subscription; they are not
  // unread.
  if (stream_id !== undefined && subscriptions?.every((channel) => channel.stream_id !== stream_id)) return unread;
  const people = () => (display_recipient as { id: UserId }[]).map((person) => person.id);
  const place =
    stream_id === undefined
      ? directPlace(
          people(),
          (state.user_id as UserId | undefined) ?? people().find((user_id) => user_id !== sender_id)!,
        )
      : { stream_id, topic: subject };
  const next = withUnread(unread, place, [id]);
  const personal = flags.some((flag) => PERSONAL.includes(flag));
  const everyone =
    flags.includes('stream_wildcard_mentioned') &&
    !('topic' in place && isMutedIn(state)(place.stream_id, place.topic));
  return personal || everyone ? { ...next, mentions: [...next.mentions, id] } : next;
}

function withDetails(state: ClientState, unread: UnreadMessages, event: ReceivedEvent): UnreadMessages {
  let next = unread;
  for (const [id, details] of Object.entries(event.message_details as Record<string, UnreadDetails>)) {
    const { type, user_ids, stream_id, topic, mentioned } = details;
    const reader = state.user_id as UserId;
    const place = type === 'stream' ? { stream_id: stream_id!, topic: topic! } : directPlace(user_ids!, reader);
    next = withUnread(next, place, [Number(id) as MessageId]);
    if (mentioned) next = { ...next, mentions: [...next.mentions, Number(id) as MessageId].sort((a, b) => a - b) };
  }
  return next;
}

interface Move {
  readonly message_ids: readonly MessageId[];
  readonly stream_id?: ChannelId;
  readonly new_stream_id?: ChannelId;
  readonly subject?: string;
}

function withMove(state: ClientState, unread: UnreadMessages, { message_ids, ...move }: Move): UnreadMessages {
  const { stream_id, new_stream_id = stream_id, subject } = move;
  if (stream_id === undefined || (new_stream_id === stream_id && subject === undefined)) return unread;
  const subscriptions = state.subscriptions as readonly { stream_id: ChannelId }[] | undefined;
  const left = subscriptions?.every((channel) => channel.stream_id !== new_stream_id);
  const { mentions } = unread;
  let next = withoutUnread(unread, (id) => message_ids.includes(id));
  if (left) return next;
  for (const entry of unread.streams) {
    const moved = entry.unread_message_ids.filter((id) => message_ids.includes(id));
    if (moved.length > 0) next = withUnread(next, { stream_id: new_stream_id!, topic: subject ?? entry.topic }, moved);
  }
  return { ...next, mentions };
}

/** An edit can change mentions. Read messages are in no list. */
function withEdit(state: ClientState, unread: UnreadMessages, event: ReceivedEvent): UnreadMessages {
  const { message_id: id, flags } = event as ReceivedEvent & { message_id: MessageId; flags: string[] };
  if (event.content === undefined || flags.includes('read')) return unread;
  const place = unread.streams.find(({ unread_message_ids }) => unread_message_ids.includes(id));
  const everyone =
    flags.includes('stream_wildcard_mentioned') && !(place && isMutedIn(state)(place.stream_id, place.topic));
  const mentioned = everyone || flags.some((flag) => PERSONAL.includes(flag));
  if (mentioned === unread.mentions.includes(id)) return unread;
  const others = unread.mentions.filter((mention) => mention !== id);
  return { ...unread, mentions: mentioned ? [...others, id].sort((a, b) => a - b) : others };
}

function isMutedIn(state: ClientState): IsMuted {
  const [subscriptions, user_topics] = [state.subscriptions, state.user_topics] as Partial<Parameters<typeof mutedBy>>;
  return mutedBy(subscriptions ?? [], user_topics ?? []);
}

function reduceUnread(state: ClientState, unread: UnreadMessages, event: ReceivedEvent): UnreadMessages {
  const removeAll = (ids: readonly MessageId[]) => {
    const set = new Set(ids);
    return withoutUnread(unread, (id) => set.has(id));
  };
  const left = (channels: readonly ChannelId[]) =>
    withoutUnread(unread, (_, stream_id) => stream_id !== undefined && channels.includes(stream_id));
  const channelIds = (channels: unknown) => (channels as { stream_id: ChannelId }[]).map(({ stream_id }) => stream_id);
  switch (`${event.type} ${event.op ?? ''}`.trim()) {
    case 'message':
      return withMessage(state, unread, event);
    case 'update_message_flags add':
      if (event.flag !== 'read') return unread;
      return event.all ? withoutUnread(unread, () => true) : removeAll(event.messages as MessageId[]);
    case 'update_message_flags remove':
      return event.flag === 'read' ? withDetails(state, unread, event) : unread;
    case 'delete_message':
      return removeAll((event.message_ids as MessageId[] | undefined) ?? [event.message_id as MessageId]);
    case 'update_message':
      return withEdit(state, withMove(state, unread, event as ReceivedEvent & Move), event);
    case 'subscription remove':
      return left(channelIds(event.subscriptions));
    case 'stream delete':
      return left(event.stream_ids as ChannelId[]);
    case 'stream update':
      return event.property === 'is_archived' && event.value === true ? left([event.stream_id as ChannelId]) : unread;
    default:
      return unread;
  }
}

const COUNT_CHANGES_WITH: ReadonlySet<string> = new Set(['subscription', 'user_topic']);

/** Runs after the reducers of subscriptions and topics, which decide what is muted. */
export const reduceReadState: Reducer = (before, event) => {
  let state = before;
  const known_starred = state.starred_messages as readonly MessageId[] | undefined;
  if (known_starred) {
    const starred_messages = reduceStarred(known_starred, event);
    if (starred_messages !== known_starred) state = { ...state, starred_messages };
  }
  if (!state.unread_msgs) return state;
  const unread_msgs = state.unread_msgs as UnreadMessages;
  const unread = reduceUnread(state, unread_msgs, event);
  if (unread === unread_msgs && !COUNT_CHANGES_WITH.has(event.type)) return state;
  return { ...state, unread_msgs: { ...unread, count: countUnread(unread, isMutedIn(state)) } };
};

function reduceStarred(starred: readonly MessageId[], event: ReceivedEvent): readonly MessageId[] {
  const removeAll = (ids: readonly MessageId[]) =>
    starred.some((id) => ids.includes(id)) ? starred.filter((id) => !ids.includes(id)) : starred;
  if (event.type === 'delete_message')
    return removeAll((event.message_ids as MessageId[] | undefined) ?? [event.message_id as MessageId]);
  if (event.type !== 'update_message_flags' || event.flag !== 'starred') return starred;
  const ids = event.messages as MessageId[];
  return event.op === 'remove' ? removeAll(ids) : [...new Set([...starred, ...ids])].sort((a, b) => a - b);
}
