// A component whose script comes by itself. React's own `lazy` is for what is opened now and then: it holds what comes late back
// for a third of a second, and shows that something is coming even where it has come. This draws it as soon as it is there.
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Cell, useCell } from '../cells/cell.ts';
import { LoadFailed } from './load-failed.tsx';

interface Part<Props> {
  (props: Props): ReactNode;
  /** Fetches it before it is needed. A failure matters only to who draws it. */
  fetch(): void;
}

export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props>,
): Part<Props> {
  const cell = new Cell<ComponentType<Props> | 'failed' | null>(null);
  const fetch = async () => {
    cell.set(cell.get() ?? (await load()));
  };
  function Part(props: Props) {
    const Shown = useCell(cell);
    useEffect(() => {
      if (!Shown) fetch().catch(() => cell.set('failed'));
    }, [Shown]);
    if (Shown === 'failed') return <LoadFailed />;
    return Shown ? <Shown {...props} /> : <Waiting {...props} />;
  }
  return Object.assign(Part, { fetch: () => void fetch().catch(() => {}) });
}
