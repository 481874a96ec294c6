// The menu of a direct message conversation.
import { t } from '../../base/text/text.ts';
import { LazyMenu } from '../../base/ui/lazy-menu.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { peopleNames } from '../../model/state/names.ts';

const loadItems = async () => (await import('./direct-menu-items.tsx')).DirectMenuItems;

export function DirectMenu({ user_ids, className }: { user_ids: readonly number[]; className?: string }) {
  const names = useAppState((state) => peopleNames(state, user_ids));
  return (
    <LazyMenu label={t('direct_menu', { names })} className={className} load={loadItems}>
      {(Items) => <Items user_ids={user_ids} />}
    </LazyMenu>
  );
}
