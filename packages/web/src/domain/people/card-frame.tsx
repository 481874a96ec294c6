// The popover that a card is shown in: beside what was pressed, closed by Escape or a press elsewhere, the focus given back.
import * as Ariakit from '@ariakit/react';
import { type ReactNode, useMemo } from 'react';
import { type CardRequest, openCard, openersOf } from './cards.ts';

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
  // What was pressed may have been drawn anew meanwhile: then what stands for the same gets the focus.
  const opener = useMemo(
    () => ({
      get current() {
        return request.anchor.isConnected ? request.anchor : document.querySelector<HTMLElement>(openersOf(request));
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
      getAnchorRect={() => request.anchor.getBoundingClientRect()}
      finalFocus={opener}
      aria-label={label}
    >
      {children}
    </Ariakit.Popover>
  );
}
