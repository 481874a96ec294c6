// A component whose script is loaded separately. React's `lazy` delays late content by up to a third of a second, shows its
// fallback even for loaded scripts, and takes the whole page away if the script can't be loaded; this draws the component as
// soon as it is there, and asks for it again until it is. [WB806]
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Cell, useCell } from '../cells/cell.ts';
import { t } from '../text/text.ts';
import { LoadFailed } from './load-failed.tsx';

const AGAIN_MS = 10_000;

interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads the script early. A failure is shown only where the component is drawn. */
  fetch(): void;
}

const Loading = () => <p className="starting quiet">{t('loading')}</p>;
/** For what is missed by nobody until it is there. */
export const Nothing = () => null;

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = Loading,
  Failed: ComponentType<Props> = LoadFailed,
): LazyComponent<Props> {
  const cell = new Cell<ComponentType<Props> | 'failed' | null>(null);
  const fetch = async () => {
    const known = cell.get();
    if (known === null || known === 'failed') cell.set(await load());
  };
  function Drawn(props: Props) {
    const known = useCell(cell);
    const Shown = known === 'failed' ? null : known;
    const is_loaded = Shown !== null;
    useEffect(() => {
      if (is_loaded) return;
      const attempt = () => void fetch().catch(() => cell.set('failed'));
      attempt();
      const timer = setInterval(attempt, AGAIN_MS);
      return () => clearInterval(timer);
    }, [is_loaded]);
    if (Shown) return <Shown {...props} />;
    return known === 'failed' ? <Failed {...props} /> : <Waiting {...props} />;
  }
  return Object.assign(Drawn, { fetch: () => void fetch().catch(() => {}) });
}
