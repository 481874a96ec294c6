// All topics of a channel, the newest first, found by what is typed. Draws what is in sight only.
import { isResolvedTopic } from '@stoa/contract/topics';
import { useDeferredValue, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fold } from '../../base/text/fold.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { FindField } from '../../base/ui/find-field.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { hashOf, keyOf, type View } from '../../base/views/view.ts';
import { useTopics } from '../../domain/channels/topics.ts';
import { TopicMenu } from '../../domain/menus/topic-menu.tsx';
import { isVisitor, useAppState, useEngine } from '../../model/engine/context.ts';
import { topicName } from '../../model/state/names.ts';
import { unreadCounts } from '../../model/state/unread.ts';
import { VirtualRows } from './virtual-rows.tsx';

/** Up to this many topics need no filter. */
const WITHOUT_FIELD = 10;

const nameOf = ({ name }: { name: string }) => name;

export function TopicList({ channel_id }: { channel_id: number }) {
  const topics = useTopics(channel_id);
  const counts = useAppState(unreadCounts);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(fold(typed.trim()));
  const scroller = useRef<HTMLDivElement>(null);
  if (!topics) return <p className="page quiet">{t('loading')}</p>;
  if (topics.length === 0) return <EmptyState title={t('no_topics')} />;
  const shown = query ? topics.filter(({ name }) => fold(topicName(name)).includes(query)) : topics;
  return (
    <div className="topics-page">
      {topics.length > WITHOUT_FIELD && (
        <div className="page-column topics-find">
          <FindField label={t('find_topic')} value={typed} change={setTyped} />
        </div>
      )}
      {shown.length === 0 && <EmptyState title={t('no_such_topic')} />}
      <div ref={scroller} className="topics-scroll">
        <VirtualRows
          page={`topics ${channel_id}`}
          items={shown}
          scroller={scroller}
          keyOf={nameOf}
          row={({ name }) => (
            <Topic
              channel_id={channel_id}
              name={name}
              count={counts.byKey.get(keyOf({ kind: 'topic', channel_id, topic: name }))?.count ?? 0}
            />
          )}
        />
      </div>
    </div>
  );
}

function Topic({ channel_id, name, count }: { channel_id: number; name: string; count: number }) {
  const view: View = { kind: 'topic', channel_id, topic: name };
  const is_visitor = isVisitor(useEngine());
  return (
    <div className={count > 0 ? 'conversation has-unread' : 'conversation'}>
      <a href={hashOf(view)} dir="auto">
        {isResolvedTopic(name) && <Icon name="check" size={15} />}
        {topicName(name)}
      </a>
      {isResolvedTopic(name) && <span className="tag">{t('resolved')}</span>}
      {count > 0 && (
        <span className="count">
          <span aria-hidden="true">{count}</span>
          <span className="hidden-text">{t('unread_count', { count })}</span>
        </span>
      )}
      {!is_visitor && <TopicMenu channel_id={channel_id} topic={name} className="icon-button conversation-menu" />}
    </div>
  );
}
