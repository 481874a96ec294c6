// The part of the address after the `#`, which says where in the client the reader is.
import { useSyncExternalStore } from 'react';

function watchHash(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

export const useHash = (): string => useSyncExternalStore(watchHash, () => location.hash);
