// The menu of a topic.
import { t } from '../../base/text/text.ts';
import { LazyMenu } from '../../base/ui/lazy-menu.tsx';
import { topicName } from '../../model/state/names.ts';
import type { TopicRef } from '../channels/topic-actions.ts';

const loadItems = async () => (await import('./topic-menu-items.tsx')).TopicMenuItems;

export function TopicMenu({ channel_id, topic, className }: TopicRef & { className?: string }) {
  return (
    <LazyMenu label={t('topic_menu', { topic: topicName(topic) })} className={className} load={loadItems}>
      {(Items) => <Items channel_id={channel_id} topic={topic} />}
    </LazyMenu>
  );
}
