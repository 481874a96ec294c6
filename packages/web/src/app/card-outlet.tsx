// Where cards and the dialogs that they lead to are drawn. They are loaded when the first of them is opened.
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useCell } from '../base/cells/cell.ts';
import { t } from '../base/text/text.ts';
import { notify } from '../base/ui/notices.ts';
import { type CardRequest, managedPerson, openCard, watchCards } from '../domain/people/cards.ts';

/** A part of the script that can't be loaded is said, and nothing is drawn. */
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
