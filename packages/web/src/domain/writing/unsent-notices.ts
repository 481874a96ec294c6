// Says what became of messages that waited, wherever their writer is: refused, or on their way to another topic. [WB1041] [WB1042]
import { t } from '../../base/text/all-texts.ts';
import { notify } from '../../base/ui/notices.ts';
import { shownHash } from '../../base/views/shown-address.ts';
import { keyOf, parseHash } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';
// Loaded before it is needed: the outbox asks for it when a connection is back.
import '../../model/messages/locate-topic.ts';
import type { Outgoing } from '../../model/messages/outbox.ts';
import { viewName } from '../../model/state/names.ts';

const watched = new WeakSet<Engine>();

export function watchUnsent(engine: Engine): void {
  if (watched.has(engine)) return;
  watched.add(engine);
  const { news } = engine.outbox;
  const tell = () => {
    const told = news.get();
    if (told.length === 0) return;
    news.set([]);
    for (const text of new Set(told.map((message) => textOf(engine, message)))) if (text !== null) notify(text);
  };
  news.subscribe(tell);
  tell();
}

function textOf(engine: Engine, { status, view, reason }: Outgoing): string | null {
  const place = viewName(engine.state.get(), view);
  if (status === 'moved') return t('unsent_moved', { place });
  if (status !== 'refused') return t('unsent_follows', { place });
  const shown = parseHash(shownHash(), { kind: 'inbox' }, engine.own_id).view;
  // The message itself says why, where it is.
  return keyOf(shown) === keyOf(view) ? null : t('unsent_refused', { place, reason: reason ?? '' });
}
