// When the topic on screen is moved or renamed as a whole, navigates to its new address.
import { useEffect } from 'react';
import { t } from '../base/text/text.ts';
import { notify } from '../base/ui/notices.ts';
import { hashOf, keyOf, type View } from '../base/views/view.ts';
import { useEngine } from '../model/engine/context.ts';
import { isResolved, RESOLVED, viewName } from '../model/state/names.ts';

type Topic = Extract<View, { kind: 'topic' }>;
const unresolved = (topic: string) => (isResolved(topic) ? topic.slice(RESOLVED.length) : topic);
const isSameButResolved = (from: Topic, to: Topic) =>
  from.channel_id === to.channel_id && unresolved(from.topic) === unresolved(to.topic);

export function useFollowMoves(view: View): void {
  const engine = useEngine();
  const here = keyOf(view).toLowerCase();
  useEffect(
    () =>
      engine.lists.moves.subscribe(({ from, to }) => {
        if (keyOf(from).toLowerCase() !== here) return;
        // Replaces the history entry: the old address no longer exists.
        location.replace(hashOf(to));
        // The heading says that it was resolved.
        if (isSameButResolved(from, to)) return;
        notify(t('live_topic_moved', { place: viewName(engine.state.get(), to) }));
      }),
    [engine, here],
  );
}
