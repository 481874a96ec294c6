// The buttons that show and hide the sidebar of a phone.
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/text.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { sidebarOpen } from '../../model/state/screen.ts';

export function ShowSidebar() {
  const open = useCell(sidebarOpen);
  return (
    <IconButton
      icon="menu"
      label={t('show_sidebar')}
      className="only-phone"
      aria-expanded={open}
      aria-controls="sidebar"
      onClick={() => sidebarOpen.set(!open)}
    />
  );
}

export function HideSidebar() {
  return (
    <IconButton icon="close" label={t('hide_sidebar')} className="only-phone" onClick={() => sidebarOpen.set(false)} />
  );
}
