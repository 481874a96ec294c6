// An item of a list of which only a part is drawn: says its position and the list's size.
import { createContext, type RefObject, use } from 'react';
import type { CustomItemComponentProps } from 'virtua';

export const ListSizeContext = createContext(0);

export function VirtualItem({ index, style, ref, children }: CustomItemComponentProps) {
  return (
    <li
      ref={ref as RefObject<HTMLLIElement>}
      style={style}
      aria-setsize={use(ListSizeContext)}
      aria-posinset={index + 1}
    >
      {children}
    </li>
  );
}
