// When the topic on screen is moved or renamed as a whole, navigates to its new address.
import { useEffect } from 'react';
import { t } from '../base/text/text.ts';
import { notify } from '../base/ui/notices.ts';
import { hashOf, keyOf, type View } from '../base/views/view.ts';
import { useEngine } from '../model/engine/context.ts';
import { viewName } from '../model/state/names.ts';

export function useFollowMoves(view: View): void {
  const engine = useEngine();
  const here = keyOf(view).toLowerCase();
  useEffect(
    () =>
      engine.lists.moves.subscribe(({ from, to }) => {
        if (keyOf(from).toLowerCase() !== here) return;
        // Replaces the history entry: the old address no longer exists.
        location.replace(hashOf(to));
        notify(t('live_topic_moved', { place: viewName(engine.state.get(), to) }));
      }),
    [engine, here],
  );
}
