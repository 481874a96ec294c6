// When the topic on screen is moved or renamed as a whole, navigates to its new address.
import { useEffect, useRef, useState } from 'react';
import { t } from '../base/text/text.ts';
import { notify } from '../base/ui/notices.ts';
import { currentEntry } from '../base/views/history-entry.ts';
import { hashOf, keyOf, type View } from '../base/views/view.ts';
import { useEngine } from '../model/engine/context.ts';
import { savedPlace, savePlace } from '../model/messages/saved-places.ts';
import { isSameButResolved } from '../model/messages/topic-place.ts';
import { viewName } from '../model/state/names.ts';

/** The number of the reader's visit to a view. Following a topic to its new address continues the visit. */
export function useFollowMoves(view: View): number {
  const engine = useEngine();
  const key = keyOf(view);
  const followed = useRef<{ readonly from: string; readonly to: string }>(null);
  const [visit, setVisit] = useState({ key, number: 0 });
  if (visit.key !== key) {
    const { from, to } = followed.current ?? {};
    setVisit({ key, number: from === visit.key && to === key ? visit.number : visit.number + 1 });
  }
  useEffect(
    () =>
      engine.lists.moves.subscribe(({ from, to }) => {
        if (keyOf(from) !== key) return;
        followed.current = { from: key, to: keyOf(to) };
        // Saved before the first messages left. [WB1010]
        const place = savedPlace(currentEntry());
        // Replaces the history entry: the old address no longer exists.
        import('../base/views/overlays.ts').then(
          ({ replaceAddress }) => replaceAddress(hashOf(to), (entry) => savePlace(entry, place)),
          // Without a connection, when it was to be loaded.
          () => location.replace(hashOf(to)),
        );
        // The heading says that it was resolved.
        if (isSameButResolved(from, to)) return;
        // For whoever moved it, in place of what their dialog says. [WB1016]
        notify(t('live_topic_moved', { place: viewName(engine.state.get(), to) }), true);
      }),
    [engine, key],
  );
  return visit.number;
}
