// Suggestions for the terms in the search field, recomputed while typing.
import { useDeferredValue, useEffect, useMemo, useReducer } from 'react';
import { keyOf } from '../../base/views/view.ts';
import { fetchTopics, knownTopics } from '../../domain/channels/topics.ts';
import { recencyOf } from '../../domain/people/recency.ts';
import { isVisitor, useEngine, useNavigation } from '../../model/engine/context.ts';
import { channelOf, forVisitors, suggestionsFor } from './suggest.ts';
import type { SearchTerms } from './use-search-terms.ts';

/** Fetches unknown topics of a channel; the returned number grows when they arrive. */
function useTopicsOf(channel_id: number | null): number {
  const engine = useEngine();
  const [version, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (channel_id !== null && !knownTopics(channel_id)) fetchTopics(engine, channel_id).then(again, () => {});
  }, [engine, channel_id]);
  return version;
}

/** `found` may lag behind the text; `suggest` computes the suggestions for a text now. */
export function useSearchSuggestions({ tokens, typed }: Pick<SearchTerms, 'tokens' | 'typed'>, open: boolean) {
  const engine = useEngine();
  const { view } = useNavigation().route;
  const query = useDeferredValue(typed);
  const wants_topics = open && (query !== '' || tokens.length > 0);
  const version = useTopicsOf(wants_topics ? channelOf(view, tokens) : null);
  const scene = () => ({ state: engine.state.get(), recency: recencyOf(engine), view, topicsOf: knownTopics });
  const suggest = (text: string) => {
    const found = suggestionsFor(scene(), tokens, text);
    return isVisitor(engine) ? forVisitors(found, engine.own_id) : found;
  };
  const key = keyOf(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is found in and for
  const found = useMemo(() => (open ? suggest(query) : []), [open, tokens, query, key, version]);
  return { scene, suggest, found };
}
