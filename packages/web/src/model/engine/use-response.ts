// The response to a call of the API, while a page shows it.
import type { Client } from '@stoa/sdk';
import { useCallback, useEffect, useState } from 'react';
import { attempt } from '../../base/ui/attempt.ts';
import { useEngine } from './context.ts';

/** The response, null until it is there, and a function that asks again. `ask` must be the same function each time. */
export function useResponse<T>(ask: (client: Client) => Promise<T>): readonly [T | null, () => Promise<void>] {
  const { client } = useEngine();
  const [response, setResponse] = useState<T | null>(null);
  const load = useCallback(async () => {
    await attempt(async () => setResponse(await ask(client)));
  }, [client, ask]);
  useEffect(() => void load(), [load]);
  return [response, load];
}
