// What a call of the API answers, while a page shows it.
import type { Client } from '@stoa/sdk';
import { useCallback, useEffect, useState } from 'react';
import { attempt } from '../../base/ui/attempt.ts';
import { useEngine } from './context.ts';

/** The answer, null until it is there, and a function that asks again. `ask` must be the same function each time. */
export function useAnswer<T>(ask: (client: Client) => Promise<T>): readonly [T | null, () => Promise<void>] {
  const { client } = useEngine();
  const [answer, setAnswer] = useState<T | null>(null);
  const load = useCallback(async () => {
    await attempt(async () => setAnswer(await ask(client)));
  }, [client, ask]);
  useEffect(() => void load(), [load]);
  return [answer, load];
}
