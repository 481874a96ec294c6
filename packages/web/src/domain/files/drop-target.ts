// The target of files dropped or pasted anywhere on the page: the last one registered.
import { useEffect, useRef } from 'react';
import { Cell } from '../../base/cells/cell.ts';

export interface DropTarget {
  /** Says where the files go. */
  label(): string;
  attach(files: readonly File[]): void;
}

const targets = new Cell<readonly DropTarget[]>([]);

export const dropTarget = (): DropTarget | null => targets.get().at(-1) ?? null;

/** Registers a target while the component is mounted. */
export function useDropTarget(target: DropTarget): void {
  const newest = useRef(target);
  newest.current = target;
  useEffect(() => {
    const entry: DropTarget = {
      label: () => newest.current.label(),
      attach: (files) => newest.current.attach(files),
    };
    targets.set([...targets.get(), entry]);
    return () => targets.set(targets.get().filter((target) => target !== entry));
  }, []);
}
