// Direct conversations for the sidebar: unread ones, then the most recent ones.

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { useAppState } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { othersOf } from '../../model/messages/conversations.ts';
import { MESSAGE_FORM } from '../../model/messages/message-requests.ts';
import { unreadCounts } from '../../model/state/unread.ts';

const LOOKED_AT = 400;

/** The other participants of each conversation, newest conversation first. */
export function useDirectConversations(engine: Engine): readonly (readonly number[])[] {
  const [ids, setIds] = useState<readonly number[]>([]);
  const unread = useAppState(unreadCounts);
  const epoch = useCell(engine.epoch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a gap in the events they are asked for again
  useEffect(() => {
    engine.client
      .getMessages({
        anchor: 'newest',
        num_before: LOOKED_AT,
        num_after: 0,
        narrow: [{ operator: 'is', operand: 'dm', negated: false }],
        ...MESSAGE_FORM,
      })
      .then(({ messages }) => {
        engine.messages.put(messages);
        setIds(messages.map(({ id }) => id));
      })
      .catch(() => {});
  }, [engine, epoch]);
  // Messages that arrived since are newer than all fetched ones.
  const newest = useSyncExternalStore(engine.messages.subscribe, () => engine.messages.newest_direct);
  return useMemo(() => {
    const seen = new Map<string, { ids: readonly number[]; newest: number }>();
    const note = (others: readonly number[], id: number) => {
      const key = others.join();
      const known = seen.get(key);
      if (!known || known.newest < id) seen.set(key, { ids: others, newest: id });
    };
    for (const id of newest > 0 ? [...ids, ...engine.messages.direct_ids()] : ids) {
      const message = engine.messages.get(id);
      if (message && message.stream_id === undefined) note(othersOf(message, engine.own_id), id);
    }
    for (const { view, newest: id } of unread.conversations) if (view.kind === 'direct') note(view.user_ids, id);
    return [...seen.values()].sort((a, b) => b.newest - a.newest).map((entry) => entry.ids);
  }, [ids, unread, newest, engine]);
}
