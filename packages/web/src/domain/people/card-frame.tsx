// The popover of a card: placed beside its trigger, closed by Escape or an outside click, returning the focus.
import * as Ariakit from '@ariakit/react';
import { type ReactNode, useMemo } from 'react';
import { type CardRequest, focusAfter, openCard, triggerOf } from './cards.ts';

interface Props {
  readonly request: CardRequest;
  readonly label: string;
  readonly children: ReactNode;
}

export const closeCard = () => openCard.set(null);

export function CardFrame({ request, label, children }: Props) {
  const store = Ariakit.usePopoverStore({
    open: true,
    setOpen: (open) => {
      if (!open && openCard.get() === request) closeCard();
    },
    placement: 'bottom-start',
  });
  // Asked for on closing: the trigger may have been rendered again.
  const opener = useMemo(
    () => ({
      get current() {
        return focusAfter(request);
      },
    }),
    [request],
  );
  return (
    <Ariakit.Popover
      store={store}
      className="popover card-popover"
      portal
      gutter={6}
      fitViewport
      overflowPadding={8}
      getAnchorRect={() => triggerOf(request).getBoundingClientRect()}
      finalFocus={opener}
      aria-label={label}
    >
      {children}
    </Ariakit.Popover>
  );
}
