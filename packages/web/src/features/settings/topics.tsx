// Topic policies: automatic ones and those the reader chose.
import { VISIBILITY_POLICY, type VisibilityPolicy } from '@stoa/contract';
import { useDeferredValue, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import type { TextKey } from '../../base/text/text.ts';
import { SettingGroup, useSaved } from '../../base/ui/controls.tsx';
import { FindField } from '../../base/ui/find-field.tsx';
import { Select } from '../../base/ui/select.tsx';
import { hashOf } from '../../base/views/view.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { NAMED_BY, useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import { topicName } from '../../model/state/names.ts';
import { findChannel, type State } from '../../model/state/state.ts';
import { matchesWords } from './find-rows.ts';
import { OwnRows } from './preferences.tsx';
import { TOPICS } from './setting-rows.ts';

type UserTopic = State['user_topics'][number];
const MORE = 100;
const SHOWN_BY = [...NAMED_BY, 'user_topics'] as const;

const POLICIES: readonly (readonly [VisibilityPolicy, TextKey])[] = [
  [VISIBILITY_POLICY.followed, 'set_policy_followed'],
  [VISIBILITY_POLICY.unmuted, 'set_policy_unmuted'],
  [VISIBILITY_POLICY.muted, 'set_policy_muted'],
  [VISIBILITY_POLICY.none, 'set_policy_none'],
];

export function Topics() {
  return (
    <>
      <OwnRows groups={TOPICS} />
      <TopicTable />
    </>
  );
}

function TopicTable() {
  const state = useStateOf(SHOWN_BY);
  const [words, setWords] = useState('');
  const [shown_count, setCount] = useState(MORE);
  const query = useDeferredValue(words);
  const nameOf = ({ stream_id }: UserTopic) => findChannel(state, stream_id)?.name;
  const known = state.user_topics
    .filter((row) => nameOf(row) !== undefined && matchesWords([nameOf(row)!, topicName(row.topic_name)], query))
    .sort((a, b) => b.last_updated - a.last_updated);
  return (
    <SettingGroup title={t('set_topic_table')}>
      {state.user_topics.length > 0 && <FindField label={t('set_filter_topics')} value={words} change={setWords} />}
      {known.length === 0 && <p className="quiet">{t('set_no_topics')}</p>}
      <ul className="setting-list">
        {known.slice(0, shown_count).map((row) => (
          <TopicRow key={`${row.stream_id} ${row.topic_name}`} row={row} />
        ))}
      </ul>
      {known.length > shown_count && (
        <button type="button" className="button" onClick={() => setCount(shown_count + MORE)}>
          {t('more_conversations')}
        </button>
      )}
    </SettingGroup>
  );
}

function TopicRow({ row: { stream_id, topic_name, visibility_policy, last_updated } }: { row: UserTopic }) {
  const { client } = useEngine();
  const channel = useAppState((state) => findChannel(state, stream_id));
  const { shown, change } = useSaved<VisibilityPolicy>(visibility_policy, (policy) =>
    client.updateUserTopic({ stream_id, topic: topic_name, visibility_policy: policy }),
  );
  const name = `#${channel?.name} › ${topicName(topic_name)}`;
  return (
    <li>
      <ChannelMark channel={channel} />
      <a
        className="setting-list-name"
        dir="auto"
        href={hashOf({ kind: 'topic', channel_id: stream_id, topic: topic_name })}
      >
        {name}
      </a>
      <span className="quiet only-wide">{longDate(last_updated)}</span>
      <Select
        aria-label={t('set_policy_of', { topic: name })}
        value={shown}
        choices={POLICIES.map(([policy, label]) => [policy, t(label)] as const)}
        change={change}
      />
    </li>
  );
}
