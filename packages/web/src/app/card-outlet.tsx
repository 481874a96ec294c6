// Mount point of cards and the dialogs they open. Their script is loaded with the first of them.
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useCell } from '../base/cells/cell.ts';
import { t } from '../base/text/text.ts';
import { notify } from '../base/ui/notices.ts';
import { type CardRequest, managedPerson, openCard, watchCards } from '../domain/people/cards.ts';
import { useNavigation } from '../model/engine/context.ts';

/** If the script can't be loaded, shows a notice and draws nothing. */
function part<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => {
        notify(t('page_failed'));
        return { default: (() => null) as ComponentType<Props> };
      },
    ),
  );
}

const PersonCard = part<{ request: CardRequest }>(
  async () => (await import('../features/people/person-card.tsx')).PersonCard,
);
const GroupCard = part<{ request: CardRequest }>(
  async () => (await import('../features/groups/group-card.tsx')).GroupCard,
);
const ManageDialog = part<{ user_id: number }>(
  async () => (await import('../features/people/manage-dialog.tsx')).ManageDialog,
);

export function CardOutlet() {
  useEffect(watchCards, []);
  const { route } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card belongs to the place where it was opened
  useEffect(() => openCard.set(null), [route]);
  const request = useCell(openCard);
  const managed = useCell(managedPerson);
  return (
    <Suspense fallback={null}>
      {request?.kind === 'person' && <PersonCard key={request.id} request={request} />}
      {request?.kind === 'group' && <GroupCard key={request.id} request={request} />}
      {managed !== null && <ManageDialog key={managed} user_id={managed} />}
    </Suspense>
  );
}
