// A bot's API key, fetched when it is first needed.
import { useState } from 'react';
import { attempt } from '../../base/ui/attempt.ts';
import { useEngine } from '../../model/engine/context.ts';
import type { Person } from '../../model/state/state.ts';

export interface BotKeyInUse {
  /** Null until it is fetched. */
  readonly key: string | null;
  /** Null if it can't be fetched; the reader is told why. */
  fetch(): Promise<string | null>;
  renew(): Promise<unknown>;
}

export function useBotKey({ user_id: bot_id }: Person): BotKeyInUse {
  const { client } = useEngine();
  const [key, setKey] = useState<string | null>(null);
  return {
    key,
    async fetch() {
      let found = key;
      await attempt(async () => {
        found ??= (await client.getBotApiKey({ bot_id })).api_key;
        setKey(found);
      });
      return found;
    },
    renew: () => attempt(async () => setKey((await client.regenerateBotApiKey({ bot_id })).api_key)),
  };
}
