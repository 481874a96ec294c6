// Links name the place that a message was in. Where it isn't there, finds out where it is now, and goes there. [WB224]
import { useEffect, useRef, useState } from 'react';
import { Cell, useCell } from '../../base/cells/cell.ts';
import type { Visit } from '../../base/views/history-entry.ts';
import { replaceAddress } from '../../base/views/overlays.ts';
import { hashOf, type View } from '../../base/views/view.ts';
import { useEngine } from '../../model/engine/context.ts';
import { conversationOf, matches } from '../../model/messages/conversations.ts';
import type { ListState, MessageList } from '../../model/messages/message-list.ts';
import { fetchByIds } from '../../model/messages/message-requests.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { savedPlace } from '../../model/messages/saved-places.ts';

/** `gone`: deleted, or nothing that the reader may know of. */
type LinkStatus = 'there' | 'looking' | 'gone';

const NO_LIST = new Cell<ListState | null>(null);

/** The same kind of view where the message is; null for views that don't depend on its conversation. */
function viewWith(message: StoredMessage, view: View, own_id: number): View | null {
  if (view.kind === 'channel' && message.stream_id !== undefined)
    return { kind: 'channel', channel_id: message.stream_id };
  if (view.kind === 'channel' || view.kind === 'topic' || view.kind === 'direct')
    return conversationOf(message, own_id);
  return null;
}

/** Whether the linked message of a visit is where the link says. `list` is null where there is no such channel. */
export function useLinkedMessage(route: Visit, list: MessageList | null): LinkStatus {
  const engine = useEngine();
  const { view, near, entry } = route;
  /** Null until the list is loaded. */
  const is_listed = useCell<ListState | null, boolean | null>(list?.cell ?? NO_LIST, (state) => {
    if (state === null) return false;
    return state.status === 'ready' ? near !== null && state.ids.includes(near) : null;
  });
  /** A message deleted or moved while the reader sees it is no fault of the link. */
  const settled = useRef<Visit>(null);
  if (near === null || is_listed || savedPlace(entry)) settled.current = route;
  const [answer, setAnswer] = useState<{ route: Visit; status: LinkStatus } | null>(null);
  const status = answer?.route === route ? answer.status : null;
  const is_looking = settled.current !== route && is_listed === false && status === null;
  useEffect(() => {
    if (!is_looking || near === null) return;
    let current = true;
    const look = async () => {
      const [message] = await fetchByIds(engine.client, [near]);
      if (!current) return;
      if (!message) return setAnswer({ route, status: 'gone' });
      const place = matches(message, view, engine.state.get()) === false && viewWith(message, view, engine.own_id);
      // Replaces the history entry: the address is out of date.
      if (place) replaceAddress(hashOf(place, near));
      else setAnswer({ route, status: 'there' });
    };
    // Without a connection, the list shows what it has.
    look().catch(() => current && setAnswer({ route, status: 'there' }));
    return () => {
      current = false;
    };
  }, [engine, is_looking, route, view, near]);
  return is_looking ? 'looking' : (status ?? 'there');
}
