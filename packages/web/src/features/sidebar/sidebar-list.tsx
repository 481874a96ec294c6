// A list of lines in the sidebar. Short lists are drawn whole; long lists only where visible, with positions for screen
// readers, and any line that keyboard navigation reaches.
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Virtualizer } from 'virtua';
import { lineSources } from '../../base/ui/arrow-keys.ts';
import { ListSizeContext, VirtualItem } from '../../base/ui/virtual-item.tsx';

/** Lists with at least this many lines are virtualized. */
const LONG = 60;
/** Estimated height of a line in pixels until measured. */
const LINE = 30;
const AROUND = 400;

/** The scrolling element. */
export const ScrollerContext = createContext<RefObject<HTMLElement | null>>({ current: null });

interface Props<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  readonly line: (item: T) => ReactNode;
  /** Index of a line that is always drawn; -1 for none. */
  readonly always_shown: number;
  /** A final line. */
  readonly foot?: ReactNode;
}

export function SidebarList<T>(props: Props<T>) {
  const { items, keyOf, line, foot } = props;
  if (items.length > LONG) return <LongList {...props} />;
  return (
    <ul className="sidebar-links">
      {items.map((item) => (
        <li key={keyOf(item)}>{line(item)}</li>
      ))}
      {foot && <li key="foot">{foot}</li>}
    </ul>
  );
}

/** Offset of the list in the scrolling element; everything above may change height. */
function useStart(list: RefObject<HTMLElement | null>): number {
  const [start, setStart] = useState(0);
  useLayoutEffect(() => {
    const own = list.current;
    // Refs of parents are set later.
    const frame = own?.closest('.sidebar-scroll');
    if (!frame || !own) return;
    const measure = () =>
      setStart(Math.round(own.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop));
    const sizes = new ResizeObserver(measure);
    const watch = () => {
      sizes.disconnect();
      for (const part of frame.children) sizes.observe(part);
      measure();
    };
    const parts = new MutationObserver(watch);
    parts.observe(frame, { childList: true });
    watch();
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  }, [list]);
  return start;
}

function LongList<T>({ items, keyOf, line, always_shown, foot }: Props<T>) {
  const scroller = use(ScrollerContext);
  const list = useRef<HTMLDivElement>(null);
  const start = useStart(list);
  /** The line with the focus, or about to get it: it stays drawn when scrolled away. */
  const [wanted, setWanted] = useState(-1);
  const size = items.length + (foot ? 1 : 0);
  useLayoutEffect(() => {
    const own = list.current!;
    lineSources.set(own, (at) => {
      flushSync(() => setWanted(at));
      return own.querySelector(`[aria-posinset="${at + 1}"]`);
    });
    return () => {
      lineSources.delete(own);
    };
  }, []);
  const mounted = [...new Set([always_shown, wanted])].filter((at) => at >= 0 && at < size).sort((a, b) => a - b);
  return (
    <ListSizeContext value={size}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: where the focus is is only noticed here */}
      <div
        ref={list}
        className="long-list"
        onFocus={({ target }) =>
          setWanted(Number(target.closest('[aria-posinset]')?.getAttribute('aria-posinset')) - 1)
        }
      >
        <Virtualizer
          as="ul"
          item={VirtualItem}
          data={foot ? [...items, null] : items}
          scrollRef={scroller}
          startMargin={start}
          itemSize={LINE}
          bufferSize={AROUND}
          keepMounted={mounted}
        >
          {(item: T | null, at: number): ReactElement => (
            <Line key={item === null ? 'foot' : keyOf(items[at]!)}>{item === null ? foot : line(item)}</Line>
          )}
        </Virtualizer>
      </div>
    </ListSizeContext>
  );
}

const Line = ({ children }: { children: ReactNode }) => children;
