// A component whose script is loaded separately. React's `lazy` delays late content by up to a third of a second and shows its
// fallback even for loaded scripts; this draws the component as soon as it is there.
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Cell, useCell } from '../cells/cell.ts';
import { LoadFailed } from './load-failed.tsx';

interface Deferred<Props> {
  (props: Props): ReactNode;
  /** Loads the script early. A failure is shown only where the component is drawn. */
  fetch(): void;
}

export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props>,
): Deferred<Props> {
  const cell = new Cell<ComponentType<Props> | 'failed' | null>(null);
  const fetch = async () => {
    cell.set(cell.get() ?? (await load()));
  };
  function Deferred(props: Props) {
    const Shown = useCell(cell);
    useEffect(() => {
      if (!Shown) fetch().catch(() => cell.set('failed'));
    }, [Shown]);
    if (Shown === 'failed') return <LoadFailed />;
    return Shown ? <Shown {...props} /> : <Waiting {...props} />;
  }
  return Object.assign(Deferred, { fetch: () => void fetch().catch(() => {}) });
}
