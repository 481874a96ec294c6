// Zooms and pans a picture by wheel, drag, pinch, double click and keys.
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import type { Size } from '../content/pictures.ts';
import { panBy, UNZOOMED, type Zoom, zoomAt } from './zoom.ts';

const STEP = 1.4;
const KEY_PX = 60;

/** The current zoom and offset, and what changes them. */
function useZoom() {
  const [zoom, setZoom] = useState<Zoom>(UNZOOMED);
  const area = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);

  const frames = () => {
    const { clientWidth: width, clientHeight: height } = area.current!;
    return {
      frame: { width, height },
      shown: { width: picture.current!.offsetWidth, height: picture.current!.offsetHeight },
    };
  };
  const scaleBy = (factor: number, point = { x: 0, y: 0 }) => {
    const { frame, shown } = frames();
    setZoom((now) => zoomAt(now, factor, point, shown, frame));
  };
  const moveBy = (dx: number, dy: number) => {
    const { frame, shown } = frames();
    setZoom((now) => panBy(now, dx, dy, shown, frame));
  };
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = area.current!.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };

  useLayoutEffect(() => {
    picture.current!.style.transform = `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`;
  }, [zoom]);

  // React's wheel listeners are passive and can't prevent the page from scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls reads the newest state
  useEffect(() => {
    const element = area.current!;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      scaleBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, fromMiddle(event));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const reset = () => setZoom(UNZOOMED);
  return { zoom, area, picture, scaleBy, moveBy, fromMiddle, reset };
}

type Zooming = ReturnType<typeof useZoom>;

/** One pointer drags, two pinch. */
function usePointers({ scaleBy, moveBy, fromMiddle }: Zooming) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, fromMiddle(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = fromMiddle(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (a: { x: number; y: number }) => Math.hypot(a.x - other.x, a.y - other.y);
      scaleBy(apart(now) / Math.max(1, apart(before)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else moveBy(now.x - before.x, now.y - before.y);
    pointers.current.set(event.pointerId, now);
  };
  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId);
  return { onPointerDown, onPointerMove, onPointerUp: release, onPointerCancel: release };
}

function pressKey({ moveBy, scaleBy, reset }: Zooming, event: KeyboardEvent): void {
  const arrows: Record<string, [number, number]> = {
    ArrowLeft: [KEY_PX, 0],
    ArrowRight: [-KEY_PX, 0],
    ArrowUp: [0, KEY_PX],
    ArrowDown: [0, -KEY_PX],
  };
  const arrow = arrows[event.key];
  if (arrow && (event.shiftKey || event.key === 'ArrowUp' || event.key === 'ArrowDown')) moveBy(...arrow);
  else if (event.key === '+' || event.key === '=') scaleBy(STEP);
  else if (event.key === '-') scaleBy(1 / STEP);
  else if (event.key === '0') reset();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export function ZoomArea({ src, name, size }: { src: string; name: string; size: Size | null }) {
  const zooming = useZoom();
  const { zoom, area, picture, scaleBy, fromMiddle, reset } = zooming;
  const pointers = usePointers(zooming);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of what is looked at, not of fields */}
      <div
        ref={area}
        className={zoom.scale > 1 ? 'viewer-area zoomed' : 'viewer-area'}
        role="group"
        aria-label={t('viewer_keys')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys enlarge and move the picture
        tabIndex={0}
        onKeyDown={(event) => pressKey(zooming, event)}
        onDoubleClick={(event) => (zoom.scale > 1 ? reset() : scaleBy(2.5, fromMiddle(event)))}
        {...pointers}
      >
        <img ref={picture} src={src} alt={name} width={size?.width} height={size?.height} draggable={false} />
      </div>
      <div className="viewer-zoom">
        <IconButton
          icon="minus"
          label={t('viewer_smaller')}
          disabled={zoom.scale === 1}
          onClick={() => scaleBy(1 / STEP)}
        />
        <span role="status">{Math.round(zoom.scale * 100)} %</span>
        <IconButton icon="plus" label={t('viewer_larger')} onClick={() => scaleBy(STEP)} />
      </div>
    </>
  );
}
