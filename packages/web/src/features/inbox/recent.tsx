// Recent conversations, the newest first: where something has happened and who took part.
import { memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { shortTime } from '../../base/text/dates.ts';
import { t } from '../../base/text/text.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { hashOf, keyOf, type View } from '../../base/views/view.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { ConversationMenu } from '../../domain/menus/conversation-menu.tsx';
import { Avatar } from '../../domain/people/avatar.tsx';
import { NAMED_BY, useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import { conversationKey, conversationOf } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { isResolved, peopleNames, topicName } from '../../model/state/names.ts';
import { findChannel, findPerson, type State } from '../../model/state/state.ts';
import { unreadCounts } from '../../model/state/unread.ts';

const LOOKED_AT = 1000;
const FACES = 4;
const SHOWN_BY = [...NAMED_BY, 'user_settings'] as const;

interface Conversation {
  readonly view: Extract<View, { kind: 'topic' | 'direct' }>;
  readonly newest: StoredMessage;
  readonly people: readonly number[];
}

function conversationsOf(messages: Iterable<StoredMessage>, own_id: number): Conversation[] {
  const found = new Map<string, { view: Conversation['view']; newest: StoredMessage; people: Set<number> }>();
  for (const message of [...messages].sort((a, b) => b.id - a.id)) {
    const key = conversationKey(message, own_id).toLowerCase();
    const known = found.get(key);
    if (known) known.people.add(message.sender_id);
    else
      found.set(key, { view: conversationOf(message, own_id), newest: message, people: new Set([message.sender_id]) });
  }
  return [...found.values()].map(({ people, ...rest }) => ({ ...rest, people: [...people] }));
}

export function Recent() {
  const engine = useEngine();
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const counts = useAppState(unreadCounts);
  const epoch = useCell(engine.epoch);
  const state = useStateOf(SHOWN_BY);
  const arrangement = useSyncExternalStore(engine.messages.subscribe, () => engine.messages.arrangement);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a gap in the events they are asked for again
  useEffect(() => {
    engine.client
      .getMessages({
        anchor: 'newest',
        num_before: LOOKED_AT,
        num_after: 0,
        client_gravatar: false,
        allow_empty_topic_name: true,
      })
      .then(({ messages }) => {
        engine.messages.put(messages);
        setStatus('ready');
      })
      .catch(() => setStatus('failed'));
  }, [engine, epoch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages themselves have no other sign of change
  const conversations = useMemo(() => conversationsOf(engine.messages.all(), engine.own_id), [engine, arrangement]);
  if (status === 'loading') return <p className="page quiet">{t('loading')}</p>;
  if (status === 'failed') return <EmptyState title={t('messages_failed')} />;
  if (conversations.length === 0) return <EmptyState title={t('nothing_here_title')}>{t('nothing_here')}</EmptyState>;
  return (
    <div className="page">
      <ul className="page-column conversations card">
        {conversations.map((one) => (
          <Row
            key={keyOf(one.view)}
            conversation={one}
            unread={counts.byKey.get(keyOf(one.view))?.count ?? 0}
            state={state}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly conversation: Conversation;
  readonly unread: number;
  readonly state: State;
}

const isSame = (a: RowProps, b: RowProps) =>
  a.conversation.newest === b.conversation.newest &&
  a.conversation.people.join() === b.conversation.people.join() &&
  a.unread === b.unread &&
  a.state === b.state;

const Row = memo(function Row({ conversation: { view, newest, people }, unread, state }: RowProps) {
  const channel = view.kind === 'topic' ? findChannel(state, view.channel_id) : null;
  return (
    <li className={unread > 0 ? 'conversation has-unread' : 'conversation'}>
      <span className="conversation-place" dir="auto">
        {view.kind === 'topic' ? (
          <ChannelMark channel={channel} />
        ) : (
          <Icon name={view.user_ids.length > 1 ? 'people' : 'person'} size={16} />
        )}
        {view.kind === 'topic' ? (channel?.name ?? t('unknown_channel')) : t('direct_messages')}
      </span>
      <a href={hashOf(view)} dir="auto">
        {view.kind === 'topic' && isResolved(view.topic) && <Icon name="check" size={15} />}
        {view.kind === 'topic' ? topicName(view.topic) : peopleNames(state, view.user_ids)}
      </a>
      {unread > 0 && (
        <span className="count">
          <span aria-hidden="true">{unread}</span>
          <span className="hidden-text">{t('unread_count', { count: unread })}</span>
        </span>
      )}
      <span className="faces">
        {people.slice(0, FACES).map((id) => (
          <Avatar key={id} person={findPerson(state, id)} size="s" />
        ))}
      </span>
      <time className="quiet" dateTime={new Date(newest.timestamp * 1000).toISOString()}>
        {shortTime(newest.timestamp, state.user_settings.twenty_four_hour_time)}
      </time>
      <ConversationMenu view={view} />
    </li>
  );
}, isSame);
