// The newest topics of the current channel, below its name.
import { isResolvedTopic } from '@stoa/contract/topics';
import { useState } from 'react';
import { t } from '../../base/text/text.ts';
import { Count } from '../../base/ui/count.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { hashOf, keyOf, type View } from '../../base/views/view.ts';
import { useTopics } from '../../domain/channels/topics.ts';
import { TopicMenu } from '../../domain/menus/topic-menu.tsx';
import { isVisitor, useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import { sameTopic } from '../../model/messages/conversations.ts';
import { topicName } from '../../model/state/names.ts';
import { isTopicMuted } from '../../model/state/state.ts';
import { unreadCounts } from '../../model/state/unread.ts';
import { SidebarLink } from './sidebar-link.tsx';

const FEW = 6;
const MANY = 40;
const FOLLOWED = 3;
const MUTED_BY = ['subscriptions', 'user_topics'] as const;

export function ChannelTopics({ channel_id, current }: { channel_id: number; current: string }) {
  const topics = useTopics(channel_id);
  const is_visitor = isVisitor(useEngine());
  const counts = useAppState(unreadCounts);
  const state = useStateOf(MUTED_BY);
  const [more, setMore] = useState(false);
  if (!topics) return null;
  const viewOf = (topic: string): View => ({ kind: 'topic', channel_id, topic });
  const unreadOf = (topic: string) => counts.byKey.get(keyOf(viewOf(topic)))?.count ?? 0;
  const isFollowed = (topic: string) =>
    state.user_topics.some(
      (row) => row.visibility_policy === FOLLOWED && row.stream_id === channel_id && sameTopic(row.topic_name, topic),
    );
  const shown = topics.filter(
    ({ name }, at) => at < (more ? MANY : FEW) || unreadOf(name) > 0 || keyOf(viewOf(name)) === current,
  );
  return (
    <ul className="sidebar-links topics">
      {shown.map(({ name }) => {
        const count = unreadOf(name);
        const muted = isTopicMuted(state, channel_id, name);
        return (
          <li key={name} className="sidebar-row">
            <SidebarLink
              view={viewOf(name)}
              is_current={keyOf(viewOf(name)) === current}
              className={`${muted ? 'muted' : ''} ${count > 0 && !muted ? 'has-unread' : ''}`}
            >
              <span className="sidebar-name" dir="auto">
                {isResolvedTopic(name) && (
                  <>
                    <Icon name="check" size={14} />
                    <span className="hidden-text">{t('resolved')}</span>
                  </>
                )}
                {topicName(name)}
              </span>
              {isFollowed(name) && (
                <>
                  <Icon name="bell" size={13} />
                  <span className="hidden-text">{t('topic_policy_follow')}</span>
                </>
              )}
              <Count count={count} quiet={muted} />
            </SidebarLink>
            {!is_visitor && <TopicMenu channel_id={channel_id} topic={name} className="icon-button sidebar-menu" />}
          </li>
        );
      })}
      {topics.length > FEW && (
        <li className="sidebar-row">
          {(more || topics.length > shown.length) && (
            <button type="button" className="sidebar-link more" aria-expanded={more} onClick={() => setMore(!more)}>
              {t(more ? 'fewer_topics' : 'more_conversations')}
            </button>
          )}
          <a className="sidebar-link more" href={hashOf({ kind: 'topics', channel_id })}>
            {t('show_all_topics')}
          </a>
        </li>
      )}
    </ul>
  );
}
