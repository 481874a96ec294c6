// The screen of a signed-in reader: navigation beside the main pane, banners above, sheets on top. What it shares with that of
// visitors is exported here: in a chunk of its own, it would make the first view larger.
import {
  type ComponentType,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Cell, useCell } from '../base/cells/cell.ts';
import { t } from '../base/text/text.ts';
import { watchDay } from '../base/time/clock.ts';
import { lazyComponent, Nothing } from '../base/ui/lazy-component.tsx';
import { lazyDialog } from '../base/ui/lazy-dialog.tsx';
import { prefetchMenus } from '../base/ui/lazy-menu.tsx';
import { dropNotice, notices } from '../base/ui/notices.ts';
import { WorkingBar } from '../base/ui/working-bar.tsx';
import { currentEntry, type Visit } from '../base/views/history-entry.ts';
import { keepScroll } from '../base/views/keep-scroll.ts';
import { shownHash, watchHash } from '../base/views/shown-address.ts';
import { hashOf, isAddress, parseHash, type Route, type View } from '../base/views/view.ts';
import { keepDisabledFocus } from '../domain/focus/disabled-focus.ts';
import { keepRowFocus } from '../domain/focus/row-focus.ts';
import { prefetchInbox } from '../features/inbox/inbox.tsx';
import { useShortcuts } from '../features/keyboard/shortcuts.ts';
import { Notifications } from '../features/notifications/notifications.tsx';
import { useAppearance } from '../features/settings/appearance.ts';
import { Sidebar } from '../features/sidebar/sidebar.tsx';
import { rememberVisit } from '../features/switcher/visited.ts';
import { type Navigation, NavigationContext, useAppState, useEngine } from '../model/engine/context.ts';
import type { Engine } from '../model/engine/engine.ts';
import { savePlace } from '../model/messages/saved-places.ts';
import { dayDialogOpen, keysOpen, sidebarOpen, switcherOpen } from '../model/state/screen.ts';
import { CardOutlet } from './card-outlet.tsx';
import { MainPane } from './main-pane.tsx';

const ShortcutsSheet = lazyDialog(
  async () => (await import('../features/keyboard/shortcuts-sheet.tsx')).ShortcutsSheet,
);

const DayDialog = lazyDialog(async () => (await import('../features/search/day-dialog.tsx')).DayDialog);

const Drawer = lazyComponent(async () => (await import('./drawer.tsx')).Drawer, Nothing, Nothing);

const DropArea = lazyComponent(async () => (await import('./drop-area.tsx')).DropArea, Nothing, Nothing);

const TimezoneBanner = lazyComponent(
  async () => (await import('../features/settings/timezone-banner.tsx')).TimezoneBanner,
  Nothing,
  Nothing,
);

const Switcher = lazyDialog(async () => (await import('../features/switcher/switcher.tsx')).Switcher);

const UpdateBanner = lazyComponent(async () => (await import('./update-banner.tsx')).UpdateBanner, Nothing, Nothing);
const UPDATES_AFTER_MS = 4000;
/** Only phones wait longer: they have no shortcut for it, and a slow line. */
const SWITCHER_AFTER_MS = 800;

const HOMES: Readonly<Record<string, View>> = {
  inbox: { kind: 'inbox' },
  recent: { kind: 'recent' },
  all_messages: { kind: 'feed' },
};

/** Fetches what the first view needs while it is rendered. */
export function prefetchFirstView(engine: Engine): void {
  const { user_settings, user_id } = engine.state.get();
  const { view } = parseHash(location.hash, HOMES[user_settings.web_home_view]!, user_id);
  if (view.kind === 'inbox') prefetchInbox(engine);
}

/** Where the reader is, and how to go elsewhere. `parse` must be a stable function: another one is another visit. */
export function useVisits(hash: string, parse: (hash: string) => Route): Navigation {
  const [visits, countVisit] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the address of the present place again is a new visit
  const route = useMemo<Visit>(() => ({ ...parse(hash), entry: currentEntry() }), [hash, parse, visits]);
  const again = useCallback(() => {
    savePlace(currentEntry(), null);
    countVisit();
  }, []);
  const go = useCallback(
    (view: View, near: number | null = null, date: string | null = null) => {
      const address = hashOf(view, near, date);
      if (address === location.hash) again();
      else location.hash = address;
    },
    [again],
  );
  useEffect(() => {
    const followed = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a[href^="#"]');
      if (!link || link.getAttribute('href') !== location.hash || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      // The browser would replace the entry of this visit.
      event.preventDefault();
      again();
    };
    document.addEventListener('click', followed);
    return () => document.removeEventListener('click', followed);
  }, [again]);
  return useMemo<Navigation>(() => ({ route, go }), [route, go]);
}

export function Shell() {
  const engine = useEngine();
  // The address that is shown: it waits for an answer where unsaved text would be dropped. One component alone may watch it.
  const hash = useSyncExternalStore(watchHash, shownHash);
  const home = useAppState(({ user_settings }) => user_settings.web_home_view);
  const own_id = useAppState(({ user_id }) => user_id);
  const parse = useCallback((hash: string) => parseHash(hash, HOMES[home]!, own_id), [home, own_id]);
  const navigation = useVisits(hash, parse);
  const { route } = navigation;
  useEffect(() => {
    rememberVisit(route.view);
    // On a phone it covers the new view, also after a choice in a menu.
    sidebarOpen.set(false);
  }, [route]);
  useEffect(() => {
    if (isAddress(hash)) return;
    // The home view does what such an address asks for, or says that it means nothing.
    history.replaceState(null, '', '/');
    dispatchEvent(new HashChangeEvent('hashchange'));
    void import('./launch.ts').then(({ launch }) => launch(hash)).catch(() => {});
  }, [hash]);
  const shell = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepScroll(shell.current!, route.entry), [route.entry]);
  useEffect(() => keepRowFocus(shell.current!), []);
  useEffect(keepDisabledFocus, []);
  useEffect(watchDay, []);
  useAppearance();
  useShortcuts(engine, navigation);
  return (
    <NavigationContext value={navigation}>
      <SkipLink />
      <WorkingBar />
      <ConnectionBanner />
      <UpdateOutlet />
      <Notifications />
      <TimezoneBanner />
      <div ref={shell} className="shell">
        <Sidebar />
        <Drawer />
        <MainPane />
      </div>
      <Notices />
      <Outlet open={keysOpen} sheet={ShortcutsSheet} />
      <Outlet open={switcherOpen} sheet={Switcher} />
      <Outlet open={dayDialogOpen} sheet={DayDialog} />
      <CardOutlet />
      <DropArea />
    </NavigationContext>
  );
}

/** The part after the # addresses the view, so the skip link must not change it. */
function skip(event: React.MouseEvent) {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

export const SkipLink = () => (
  // biome-ignore lint/a11y/useValidAnchor: it leads within the page; only the address stays
  <a className="skip-link" href="#main" onClick={skip}>
    {t('skip_to_main')}
  </a>
);

function ConnectionBanner() {
  const connection = useCell(useEngine().connection);
  return (
    <div role="status" className="banner-area">
      {connection === 'away' && <p className="banner">{t('connection_lost')}</p>}
    </div>
  );
}

/** Loaded after the first view and its data, like the menus. */
function UpdateOutlet() {
  const [is_later, setLater] = useState(false);
  useEffect(() => {
    // What is typed after its shortcut must not go to another field meanwhile.
    const early = matchMedia('(pointer: fine)').matches ? SWITCHER_AFTER_MS : UPDATES_AFTER_MS;
    const switcher = setTimeout(() => Switcher.prefetch().catch(() => {}), early);
    const later = setTimeout(() => {
      setLater(true);
      prefetchMenus();
    }, UPDATES_AFTER_MS);
    return () => {
      clearTimeout(switcher);
      clearTimeout(later);
    };
  }, []);
  return (
    <div role="status" className="banner-area">
      {is_later && <UpdateBanner />}
    </div>
  );
}

/** A sheet that is fetched when it is first opened. */
function Outlet({ open, sheet: Sheet }: { open: Cell<boolean>; sheet: ComponentType<{ abandon(): void }> }) {
  if (!useCell(open)) return null;
  return <Sheet abandon={() => open.set(false)} />;
}

export function Notices() {
  const shown = useCell(notices);
  return (
    <div className="notices" role="status">
      {shown.map(({ id, text, action }) => (
        <p key={id} className="notice">
          {text}
          {action && (
            <button
              type="button"
              className="notice-action"
              onClick={() => {
                dropNotice(id);
                action.act();
              }}
            >
              {action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
