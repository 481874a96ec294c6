// What makes the sidebar of a phone a drawer: the rest of the page is dimmed, and a press there, or Back, closes it.
import { useEffect } from 'react';
import { useCell } from '../base/cells/cell.ts';
import { t } from '../base/text/text.ts';
import { useBackCloses, watchOverlays } from '../base/views/overlays.ts';
import { isDrawer } from '../features/sidebar/sidebar.tsx';
import { sidebarOpen } from '../model/state/screen.ts';

const close = () => sidebarOpen.set(false);

export function Drawer() {
  const open = useCell(sidebarOpen);
  useEffect(watchOverlays, []);
  useBackCloses(open && isDrawer(), close);
  if (!open) return null;
  return (
    <button type="button" className="scrim" onClick={close}>
      <span className="hidden-text">{t('hide_sidebar')}</span>
    </button>
  );
}
