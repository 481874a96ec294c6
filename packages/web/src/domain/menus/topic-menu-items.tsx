// What the menu of a topic offers: policy, read state, resolving, moving, deleting.
import { isResolvedTopic } from '@stoa/contract/topics';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { MenuAction, MenuChoice, MenuGroup, MenuLine } from '../../base/ui/menu.tsx';
import { keyOf, type View } from '../../base/views/view.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { sameTopic } from '../../model/messages/conversations.ts';
import { findChannel, findSubscription } from '../../model/state/state.ts';
import { unreadCounts } from '../../model/state/unread.ts';
import { copyLink, markAll } from '../channels/channel-actions.ts';
import { mayDeleteTopics, mayMove, mayResolveTopics } from '../channels/channel-permissions.ts';
import { askToMove, channelDialog, setTopicPolicy, type TopicRef, toggleResolved } from '../channels/topic-actions.ts';

type Policy = 0 | 1 | 2 | 3;

const POLICIES: readonly (readonly [Policy, TextKey, IconName])[] = [
  [3, 'topic_policy_follow', 'bell'],
  [0, 'topic_policy_default', 'channel'],
  [2, 'topic_policy_unmute', 'eye'],
  [1, 'topic_policy_mute', 'mute'],
];
const UNMUTED = 2;

export function TopicMenuItems(topic_ref: TopicRef) {
  const { channel_id, topic } = topic_ref;
  const engine = useEngine();
  const view: View = { kind: 'topic', channel_id, topic };
  const channel = useAppState((state) => findChannel(state, channel_id));
  const channel_muted = useAppState((state) => findSubscription(state, channel_id)?.is_muted);
  const policy = useAppState(
    ({ user_topics }) =>
      user_topics.find((row) => row.stream_id === channel_id && sameTopic(row.topic_name, topic))?.visibility_policy ??
      0,
  );
  const unread = useAppState((state) => unreadCounts(state).byKey.get(keyOf(view))?.count ?? 0);
  const may = useAppState((state) => {
    if (!channel) return '';
    const names = {
      resolve: topic !== '' && mayResolveTopics(state, channel),
      move: mayMove(state, channel),
      delete: mayDeleteTopics(state, channel),
    };
    return Object.entries(names)
      .filter(([, held]) => held)
      .map(([name]) => name)
      .join();
  });
  return (
    <>
      {channel_muted !== undefined && (
        <MenuGroup label={t('topic_policy')}>
          {POLICIES.filter(([value]) => value !== UNMUTED || channel_muted || policy === UNMUTED).map(
            ([value, label, icon]) => (
              <MenuChoice
                key={value}
                name="policy"
                value={value}
                chosen={policy}
                choose={() => void setTopicPolicy(engine, channel_id, topic, value)}
              >
                <Icon name={icon} /> {t(label)}
              </MenuChoice>
            ),
          )}
        </MenuGroup>
      )}
      {channel_muted !== undefined && <MenuLine />}
      <MenuAction icon="eye" act={() => void markAll(engine, view, unread > 0 ? 'add' : 'remove')}>
        {t(unread > 0 ? 'mark_all_read' : 'mark_all_unread')}
      </MenuAction>
      {may.includes('resolve') && (
        <MenuAction icon="check" act={() => void toggleResolved(engine, topic_ref)}>
          {t(isResolvedTopic(topic) ? 'unresolve_topic' : 'resolve_topic')}
        </MenuAction>
      )}
      <MenuAction icon="link" act={() => void copyLink(view)}>
        {t('copy_link')}
      </MenuAction>
      {may.includes('move') && (
        <MenuAction icon="move" act={() => askToMove({ ...topic_ref, message_id: null })}>
          {t('move_topic')}
        </MenuAction>
      )}
      {may.includes('delete') && (
        <MenuAction icon="trash" danger act={() => channelDialog.set({ kind: 'delete_topic', ...topic_ref })}>
          {t('delete_topic')}
        </MenuAction>
      )}
    </>
  );
}
