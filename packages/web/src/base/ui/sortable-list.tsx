// A list that people sort by dragging or with buttons. Shows the new order at once.
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../text/all-texts.ts';
import { attempt } from './attempt.ts';
import { followPointer } from './follow-pointer.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { indexAt, moveTo } from './order.ts';

interface Props<Entry> {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly disabled?: boolean;
  nameOf(entry: Entry): string;
  draw(entry: Entry): ReactNode;
  /** Buttons of an entry beside those that move it. */
  actions(entry: Entry): ReactNode;
  /** Called with all ids in the new order; a rejection restores the previous order. */
  reorder(ids: readonly number[]): Promise<unknown>;
}

/** The order shown: the server's, or until that has changed the one that is being saved. */
function useOrder<Entry extends { readonly id: number }>({ entries, nameOf, reorder }: Props<Entry>) {
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list from the server replaces the order shown meanwhile
  useEffect(() => setOrder(null), [entries]);
  const shown = order ? order.flatMap((id) => entries.find((entry) => entry.id === id) ?? []) : entries;
  const saveOrder = async (next: readonly number[], moved: number) => {
    if (next.join() === entries.map(({ id }) => id).join()) return setOrder(null);
    setOrder(next);
    const entry = entries.find(({ id }) => id === moved)!;
    if (await attempt(() => reorder(next)))
      setAnnouncement(t('org_moved_to', { name: nameOf(entry), place: next.indexOf(moved) + 1, count: next.length }));
    else setOrder(null);
  };
  return { shown, ids: shown.map(({ id }) => id), announcement, setOrder, saveOrder };
}

type Order = Pick<ReturnType<typeof useOrder>, 'ids' | 'setOrder' | 'saveOrder'>;

/** Sorts the list's children by pointer; saves the order when the pointer is released. */
function useDragging(list: RefObject<HTMLElement | null>, order: Order) {
  const [dragged, setDragged] = useState<number | null>(null);
  /** The newest order and how to save it, for the drag in progress. */
  const latest = useRef(order);
  latest.current = order;
  const stop = useRef<() => void>(null);
  useEffect(() => () => stop.current?.(), []);
  const press = (event: PointerEvent<HTMLElement>, id: number) => {
    event.preventDefault();
    stop.current?.();
    setDragged(id);
    const move = ({ clientY }: { readonly clientY: number }) => {
      if (!list.current) return;
      const boxes = [...list.current.children].map((child) => child.getBoundingClientRect());
      const middles = boxes.map(({ top, height }) => top + height / 2);
      const { ids, setOrder } = latest.current;
      const from = ids.indexOf(id);
      flushSync(() => setOrder(moveTo(ids, from, indexAt(middles, from, clientY))));
    };
    const end = (is_done: boolean) => {
      setDragged(null);
      const { ids, setOrder, saveOrder } = latest.current;
      if (is_done) void saveOrder(ids, id);
      else setOrder(null);
    };
    stop.current = followPointer(event, { move, end });
  };
  return { dragged, press };
}

export function SortableList<Entry extends { readonly id: number }>(props: Props<Entry>) {
  const { label, disabled = false, nameOf, draw, actions } = props;
  const list = useRef<HTMLUListElement>(null);
  const order = useOrder(props);
  const { shown, ids, announcement, saveOrder } = order;
  const { dragged, press } = useDragging(list, order);
  return (
    <>
      <ul ref={list} className="entries" aria-label={label}>
        {shown.map((entry, at) => (
          <li key={entry.id} className={dragged === entry.id ? 'entry dragged' : 'entry'}>
            {!disabled && (
              <span
                className="entry-grip"
                aria-hidden="true"
                title={t('org_drag')}
                onPointerDown={(event) => press(event, entry.id)}
              >
                <Icon name="menu" size={16} />
              </span>
            )}
            <div className="entry-body">{draw(entry)}</div>
            <div className="entry-actions">
              {!disabled && (
                <MoveButtons
                  name={nameOf(entry)}
                  at={at}
                  count={shown.length}
                  move={(to) => void saveOrder(moveTo(ids, at, to), entry.id)}
                />
              )}
              {actions(entry)}
            </div>
          </li>
        ))}
      </ul>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
    </>
  );
}

interface MoveButtonsProps {
  readonly name: string;
  readonly at: number;
  readonly count: number;
  move(to: number): void;
}

/** Those that would move it past the ends do nothing, and say so. */
export function MoveButtons({ name, at, count, move }: MoveButtonsProps) {
  const moves = [
    ['org_move_up', 'up', at - 1],
    ['org_move_down', 'down', at + 1],
  ] as const;
  return moves.map(([key, icon, to]) => {
    const is_possible = to >= 0 && to < count;
    return (
      <IconButton
        key={key}
        icon={icon}
        size={16}
        label={t(key, { name })}
        aria-disabled={!is_possible}
        onClick={() => is_possible && move(to)}
      />
    );
  });
}
