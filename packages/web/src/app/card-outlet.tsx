// Mount point of cards and the dialogs they open. Their script is loaded with the first of them.
import { useEffect } from 'react';
import { useCell } from '../base/cells/cell.ts';
import { lazyDialog } from '../base/ui/lazy-dialog.tsx';
import { type CardRequest, managedPerson, openCard, watchCards } from '../domain/people/cards.ts';
import { useNavigation } from '../model/engine/context.ts';

const PersonCard = lazyDialog<{ request: CardRequest }>(
  async () => (await import('../features/people/person-card.tsx')).PersonCard,
);
const GroupCard = lazyDialog<{ request: CardRequest }>(
  async () => (await import('../features/groups/group-card.tsx')).GroupCard,
);
const ManageDialog = lazyDialog<{ user_id: number }>(
  async () => (await import('../features/people/manage-dialog.tsx')).ManageDialog,
);

const closeCard = () => openCard.set(null);

export function CardOutlet() {
  useEffect(watchCards, []);
  const { route } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card belongs to the place where it was opened
  useEffect(closeCard, [route]);
  const request = useCell(openCard);
  const managed = useCell(managedPerson);
  return (
    <>
      {request?.kind === 'person' && <PersonCard key={request.id} request={request} abandon={closeCard} />}
      {request?.kind === 'group' && <GroupCard key={request.id} request={request} abandon={closeCard} />}
      {managed !== null && <ManageDialog key={managed} user_id={managed} abandon={() => managedPerson.set(null)} />}
    </>
  );
}
