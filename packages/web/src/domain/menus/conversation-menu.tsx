// The menu of a conversation in lists of topics and direct messages.
import type { View } from '../../base/views/view.ts';
import { DirectMenu } from './direct-menu.tsx';
import { TopicMenu } from './topic-menu.tsx';

const CLASS = 'icon-button conversation-menu';

export function ConversationMenu({ view }: { view: Extract<View, { kind: 'topic' | 'direct' }> }) {
  return view.kind === 'topic' ? (
    <TopicMenu channel_id={view.channel_id} topic={view.topic} className={CLASS} />
  ) : (
    <DirectMenu user_ids={view.user_ids} className={CLASS} />
  );
}
