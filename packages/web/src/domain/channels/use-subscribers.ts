// The subscribers of a channel, fetched on demand and again when their number changes.
import { useEffect, useState } from 'react';
import { useEngine } from '../../model/engine/context.ts';
import type { KnownChannel } from '../../model/state/state.ts';

/** Requests for several people are collected into one. */
const SETTLE_MS = 250;

export function useSubscribers({ stream_id, subscriber_count }: KnownChannel): readonly number[] | null {
  const { client } = useEngine();
  const [known, setKnown] = useState<{ stream_id: number; ids: readonly number[] } | null>(null);
  const first = known?.stream_id !== stream_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number is another list
  useEffect(() => {
    let current = true;
    const timer = setTimeout(
      () =>
        client
          .getSubscribers({ stream_id })
          .then(({ subscribers }) => current && setKnown({ stream_id, ids: subscribers }))
          .catch(() => current && setKnown({ stream_id, ids: [] })),
      first ? 0 : SETTLE_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [client, stream_id, subscriber_count]);
  return first ? null : known.ids;
}
