// The screen of a visitor, who reads without an account: like the shell, without what takes one. [WB281]
import { useCallback, useEffect, useMemo } from 'react';
import { useCell } from '../base/cells/cell.ts';
import { t } from '../base/text/all-texts.ts';
import { watchDay } from '../base/time/clock.ts';
import { lazyDialog } from '../base/ui/lazy-dialog.tsx';
import { keyOf } from '../base/views/view.ts';
import { VISITOR_HOME, visitorRoute, visitorView } from '../base/views/visitor-view.ts';
import { MessageView } from '../domain/messages/message-view.tsx';
import { TopicList } from '../features/inbox/topic-list.tsx';
import { useAppearance } from '../features/settings/appearance.ts';
import { Invitation } from '../features/visitor/invitation.tsx';
import { VisitorHeader, visitorViewName } from '../features/visitor/visitor-header.tsx';
import { VisitorSidebar } from '../features/visitor/visitor-sidebar.tsx';
import { type Navigation, NavigationContext, useAppState, useEngine, useNavigation } from '../model/engine/context.ts';
import { dayDialogOpen, selectedMessage, sidebarOpen } from '../model/state/screen.ts';
import { CardOutlet } from './card-outlet.tsx';
import { Drawer } from './drawer.tsx';
import { Notices, SkipLink, useVisits } from './shell.tsx';
import { useHash } from './use-hash.ts';

const DayDialog = lazyDialog(async () => (await import('../features/search/day-dialog.tsx')).DayDialog);

const HOME = { view: VISITOR_HOME, near: null, date: null };
/** Addresses of anything else don't come here. */
const parse = (hash: string) => visitorRoute(hash, () => true) ?? HOME;

export function VisitorShell() {
  const visits = useVisits(useHash(), parse);
  const go = useCallback<Navigation['go']>((view, near, date) => visits.go(visitorView(view), near, date), [visits]);
  const navigation = useMemo<Navigation>(() => ({ route: visits.route, go }), [visits, go]);
  const picks_day = useCell(dayDialogOpen);
  const is_away = useCell(useEngine().connection) === 'away';
  useEffect(watchDay, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone it covers the new view
  useEffect(() => sidebarOpen.set(false), [visits.route]);
  useAppearance();
  return (
    <NavigationContext value={navigation}>
      <SkipLink />
      <div role="status" className="banner-area">
        {is_away && <p className="banner">{t('visitor_offline')}</p>}
      </div>
      <div className="shell">
        <VisitorSidebar />
        <Drawer />
        <VisitorPane />
      </div>
      <Notices />
      {picks_day && <DayDialog abandon={() => dayDialogOpen.set(false)} />}
      <CardOutlet />
    </NavigationContext>
  );
}

function VisitorPane() {
  const engine = useEngine();
  const { route } = useNavigation();
  const { view } = route;
  const list = useMemo(() => engine.listOf(route), [engine, route]);
  const title = useAppState((state) => `${visitorViewName(state, view)} · ${state.realm_name}`);
  useEffect(() => selectedMessage.set(route.near), [route]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main id="main" className="main" tabIndex={-1}>
      <VisitorHeader view={view} />
      {list && <MessageView key={keyOf(view)} route={route} list={list} />}
      {view.kind === 'topics' && <TopicList key={view.channel_id} channel_id={view.channel_id} />}
      <Invitation />
    </main>
  );
}
