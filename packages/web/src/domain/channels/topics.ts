// The topics of a channel, fetched on demand and again after its messages changed.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEngine } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';

export interface Topic {
  readonly name: string;
  readonly max_id: number;
}

const known = new Map<number, readonly Topic[]>();

/** Null until requested. Newest first. */
export const knownTopics = (channel_id: number): readonly Topic[] | null => known.get(channel_id) ?? null;

export async function fetchTopics({ client }: Engine, channel_id: number): Promise<readonly Topic[]> {
  const { topics } = await client.getStreamTopics({ stream_id: channel_id, allow_empty_topic_name: true });
  known.set(channel_id, topics);
  return topics;
}

export function useTopics(channel_id: number): readonly Topic[] | null {
  const engine = useEngine();
  const [topics, setTopics] = useState(known.get(channel_id) ?? null);
  const arrangement = useSyncExternalStore(engine.messages.subscribe, () => engine.messages.arrangementOf(channel_id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message may be a new topic
  useEffect(() => {
    let current = true;
    const timer = setTimeout(
      () => {
        fetchTopics(engine, channel_id)
          .then((fetched) => {
            if (current) setTopics(fetched);
          })
          .catch(() => {});
      },
      known.has(channel_id) ? 800 : 0,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [engine, channel_id, arrangement]);
  return topics;
}
