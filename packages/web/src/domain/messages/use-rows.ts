// The rows of a list, from its messages and the reader's unconfirmed ones.
import { useMemo, useRef, useSyncExternalStore } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { shownDay } from '../../base/time/clock.ts';
import type { View } from '../../base/views/view.ts';
import { useEngine } from '../../model/engine/context.ts';
import type { MessageList } from '../../model/messages/message-list.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { type Row, RowBuilder } from './rows.ts';

function useMessages(list: MessageList): readonly StoredMessage[] {
  const engine = useEngine();
  const { ids } = useCell(list.cell);
  /** The same array as long as its elements are unchanged. */
  const last = useRef<{ ids: readonly number[]; messages: StoredMessage[] } | null>(null);
  const snapshot = () => {
    const messages = ids.map(engine.messages.get).filter((message) => message !== undefined);
    const known = last.current;
    const same =
      known?.messages.length === messages.length && messages.every((message, at) => message === known.messages[at]);
    if (known && known.ids === ids && same) return known.messages;
    last.current = { ids, messages };
    return messages;
  };
  return useSyncExternalStore(engine.messages.subscribe, snapshot);
}

export function useRows(list: MessageList, view: View): { messages: readonly StoredMessage[]; rows: readonly Row[] } {
  const engine = useEngine();
  const { found_newest, first_unread } = useCell(list.cell);
  const messages = useMessages(list);
  const all_outgoing = useCell(engine.outbox.cell);
  const outgoing = useMemo(
    () => (all_outgoing.length > 0 && found_newest ? engine.outbox.in(view) : []),
    [all_outgoing, found_newest, view, engine],
  );
  const day = useCell(shownDay);
  // biome-ignore lint/correctness/useExhaustiveDependencies: days begin elsewhere in another time zone
  const builder = useMemo(() => new RowBuilder(view, engine.own_id, first_unread), [view, engine, first_unread, day]);
  const rows = useMemo(() => builder.build(messages, outgoing), [builder, messages, outgoing]);
  return { messages, rows };
}
