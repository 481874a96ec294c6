// A list that the server may keep back until its reader enters the password again. Who only opens its page is not asked. [WB246]
import type { Client } from '@stoa/sdk';
import { useCallback, useEffect, useState } from 'react';
import type { Emitter } from '../../base/cells/cell.ts';
import { useEngine } from './context.ts';

interface GuardedList<T> {
  /** Null until it is known. */
  readonly known: T | null;
  /** The error of the last attempt; null if it succeeded. */
  readonly error: unknown;
  /** Tries again, and asks for the password if it takes that. */
  again(): void;
}

/** Fetched again whenever `changed` is emitted. `fetchList` is the same at each call. */
export function useGuardedList<T>(fetchList: (client: Client) => Promise<T>, changed: Emitter): GuardedList<T> {
  const { client, quiet_client } = useEngine();
  const [known, setKnown] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = useCallback(
    async (caller: Client) => {
      try {
        const list = await fetchList(caller);
        setKnown(() => list);
        setError(null);
      } catch (failure) {
        setError(failure);
      }
    },
    [fetchList],
  );
  useEffect(() => {
    const show = () => void load(quiet_client);
    show();
    return changed.subscribe(show);
  }, [load, quiet_client, changed]);
  return { known, error, again: () => void load(client) };
}
