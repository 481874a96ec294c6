// Views over all conversations, at the top of the sidebar.
import { memo } from 'react';
import { t } from '../../base/text/text.ts';
import { Count } from '../../base/ui/count.tsx';
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { keyOf } from '../../base/views/view.ts';
import { useAppState } from '../../model/engine/context.ts';
import { useDraftCount } from '../../model/engine/use-draft-count.ts';
import { unreadCounts } from '../../model/state/unread.ts';
import { SidebarLink } from './sidebar-link.tsx';

const VIEWS: readonly { kind: 'inbox' | 'recent' | 'feed' | 'mentions' | 'starred' | 'drafts'; icon: IconName }[] = [
  { kind: 'inbox', icon: 'inbox' },
  { kind: 'recent', icon: 'recent' },
  { kind: 'feed', icon: 'feed' },
  { kind: 'mentions', icon: 'mention' },
  { kind: 'starred', icon: 'star' },
  { kind: 'drafts', icon: 'draft' },
];

export const ViewLinks = memo(function ViewLinks({ current }: { current: string }) {
  const counts = useAppState(unreadCounts);
  const summary = useAppState(({ user_settings }) => user_settings.web_left_sidebar_unreads_count_summary);
  const starred = useAppState(({ starred_messages, user_settings }) =>
    user_settings.starred_message_counts ? starred_messages.length : 0,
  );
  const drafts = useDraftCount();
  const inbox = summary ? counts.total : 0;
  const numbers = { inbox, recent: 0, feed: 0, mentions: counts.mentions, starred, drafts };
  return (
    <section>
      <h2 className="hidden-text">{t('views')}</h2>
      <ul className="sidebar-links">
        {VIEWS.map(({ kind, icon }) => (
          <li key={kind}>
            <SidebarLink view={{ kind }} is_current={keyOf({ kind }) === current}>
              <Icon name={icon} />
              <span className="sidebar-name">{t(kind)}</span>
              <Count count={numbers[kind]} quiet={kind === 'starred' || kind === 'drafts'} />
            </SidebarLink>
          </li>
        ))}
      </ul>
    </section>
  );
});
