// Notifications while the page is hidden: the number in the title, and a banner that asks for permission at the first one.
import { useEffect } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { lazyComponent, Nothing } from '../../base/ui/lazy-component.tsx';
import { useThrottled } from '../../base/ui/use-throttled.ts';
import { isLookedAt, watchAttention } from '../../base/views/attention.ts';
import { keyOf } from '../../base/views/view.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { badgeCount } from './badge-count.ts';
import { permissionWanted } from './permission.ts';
import { setVisibleView } from './screens.ts';

const PermissionQuestion = lazyComponent(
  async () => (await import('./permission-question.tsx')).PermissionQuestion,
  Nothing,
  Nothing,
);

/** Drawing the favicon is slow, so it changes at most this often. */
const BADGE_PAUSE_MS = 1000;

/** Loaded after the first view; it is told of what arrives meanwhile. [WB83] */
function startNotifier(engine: Engine): () => void {
  const ending = new AbortController();
  const early: StoredMessage[] = [];
  const unwatch = engine.arrivals.subscribe((message) => early.push(message));
  import('./notifier.ts')
    .then(({ Notifier }) => {
      if (!ending.signal.aborted) ending.signal.addEventListener('abort', new Notifier(engine).start(early));
    })
    .catch(() => {})
    .finally(unwatch);
  return () => ending.abort();
}

/** The code that draws is loaded after the first view too. */
const showBadge = (count: number) =>
  void import('./favicon.ts').then((favicon) => favicon.showBadge(count)).catch(() => {});

export function Notifications() {
  const engine = useEngine();
  const { route } = useNavigation();
  const key = keyOf(route.view);
  const count = useThrottled(useAppState(badgeCount), BADGE_PAUSE_MS);
  useEffect(() => startNotifier(engine), [engine]);
  useEffect(() => showBadge(count), [count]);
  useEffect(() => {
    // A tab that gained attention meanwhile says so itself.
    const report = () => setVisibleView(isLookedAt() ? key : null);
    report();
    return watchAttention(report);
  }, [key]);
  const asks = useCell(permissionWanted);
  return (
    <div role="status" className="banner-area">
      {asks && <PermissionQuestion />}
    </div>
  );
}
