// A long list of conversations: what is in sight is drawn, and any row as soon as keys lead to it.
import { type ReactElement, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { rowAfter, type Step, useRowWalk } from '../../base/ui/row-walk.ts';
import { ListSizeContext, VirtualItem } from '../../base/ui/virtual-item.tsx';

/** The assumed height of a row, until it is measured. */
const ROW_PX = 42;

/** The row that had the focus last, by page. */
const last_wanted = new Map<string, string>();

interface Props<T> {
  readonly page: string;
  readonly items: readonly T[];
  readonly scroller: RefObject<HTMLElement | null>;
  keyOf(item: T): string;
  row(item: T): ReactNode;
}

export function VirtualRows<T>({ page, items, scroller, keyOf, row }: Props<T>) {
  const virtual = useRef<VirtualizerHandle>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The row that has the focus, or had it last: it stays though it is scrolled away. */
  const [wanted, setWanted] = useState<string | null>(() => last_wanted.get(page) ?? null);
  const at = wanted === null ? -1 : items.findIndex((item) => keyOf(item) === wanted);
  const walk = useCallback(
    (step: Step) => {
      const index = rowAfter(at, step, items.length);
      const next = items[index];
      if (next === undefined) return false;
      flushSync(() => setWanted(keyOf(next)));
      virtual.current?.scrollToIndex(index, { align: 'nearest' });
      list.current?.querySelector<HTMLElement>(`[aria-posinset="${index + 1}"] a`)?.focus({ preventScroll: true });
      return true;
    },
    [items, at, keyOf],
  );
  useRowWalk(walk);
  useEffect(() => {
    if (wanted !== null) last_wanted.set(page, wanted);
  }, [wanted, page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the reader comes back to
  useEffect(() => {
    if (at < 0 || document.activeElement !== document.body) return;
    virtual.current?.scrollToIndex(at, { align: 'center' });
    list.current?.querySelector<HTMLElement>(`[aria-posinset="${at + 1}"] a`)?.focus({ preventScroll: true });
  }, []);
  const noteFocus = ({ target }: { target: Element }) => {
    const index = Number(target.closest('[aria-posinset]')?.getAttribute('aria-posinset')) - 1;
    const item = items[index];
    if (item !== undefined) setWanted(keyOf(item));
  };
  return (
    <ListSizeContext value={items.length}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: where the focus is is only noticed here */}
      <div ref={list} onFocus={noteFocus}>
        <Virtualizer
          ref={virtual}
          as="ul"
          item={VirtualItem}
          data={items as T[]}
          scrollRef={scroller}
          itemSize={ROW_PX}
          bufferSize={400}
          keepMounted={at < 0 ? [] : [at]}
        >
          {(item: T): ReactElement => <div key={keyOf(item)}>{row(item)}</div>}
        </Virtualizer>
      </div>
    </ListSizeContext>
  );
}
