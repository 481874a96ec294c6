// The head of the main pane: title, actions and the search field.
import { t } from '../base/text/text.ts';
import { Icon, type IconName } from '../base/ui/icon.tsx';
import { IconButton } from '../base/ui/icon-button.tsx';
import { lazyComponent, Nothing } from '../base/ui/lazy-component.tsx';
import { keyOf, narrowOf, type PageName, type View } from '../base/views/view.ts';
import { DirectMenu } from '../domain/menus/direct-menu.tsx';
import { ChannelHeading } from '../features/channels/channel-heading.tsx';
import { PeopleTitle } from '../features/people/people-title.tsx';
import { SearchBox } from '../features/search/search-box.tsx';
import { ShowSidebar } from '../features/sidebar/sidebar-buttons.tsx';
import { useAppState } from '../model/engine/context.ts';
import { viewName } from '../model/state/names.ts';
import { dayDialogOpen } from '../model/state/screen.ts';

const MarkAllRead = lazyComponent(
  async () => (await import('../features/inbox/mark-all-read.tsx')).MarkAllRead,
  Nothing,
  Nothing,
);

const ICONS: Partial<Record<View['kind'], IconName>> = {
  inbox: 'inbox',
  recent: 'recent',
  feed: 'feed',
  mentions: 'mention',
  starred: 'star',
  drafts: 'draft',
  scheduled: 'clock',
  reminders: 'bell',
  search: 'search',
  page: 'settings',
};

export function ViewHeader({ view, is_missing }: { view: View; is_missing: boolean }) {
  return (
    <header className="view-header">
      <ShowSidebar />
      {'channel_id' in view ? <ChannelHeading view={view} /> : <Title view={view} />}
      {view.kind === 'direct' && <DirectMenu key={keyOf(view)} user_ids={view.user_ids} />}
      {!is_missing && narrowOf(view, 0) && (
        <IconButton icon="calendar" label={t('date_title')} onClick={() => dayDialogOpen.set(true)} />
      )}
      {(view.kind === 'inbox' || view.kind === 'recent' || view.kind === 'feed') && <MarkAllRead />}
      <SearchBox />
    </header>
  );
}

const PAGE_ICONS: Partial<Record<PageName, IconName>> = {
  organization: 'organization',
  people: 'people',
  user: 'person',
  groups: 'people',
  channels: 'channel',
};

function Title({ view }: { view: View }) {
  const name = useAppState((state) => viewName(state, view));
  if (view.kind === 'direct') return <PeopleTitle user_ids={view.user_ids} />;
  const icon = view.kind === 'page' ? PAGE_ICONS[view.page] : undefined;
  return (
    <div className="view-title">
      <Icon name={icon ?? ICONS[view.kind] ?? 'feed'} />
      <h1 dir="auto">
        <span>{name}</span>
      </h1>
    </div>
  );
}
