// The sidebar: views, direct messages and channels by folder, with unread counts.
import { type KeyboardEvent, startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { fold } from '../../base/text/fold.ts';
import { t } from '../../base/text/text.ts';
import { moveFocus } from '../../base/ui/arrow-keys.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { keyOf } from '../../base/views/view.ts';
import { useAppState, useNavigation } from '../../model/engine/context.ts';
import { sidebarOpen, switcherOpen } from '../../model/state/screen.ts';
import { AccountMenu } from './account-menu.tsx';
import { Channels } from './channels.tsx';
import { DirectMessages } from './direct-messages.tsx';
import { PeopleSection } from './people-section.tsx';
import { useRealmLogo } from './realm-logo.ts';
import { RealmMark } from './realm-mark.tsx';
import { HideSidebar } from './sidebar-buttons.tsx';
import { ScrollerContext } from './sidebar-list.tsx';
import { ViewLinks } from './view-links.tsx';

export function RealmHead() {
  const name = useAppState(({ realm_name }) => realm_name);
  const logo = useRealmLogo();
  if (logo) return <img className="realm-logo" src={logo} alt={name} />;
  return (
    <>
      <RealmMark />
      <span className="realm-name" dir="auto">
        {name}
      </span>
    </>
  );
}

/** Where the sidebar is a drawer, as in `phone.css`, its lists come after the first view, or when it is opened. */
export const isDrawer = (): boolean =>
  innerWidth <= DRAWER_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const DRAWER_REM = 48;
const LISTS_AFTER_MS = 1500;

function useLists(open: boolean): boolean {
  const [is_later, setLater] = useState(() => !isDrawer());
  useEffect(() => {
    if (is_later) return;
    const timer = setTimeout(() => startTransition(() => setLater(true)), LISTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [is_later]);
  return is_later || open;
}

/** Arrow keys move the focus between the lines. [WB91] */
export function walkLines(event: KeyboardEvent, lines: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
  if (step === null || event.altKey || event.ctrlKey || event.metaKey || !lines) return;
  if ((event.target as Element).closest('[role=menu]')) return;
  if (moveFocus(lines, step)) event.preventDefault();
}

export function Sidebar() {
  const { route } = useNavigation();
  const current = keyOf(route.view);
  const open = useCell(sidebarOpen);
  const has_lists = useLists(open);
  const [query, setQuery] = useState('');
  const filter = useDeferredValue(fold(query.trim()));
  const lines = useRef<HTMLDivElement>(null);
  const arrows = (event: KeyboardEvent) => walkLines(event, lines.current);
  return (
    <nav id="sidebar" className={open ? 'sidebar open' : 'sidebar'} aria-label={t('main_navigation')}>
      <div className="sidebar-head">
        <RealmHead />
        <IconButton
          icon="move"
          label={t('switcher_title')}
          className="switcher-button"
          title={`${t('switcher_title')} (Ctrl+K)`}
          aria-keyshortcuts="Control+K"
          onClick={() => switcherOpen.set(true)}
        />
        <HideSidebar />
      </div>
      <div className="sidebar-filter">
        <Icon name="search" size={15} />
        <input
          id="sidebar-filter"
          type="search"
          value={query}
          placeholder={t('filter_conversations')}
          aria-label={t('filter_conversations')}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') arrows(event);
            // Opens the first result as if clicked.
            else if (event.key === 'Enter') lines.current?.querySelector<HTMLElement>('a.sidebar-link')?.click();
            else if (event.key === 'Escape') {
              setQuery('');
              event.currentTarget.blur();
            }
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links in it */}
      <div ref={lines} className="sidebar-scroll" onKeyDown={arrows}>
        {has_lists && (
          <ScrollerContext value={lines}>
            {filter === '' && <ViewLinks current={current} />}
            <DirectMessages current={current} filter={filter} />
            <Channels current={current} view={route.view} filter={filter} />
            {filter === '' && <PeopleSection current={current} />}
          </ScrollerContext>
        )}
      </div>
      <AccountMenu />
    </nav>
  );
}
