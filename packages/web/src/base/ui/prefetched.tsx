// A component whose code is fetched after the first view.
import { type ComponentType, lazy, Suspense, useState } from 'react';

interface Prefetched {
  (): React.ReactNode;
  /** Rejects without a connection; the first rendering then tries again. */
  prefetch(): Promise<void>;
}

/**
 * Renders what `load` gives, in the same task once it has been prefetched: React's `lazy` alone pauses on the first rendering
 * even of a loaded module, and what is typed meanwhile goes to the element that had the focus.
 */
export function prefetched(load: () => Promise<ComponentType>): Prefetched {
  let loaded: ComponentType | null = null;
  const Lazy = lazy(async () => ({ default: await load() }));
  function Later() {
    const [Component] = useState<ComponentType>(() => loaded ?? Lazy);
    return (
      <Suspense>
        <Component />
      </Suspense>
    );
  }
  const prefetch = async () => {
    loaded = await load();
  };
  return Object.assign(Later, { prefetch });
}
