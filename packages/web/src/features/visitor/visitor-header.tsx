// The head of a visitor's main pane: what is read, and ways to find more.
import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { keyOf, narrowOf, type View } from '../../base/views/view.ts';
import { VISITOR_HOME } from '../../base/views/visitor-view.ts';
import { useAppState } from '../../model/engine/context.ts';
import { viewName } from '../../model/state/names.ts';
import { dayDialogOpen } from '../../model/state/screen.ts';
import type { State } from '../../model/state/state.ts';
import { ChannelHeading } from '../channels/channel-heading.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { ShowSidebar } from '../sidebar/sidebar-buttons.tsx';
import { useVisit } from './visit-actions.ts';

const isHome = (view: View) => keyOf(view) === keyOf(VISITOR_HOME);

export const visitorViewName = (state: State, view: View): string =>
  isHome(view) ? t('term_channels_web_public') : viewName(state, view);

export function VisitorHeader({ view }: { view: View }) {
  const { refresh } = useVisit();
  const name = useAppState((state) => visitorViewName(state, view));
  return (
    <header className="view-header">
      <ShowSidebar />
      {'channel_id' in view ? (
        <ChannelHeading view={view} />
      ) : (
        <div className="view-title">
          <Icon name={isHome(view) ? 'feed' : 'search'} />
          <h1 dir="auto">
            <span>{name}</span>
          </h1>
        </div>
      )}
      <IconButton icon="reset" label={t('visitor_refresh')} onClick={refresh} />
      {narrowOf(view, 0) && (
        <IconButton icon="calendar" label={t('date_title')} onClick={() => dayDialogOpen.set(true)} />
      )}
      <SearchBox />
    </header>
  );
}
