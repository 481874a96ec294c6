// Whoever looks at a topic that is moved or renamed as a whole goes along.
import { useEffect } from 'react';
import { useEngine } from '../app/context.ts';
import { viewName } from '../people/names.ts';
import { t } from '../text/text.ts';
import { notify } from '../ui/notices.ts';
import { hashOf, keyOf, type View } from '../views/view.ts';

export function useFollowMoves(view: View): void {
  const engine = useEngine();
  const here = keyOf(view).toLowerCase();
  useEffect(
    () =>
      engine.lists.moves.subscribe(({ from, to }) => {
        if (keyOf(from).toLowerCase() !== here) return;
        // The address of what is no longer there is not worth going back to.
        location.replace(hashOf(to));
        notify(t('live_topic_moved', { place: viewName(engine.state.get(), to) }));
      }),
    [engine, here],
  );
}
