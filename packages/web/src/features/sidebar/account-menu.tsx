// The account menu, under the reader's picture and name.
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/text.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { lazyDialog } from '../../base/ui/lazy-dialog.tsx';
import { LazyMenu } from '../../base/ui/lazy-menu.tsx';
import { Avatar } from '../../domain/people/avatar.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { statusOpen } from '../../model/state/screen.ts';
import { findPerson } from '../../model/state/state.ts';

const StatusDialog = lazyDialog(async () => (await import('../status/status-dialog.tsx')).StatusDialog);
const loadItems = async () => (await import('./account-menu-items.tsx')).AccountMenuItems;

export function AccountMenu() {
  const person = useAppState((state) => findPerson(state, state.user_id));
  const face = (
    <>
      <Avatar person={person} size="s" />
      <span className="sidebar-name" dir="auto">
        {person?.full_name}
      </span>
      <Icon name="more" />
      <span className="hidden-text">{t('your_account')}</span>
    </>
  );
  return (
    <div className="account">
      <LazyMenu label={t('your_account')} className="account-button" placement="top-start" face={face} load={loadItems}>
        {(Items) => <Items />}
      </LazyMenu>
      <OwnStatus />
    </div>
  );
}

/** Opened from the menu and from the profile. */
function OwnStatus() {
  const close = () => statusOpen.set(false);
  if (!useCell(statusOpen)) return null;
  return <StatusDialog close={close} abandon={close} />;
}
