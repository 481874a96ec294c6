// Dragging a file's chip to another place: with a mouse by all of it but its buttons, with a finger by its thumbnail, because
// the list scrolls.
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { followPointer } from '../../base/ui/follow-pointer.ts';

/** A press that moves less is no drag. */
const THRESHOLD_PX = 4;

const contains = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: PointerEvent) =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;

/** `moveTo` is called whenever the chip comes over another place. */
export function useChipDrag(list: RefObject<HTMLElement | null>, moveTo: (id: number, place: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const stop = useRef<() => void>(null);
  useEffect(() => () => stop.current?.(), []);
  const press = (event: ReactPointerEvent<HTMLElement>, id: number) => {
    const target = event.target as Element;
    if (event.button !== 0 || target.closest('button')) return;
    if (event.pointerType === 'touch' && !target.closest('.file-tile')) return;
    event.preventDefault();
    stop.current?.();
    const { clientX, clientY } = event;
    let is_moving = false;
    const move = (now: PointerEvent) => {
      if (!list.current) return;
      is_moving ||= Math.hypot(now.clientX - clientX, now.clientY - clientY) >= THRESHOLD_PX;
      if (!is_moving) return;
      setDragged(id);
      const place = [...list.current.children].findIndex((chip) => contains(chip.getBoundingClientRect(), now));
      if (place >= 0) moveTo(id, place);
    };
    stop.current = followPointer(event, { move, end: () => setDragged(null) });
  };
  return { dragged, press };
}
